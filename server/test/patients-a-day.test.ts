import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Loose } from './support/app/api-client.ts'
import { type Practice, startApp, type TestApp } from './support/app/harness.ts'
import { issueInvoice } from './support/clinic/money.ts'
import { eventually } from './support/eventually.ts'

const LIMIT = 100
const ROOM = '1000000'
const limits = ['READ', 'WRITE'].flatMap(name => [
  [`RATE_LIMIT_${name}_PER_MINUTE`, ROOM],
  [`RATE_LIMIT_${name}_BURST`, ROOM],
])
const settings = { RATE_LIMITS: 'on', EGRESS_PATIENTS_PER_DAY: String(LIMIT), ...Object.fromEntries(limits) }
const app = await startApp(settings)

/** A plugin that was installed long ago, in a clinic with so many patients. */
async function practice(patients: number, { installedDaysAgo = 8 } = {}) {
  const clinic = await app.clinic()
  const branch = await app.branch(clinic)
  const { token, installation } = await app.installation(clinic)
  await app.sql(`update installation set installed_at = now() - $2 * interval '1 day' where id = $1`, [
    installation.id,
    installedDaysAgo,
  ])
  const rows = []
  for (let n = 0; n < patients; n++) rows.push(await app.patient(branch))
  const ids = rows.map(({ id }) => id)
  const at = (process: Pick<TestApp, 'api'> = app) => process.api(token)
  const read = async (id: string | undefined, process?: TestApp) => (await at(process).get(`/patients/${id}`)).status
  const seen = async () =>
    (
      await app.sql<{ stored: number; counted: number }>(
        `select (select count(*)::int from patient_seen where installation_id = $1) as stored,
          coalesce((select sum(patients)::int from patients_of_day where installation_id = $1), 0) as counted`,
        [installation.id],
      )
    )[0]
  const raised = async () =>
    (
      await app.sql<{ kind: string; level: string }>(
        'select kind, level from security_event where company_id = $1 order by created_at',
        [clinic.company_id],
      )
    ).map(({ kind, level }) => `${kind} ${level}`)
  return { clinic, branch, installation, ids, at, read, seen, raised }
}
const outcomes = (statuses: readonly number[]) => ({
  read: statuses.filter(status => status === 200).length,
  refused: statuses.filter(status => status === 429).length,
})
const codeOf = ({ status, body }: Answer<Loose>) => [status, body.error?.code]

test('with a limit of 100 patient 101 is refused until the clinic’s midnight, those seen are not, and a write goes on', async () => {
  const { ids, at, read, seen, branch } = await practice(LIMIT + 2)
  for (const id of ids.slice(0, LIMIT)) assert.equal(await read(id), 200)
  const refused = await at().get(`/patients/${ids[LIMIT]}`)
  assert.deepEqual(codeOf(refused), [429, 'rate_limited'])
  const { retryAfterSeconds, ...details } = { retryAfterSeconds: 0, ...refused.body.error?.details }
  assert.deepEqual(details, { limit: LIMIT, windowSeconds: 86_400 })
  assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 86_400)
  assert.equal(refused.headers.get('retry-after'), String(retryAfterSeconds))
  assert.deepEqual([await read(ids[0]), await read(ids[LIMIT - 1]), await read(ids[LIMIT + 1])], [200, 200, 429])
  const patient = { branchId: branch.id, firstName: 'Sara', lastName: 'Invented' }
  assert.equal((await at().post('/patients', patient)).status, 201)
  assert.equal((await at().get('/clinic')).status, 200)
  assert.deepEqual(await seen(), { stored: LIMIT, counted: LIMIT })
})

test('a list is shown whole or not at all, and what is refused is not recorded as shown', async () => {
  const { at, seen, ids, read, clinic } = await practice(LIMIT + 20)
  for (const id of ids.slice(0, LIMIT - 10)) await read(id)
  const newest = await at().get('/patients?limit=25')
  assert.deepEqual(codeOf(newest), [429, 'rate_limited'])
  assert.deepEqual(await seen(), { stored: LIMIT - 10, counted: LIMIT - 10 })
  const listed = await app.sql("select from audit_record where company_id = $1 and operation = 'listPatients'", [
    clinic.company_id,
  ])
  assert.deepEqual(listed, [])
  assert.equal((await at().get('/patients?limit=10')).status, 200)
  assert.deepEqual(await seen(), { stored: LIMIT, counted: LIMIT })
})

test('two processes together show no more than the limit, whoever asks for whom at the same time', async () => {
  const { ids, read, seen } = await practice(LIMIT + 60)
  const other = await app.secondProcess(settings)
  const statuses = await Promise.all(ids.map((id, index) => read(id, index % 2 === 0 ? app : other)))
  assert.deepEqual(outcomes(statuses), { read: LIMIT, refused: 60 })
  assert.deepEqual(await seen(), { stored: LIMIT, counted: LIMIT })
  const again = await Promise.all(ids.map((id, index) => read(id, index % 2 === 0 ? other : app)))
  assert.deepEqual(again, statuses)
})

