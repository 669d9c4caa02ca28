import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIVE, LIVE_RESOURCES, type LiveChanges, type LiveResource } from '@clinic/contract/staff/live.ts'
import { STAFF_ROLES, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { describeAndLoosen } from '../../../test/plans/catalogue.ts'
import { BIG, filler } from '../../../test/plans/fill.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { liveClient } from '../../../test/support/staff/live-client.ts'
import { staffMember } from '../../../test/support/staff/scene.ts'
import { sql } from '../../db/statement.ts'
import { SEEN, SOURCES } from './changed-records.ts'

const app = await startApp()
const clinic = await app.clinic({ company_id: BIG })
const { fill, found } = filler(app, await describeAndLoosen(app))
await found()
for (const table of new Set([...Object.values(SOURCES).map(one => one.table), 'patient_alert', 'practitioner_branch']))
  if (table !== 'clinic') await fill(table, 20)

/** What each role hears of, besides what every member does, as contract 1.2 lets them read it. */
const EVERYONE: readonly LiveResource[] = [
  ...(['clinic', 'installation', 'installRequest', 'branch', 'practitioner', 'timeOff', 'roomBlock'] as const),
  ...(['patient', 'appointment', 'task', 'quotation', 'labOrder', 'waitListEntry', 'procedure'] as const),
]
const CHART: readonly LiveResource[] = ['treatment', 'encounter', 'prescription']
const RECORDS: readonly LiveResource[] = ['consentForm', 'consentTemplate']
const MONEY: readonly LiveResource[] = [
  ...([
    'invoice',
    'payment',
    'onlinePayment',
    'discountApproval',
    'claim',
    'insurer',
    'insurancePolicy',
    'policyClass',
  ] as const),
]
const TOLD: Readonly<Record<StaffRole, readonly LiveResource[]>> = {
  owner: LIVE_RESOURCES,
  admin: LIVE_RESOURCES,
  doctor: [...EVERYONE, ...CHART, ...RECORDS, 'invoice', 'communication', 'noteTemplate'],
  receptionist: [...EVERYONE, ...RECORDS, ...MONEY, 'communication'],
  accountant: [...EVERYONE, ...MONEY, 'eInvoiceReport'],
  assistant: [...EVERYONE, ...CHART, ...RECORDS],
}

const follow = async (role: StaffRole, practitioner?: { id: string }) => {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return liveClient(app.url, cookie, BIG)
}

const touch = (table: string, id: string) =>
  sql(`update ${table} set updated_at = $3 where company_id = $1 and ($2::text is null or ${id} = $2)`)

/** Changes one record of each resource, or all of them, in one transaction. */
const touchEach = (one: (resource: LiveResource) => string | null) =>
  app.write(clinic, async tx => {
    for (const resource of LIVE_RESOURCES) {
      const { table, id = 'id' } = SOURCES[resource]
      await tx.sql(touch(table, id)([BIG, one(resource), tx.now]))
    }
  })
const firstOf = (resource: LiveResource) => (resource === 'clinic' ? BIG : `${SOURCES[resource].table}_${BIG}_0`)

test('of each resource what has changed is named, to each role that may read it and to no other', async () => {
  const streams = await Promise.all(STAFF_ROLES.map(async role => ({ role, stream: await follow(role) })))
  await touchEach(firstOf)
  for (const { role, stream } of streams) {
    const data: LiveChanges = (await stream.next())?.data ?? {}
    assert.deepEqual(data, Object.fromEntries(TOLD[role].map(resource => [resource, [firstOf(resource)]])), role)
    stream.leave()
  }
})

test('who sees one branch is told of its records and of those of its patients alone', async () => {
  const branch = `branch_${BIG}_1`
  const doctor = { id: `practitioner_${BIG}_0` }
  await app.sql('delete from practitioner_branch where company_id = $1 and practitioner_id = $2', [BIG, doctor.id])
  await app.sql('insert into practitioner_branch (company_id, practitioner_id, branch_id) values ($1, $2, $3)', [
    ...[BIG, doctor.id, branch],
  ])
  for (const table of ['appointment', 'invoice', 'payment', 'communication', 'lab_order'])
    await app.sql(
      `update ${table} set patient_id = 'patient_${BIG}_' || abs(hashtext(id)) % 20 where company_id = $1`,
      [BIG],
    )
  const stream = await follow('receptionist', doctor)
  await touchEach(() => null)
  const data: LiveChanges = (await stream.next())?.data ?? {}
  const inSight = `exists (select from patient p where p.company_id = one.company_id and p.id = one.patient_id and (
    p.branch_id = $2 or exists (select from appointment a where a.patient_id = p.id and a.branch_id = $2)))`
  const atBranch = 'one.branch_id = $2'
  const expected = async (resource: LiveResource) => {
    const where = { clinic: '$2::text is not null', branch: atBranch, patient: inSight }[LIVE[resource].sight]
    const text = `select id from ${SOURCES[resource].table} one where one.company_id = $1 and (${where}) order by id`
    return (await app.sql<{ id: string }>(text, [BIG, branch])).map(({ id }) => id)
  }
  const looked = ['invoice', 'payment', 'communication', 'waitListEntry', 'claim', 'labOrder', 'insurer'] as const
  for (const resource of looked) {
    const ids = await expected(resource)
    assert.ok(resource === 'insurer' || (ids.length > 0 && ids.length < 20), `${resource}: ${ids.length}`)
    assert.deepEqual([...(data[resource] ?? [])].sort(), ids, resource)
    assert.equal(resource in SEEN, LIVE[resource].sight !== 'clinic', resource)
  }
  stream.leave()
})

test('an alert is told as its patient, and so is a visit that is over', async () => {
  const stream = await follow('receptionist')
  const [alerted, seen] = [`patient_${BIG}_3`, `patient_${BIG}_4`]
  await app.write(clinic, async tx => {
    await tx.sql(touch('patient_alert', 'patient_id')([BIG, alerted, tx.now]))
  })
  assert.deepEqual((await stream.next())?.data, { patient: [alerted] })
  const visit = `appointment_${BIG}_5`
  await app.sql("update appointment set patient_id = $3, status = 'INPROGRESS' where company_id = $1 and id = $2", [
    ...[BIG, visit, seen],
  ])
  await app.write(clinic, async tx =>
    tx.change('appointment', await tx.lock('appointment', visit), { status: 'COMPLETED' }),
  )
  assert.deepEqual((await stream.next())?.data, { patient: [seen], appointment: [visit] })
  stream.leave()
})
