import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { DATABASE_DRIVER } from '../../test/support/database/driver.ts'
import { browser } from '../../test/support/staff/staff.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { readEnv } from '../settings/env.ts'
import { makeClinics } from './demo.ts'
import { demoLogins } from './logins.ts'
import { nakheelSandbox } from './nakheel.ts'
import { companyIdOf, idsOf } from './plans.ts'
import { ramadanAfter } from './ramadan.ts'

const app = await startApp()
const folder = await mkdtemp(join(tmpdir(), 'clinic-demo-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const box = secretBox([MASTER_KEY])
// A Sunday at noon: every desk is open.
const now = Date.parse('2026-11-22T09:40:00Z')
await makeClinics({
  ...{ ownerUrl: app.database.ownerUrl, env: readEnv({ DATA_DIR: folder, DATABASE_DRIVER }), box, now },
  ...{ files: app.app.files, log: () => undefined, baseUrl: 'http://localhost:4000' },
}).next()
const companyId = companyIdOf(nakheelSandbox)
const rows = (what: string) => app.sql<Record<string, unknown>>(`select ${what}`, [companyId])
const count = async (from: string) => Number((await rows(`count(*) as n from ${from} and company_id = $1`))[0]?.n)

async function loggedInAs(role: string, place = 0) {
  const login = demoLogins(nakheelSandbox, box).filter(one => one.role === role)[place]
  const console = browser(app)
  await console.logIn(login?.email ?? '', login?.password)
  await console.send('PUT', '/session/clinic', { clinicId: companyId })
  const { body } = await console.send<{ allBranches: boolean; branchIds: string[] }>('GET', '/workplace')
  return { console, sight: body.data.allBranches ? 'all' : body.data.branchIds }
}

test('procedures have a duration, a colour and an Arabic name, and some a consent', async () => {
  assert.equal(
    await count('procedure where duration_minutes is not null and color is not null and name_ar is not null'),
    30,
  )
  assert.ok((await count('procedure where consent_template_id is not null')) > 10)
})

test('there are breaks, three room blocks that meet no visit, and the hours of the next Ramadan', async () => {
  assert.equal(await count("branch where breaks <> '[]'"), 1)
  assert.equal(await count('room_block where canceled_at is null'), 3)
  const met = `room_block as block join appointment as visit using (company_id)
    where visit.branch_id = block.branch_id and visit.room = block.room and visit.status not in ('CANCELED', 'NOSHOW')
      and visit.starts_at < block.ends_at and block.starts_at < visit.ends_at`
  assert.equal(await count(met), 0)
  assert.equal(await count("branch_period where name = 'Ramadan' and first_date = '2027-02-08'"), 4)
})

test('the Ramadan of the demo is the one that goes on or comes next', () => {
  const of2027 = { from: '2027-02-08', until: '2027-03-08' }
  for (const today of ['2026-11-22', '2027-02-08', '2027-03-08']) assert.deepEqual(ramadanAfter(today), of2027)
  assert.equal(ramadanAfter('2027-03-09').from, '2028-01-28')
})

test('40 patients have alerts, 6 children a guardian, 4 pairs of files may be of one person, and 2 were made one', async () => {
  assert.equal(await count('(select distinct company_id, patient_id from patient_alert) as alerted where true'), 40)
  assert.equal(await count("patient_relation where kind = 'GUARDIAN'"), 6)
  assert.equal(await count("patient_suspect where state = 'OPEN'"), 4)
  assert.deepEqual(await rows('patient_id, absorbed_id from patient_merge where company_id = $1'), [
    { patient_id: idsOf(nakheelSandbox)('patient', 25), absorbed_id: idsOf(nakheelSandbox)('patient', 145) },
  ])
})

test('two rules remind of visits, and one message of today failed', async () => {
  assert.equal(await count('reminder_rule where active'), 2)
  const states = `message.state, count(*)::integer as n from reminder join communication as message
    on message.company_id = reminder.company_id and message.id = reminder.communication_id
    where reminder.company_id = $1 group by 1 order by 1`
  assert.deepEqual(await rows(states), [
    { state: 'FAILED', n: 1 },
    { state: 'SENT', n: 23 },
  ])
})

test('the next visit of a branch lacks work of a laboratory that comes too late, and the one after it a consent', async () => {
  const coming = "visit.status = 'CONFIRMED' and visit.starts_at > '2026-11-22T09:40:00Z'"
  const late = `lab_order as made join appointment as visit using (company_id)
    where made.appointment_id = visit.id and ${coming} and made.due_at > visit.starts_at and made.received_at is null`
  assert.equal(await count(late), 4)
  const unsigned = `consent_form as form join appointment as visit using (company_id)
    where form.appointment_id = visit.id and ${coming} and not form.signed`
  assert.equal(await count(unsigned), 4)
})

test('the second receptionist sees Al Malqa alone, the accountant every branch, and the owner is on the list of staff', async () => {
  const id = idsOf(nakheelSandbox)
  assert.deepEqual((await loggedInAs('receptionist')).sight, [id('branch', 'olaya')])
  assert.deepEqual((await loggedInAs('receptionist', 1)).sight, [id('branch', 'malqa')])
  assert.equal((await loggedInAs('accountant')).sight, 'all')
  const { console } = await loggedInAs('owner')
  const { body } = await console.send<{ displayName: string; id: string }[]>('GET', '/practitioners')
  assert.ok(body.data.some(one => one.id === id('practitioner', 'owner')))
})

test('notes begin with six templates, three are still being written, and procedures say what they take from the stock', async () => {
  assert.equal(await count('note_template where jsonb_array_length(fields) > 1'), 6)
  const written = 'encounter_draft as draft join encounter using (company_id, id) where signed_at is null'
  assert.equal(await count(written), 3)
  assert.equal(await count('encounter where signed_at is null'), 3)
  const taken = `procedure_supply as supply join inventory_item as item using (company_id)
    where item.id = supply.inventory_item_id and item.name = 'Composite A2' and supply.quantity = 0.125`
  assert.ok((await count(taken)) >= 3)
})