test('half of the patients a day warns, all of them is critical, once within the hour', async () => {
  const { ids, read, raised } = await practice(LIMIT + 2)
  for (const id of ids.slice(0, LIMIT / 2 - 1)) await read(id)
  assert.deepEqual(await raised(), [])
  await read(ids[LIMIT / 2 - 1])
  assert.deepEqual(await raised(), ['mass_read WARN'])
  for (const id of ids) await read(id)
  assert.deepEqual(await raised(), ['mass_read WARN', 'mass_read CRITICAL'])
})

test('who is read of by an invoice is counted as the patient whose it is, once', async () => {
  const made = await practice(1)
  const { at, seen, branch } = made
  const patient = await app.patient(branch)
  const doctor = await app.doctor([branch])
  const scene: Practice = { ...made, patient, doctor, api: at() }
  await issueInvoice(app, scene, 100)
  assert.equal((await at().get('/invoices')).status, 200)
  assert.equal((await at().get(`/patients/${patient.id}`)).status, 200)
  assert.deepEqual(await seen(), { stored: 1, counted: 1 })
})

test('an id that is nobody’s, or another clinic’s patient, is not counted', async () => {
  const { read, seen } = await practice(0)
  const { ids } = await practice(1)
  assert.deepEqual([await read(ids[0]), await read('pat_unknown')], [404, 404])
  assert.deepEqual(await seen(), { stored: 0, counted: 0 })
})

test('in the week after installing all patients of the clinic can be copied once, and a tenth more', async () => {
  const fresh = await practice(LIMIT + 10, { installedDaysAgo: 1 })
  for (const id of fresh.ids) assert.equal(await fresh.read(id), 200)
  assert.deepEqual(await fresh.seen(), { stored: LIMIT + 10, counted: LIMIT + 10 })
  const later = await practice(LIMIT + 10)
  assert.deepEqual(outcomes(await Promise.all(later.ids.map(id => later.read(id)))), { read: LIMIT, refused: 10 })
})

test('a clinic’s own number counts in place of the operator’s from the next patient on', async () => {
  const { ids, read, installation } = await practice(6)
  const allow = (patients: number) =>
    app.sql('update installation set patients_per_day = $2 where id = $1', [installation.id, patients])
  await allow(3)
  assert.deepEqual(outcomes(await Promise.all(ids.map(id => read(id)))), { read: 3, refused: 3 })
  await allow(5)
  assert.deepEqual(outcomes(await Promise.all(ids.map(id => read(id)))), { read: 5, refused: 1 })
})

test('what a write shows is counted, told of and never refused', async () => {
  const { ids, at, read, installation, seen, raised } = await practice(3)
  await app.sql('update installation set patients_per_day = 2 where id = $1', [installation.id])
  for (const id of ids) assert.equal((await at().patch(`/patients/${id}`, { gender: 'female' })).status, 200)
  await eventually(seen, { stored: 2, counted: 2 })
  await eventually(async () => (await raised()).toSorted(), ['mass_read CRITICAL', 'mass_read WARN'])
  assert.deepEqual((await Promise.all(ids.map(id => read(id)))).toSorted(), [200, 200, 429])
})

test('each patient that a write makes is counted', async () => {
  const { branch, at, seen } = await practice(0)
  const create = (n: number) => at().post('/patients', { branchId: branch.id, firstName: 'New', lastName: `No ${n}` })
  const made = await Promise.all(Array.from({ length: 20 }, (_, n) => create(n)))
  assert.ok(made.every(({ status }) => status === 201))
  await eventually(seen, { stored: 20, counted: 20 })
})

test('the next day of the clinic begins anew, and what is older than eight days is forgotten', async () => {
  const { ids, read, installation, seen } = await practice(1)
  await read(ids[0])
  for (const table of ['patient_seen', 'patients_of_day'])
    await app.sql(`update ${table} set day = day - 10 where installation_id = $1`, [installation.id])
  const other = await app.secondProcess(settings)
  assert.equal(await read(ids[0], other), 200)
  assert.deepEqual(await seen(), { stored: 2, counted: 2 })
  await app.sql('select forget_sightings(100)')
  assert.deepEqual(await seen(), { stored: 1, counted: 1 })
})

test('RATE_LIMITS=off counts nothing and refuses nothing', async () => {
  const free = await app.secondProcess({ ...settings, RATE_LIMITS: 'off' })
  const { ids, read, seen, installation } = await practice(3)
  await app.sql('update installation set patients_per_day = 1 where id = $1', [installation.id])
  for (const id of ids) assert.equal(await read(id, free), 200)
  assert.deepEqual(await seen(), { stored: 0, counted: 0 })
})
