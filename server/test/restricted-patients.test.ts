import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAppointments } from '@clinic/contract/appointments.ts'
import { operations } from '@clinic/contract/index.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { pathNames } from '@clinic/contract/kernel.ts'
import { listPatients } from '@clinic/contract/patients.ts'
import { claimCommunication } from '../src/domain/messaging/claim-communication.ts'
import { FATES } from '../src/domain/privacy/fates.ts'
import { endRetentionNightly } from '../src/jobs/end-retention.ts'
import type { Job } from '../src/jobs/job.ts'
import { sealAuditRegularly } from '../src/jobs/seal-audit.ts'
import { verifyClinicAudit } from '../src/jobs/verify-clinic-audit.ts'
import { inputFor, proven } from './conformance/input-for.ts'
import { call, openScene } from './conformance/scene.ts'
import { runJobs } from './support/app/jobs.ts'
import { contentsOf, giveAllTo, SEEDED, seedTexts } from './support/clinic/one-patient.ts'
import { startAssistant } from './support/oauth/assistant-app.ts'
import { employee } from './support/staff/staff.ts'

const { app, connect } = await startAssistant()
const scene = await openScene(app)
const { clinic, branch, doctor, patient, api } = scene
const company = clinic.company_id
/** Events tell ids for 30 days, whatever becomes of the records; the others are not about patients. */
const APART = /Endpoint|sandbox|Installation|Event/i
const walked = operations.filter(operation => proven(operation) && !APART.test(operation.id))

// Records of every kind, made through the plugin API, and inputs that name some: then all of them are one patient's.
for (const operation of walked) await call(api, operation, await inputFor(operation, scene))
const inputs = new Map<string, Record<string, unknown>>()
for (const operation of walked) inputs.set(operation.id, await inputFor(operation, scene))
const tables = Object.keys(FATES)
await giveAllTo(app, company, patient.id)
const filled = await seedTexts(app, company, patient.id)
const assistant = await connect(clinic)
const [owner, doctors] = [await employee(app, clinic, 'owner'), await employee(app, clinic, 'doctor')]
const erasure = `/patients/${patient.id}/erasure`
const confirmed = { reason: 'Asked for it', confirm: String(patient.file_number) }

/** The ids of records that are hidden, and of those that stay to be read. */
async function idsUnder(command: 'r' | 'w'): Promise<Set<string>> {
  const guarded = await app.sql<{ name: string }>(
    `select polrelid::regclass::text as name from pg_policy where polname = 'unrestricted' and polcmd = $1`,
    [command],
  )
  const found = guarded
    .filter(({ name }) => !['withheld_text', 'record_change', 'patient', 'patient_relation'].includes(name))
    .map(({ name }) => `select id from ${name} where company_id = $1`)
  return new Set((await app.sql<{ id: string }>(found.join(' union all '), [company])).map(({ id }) => id))
}
const [hidden, frozen] = [(await idsUnder('r')).add(patient.id), await idsUnder('w')]

/** The ids of what an answer shows as records. */
function recordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn)
  if (!isRecord(value)) return []
  const own = typeof value.id === 'string' && 'object' in value ? [value.id] : []
  return [...own, ...Object.values(value).flatMap(recordsIn)]
}
const eventsOf = (type: string) =>
  app.sql(`select id from event where company_id = $1 and type = $2 and data->>'id' = $3`, [company, type, patient.id])

const before = await contentsOf(app, company, tables)
const since = new Date().toISOString()

async function hold(reason: string | null): Promise<void> {
  const { body } = await owner.send<{ version: number }>('GET', `/patients/${patient.id}/privacy`)
  const version = { 'if-match': `"${body.data.version}"` }
  assert.equal((await owner.send('PUT', `/patients/${patient.id}/legal-hold`, { reason }, version)).status, 200)
}

test('a file is restricted by the number of the file alone, and not under a legal hold', async () => {
  assert.ok(filled > 25, `Only ${filled} tables have something of the patient.`)
  const codeOf = async (body: object) => (await owner.send('POST', erasure, body)).body.error?.code
  assert.equal(await codeOf({ ...confirmed, confirm: '0' }), 'confirmation_mismatch')
  await hold('A lawsuit')
  assert.equal(await codeOf(confirmed), 'legal_hold')
  await hold(null)
  assert.equal((await doctors.send('POST', erasure, confirmed)).body.error.code, 'not_permitted')
  assert.equal((await owner.send('POST', erasure, confirmed)).status, 201)
  assert.equal(await codeOf(confirmed), 'invalid_state_transition')
})

test('nothing of a restricted patient is found or listed by any operation of the plugin API, and no text of theirs is shown', async () => {
  const wrong: string[] = []
  for (const operation of walked) {
    const input = inputs.get(operation.id) ?? {}
    const inPath = pathNames(operation.path).map(name => String(input[name]))
    const named = Object.values(input).map(String)
    const { status, body, text } = await call(api, operation, input)
    if (text.includes(SEEDED)) wrong.push(`${operation.id} shows a text: ${text}`)
    const shown = recordsIn(body).filter(id => hidden.has(id) && !(operation.method === 'POST' && status === 201))
    if (shown.length > 0) wrong.push(`${operation.id} shows ${shown}`)
    if (inPath.some(id => hidden.has(id)) && status !== 404) wrong.push(`${operation.id}: ${status} ${text}`)
    const writes = operation.method !== 'GET' && !operation.id.startsWith('list')
    const touches = writes && [...inPath, ...named].some(id => hidden.has(id) || frozen.has(id))
    if (touches && status < 400) wrong.push(`${operation.id} wrote: ${status}`)
  }
  assert.deepEqual(wrong, [])
})

test('nor by any tool of assistants', async () => {
  const { tools } = await (await assistant.client()).listTools()
  const [encounter, prescription, invoice, appointment] = await Promise.all(
    ['encounter', 'prescription', 'invoice', 'appointment'].map(async table => {
      const [row] = await app.sql<{ id: string }>(`select id from ${table} where company_id = $1 limit 1`, [company])
      return row?.id
    }),
  )
  const every: Record<string, unknown> = {
    ...{ patient_id: patient.id, encounter_id: encounter, prescription_id: prescription, invoice_id: invoice },
    ...{ appointment_id: appointment, branch_id: branch.id, doctor_id: doctor.id, query: SEEDED, days: 2 },
  }
  for (const { name, inputSchema } of tools) {
    const args = Object.fromEntries(
      Object.keys(inputSchema.properties ?? {}).flatMap(key => (every[key] === undefined ? [] : [[key, every[key]]])),
    )
    const { text } = await assistant.call(name, args)
    assert.ok(!text.includes(SEEDED), `${name}: ${text}`)
    // Of a visit that stays to be seen, whose it is stays too, as an id.
    for (const id of hidden) assert.ok(id === patient.id || !text.includes(id), `${name} shows ${id}`)
  }
})

test('those who read changes hear that the file is deleted, once, and see visits without their texts', async () => {
  assert.equal((await eventsOf('patient.deleted')).length, 1)
  const changed = await api.all(listAppointments, { updatedAfter: since })
  assert.ok(changed.length > 0 && changed.every(({ title, details }) => title === null && details === null))
  assert.deepEqual(
    (await api.all(listPatients, {})).filter(({ id }) => id === patient.id),
    [],
  )
})

test('the people who see to erasures see the file, and nobody else does', async () => {
  const path = `/patients/${patient.id}/privacy`
  assert.equal((await owner.send('GET', path)).status, 200)
  assert.equal(
    (await owner.send<{ patientId: string }[]>('GET', '/restricted-patients')).body.data[0]?.patientId,
    patient.id,
  )
  assert.equal((await doctors.send('GET', path)).body.error.code, 'not_permitted')
})

test('a message that waited for its time is canceled when it would be sent', async () => {
  const [queued] = await app.sql<{ id: string }>(
    `update communication set state = 'PENDING', error_code = null, claimed_until = null
     where company_id = $1 and id = (select max(id) from communication where patient_id = $2) returning id`,
    [company, patient.id],
  )
  const id = queued?.id ?? assert.fail('No message.')
  assert.equal(await app.write(clinic, tx => claimCommunication(tx, id)), undefined)
  const [row] = await app.sql<{ state: string }>('select state from communication where id = $1', [id])
  assert.equal(row?.state, 'CANCELED')
})

test('a restriction that is lifted leaves everything as it was, and is told', async () => {
  assert.equal((await owner.send('DELETE', erasure)).status, 200)
  const after = new Set(await contentsOf(app, company, tables))
  const lost = before.filter(row => !after.has(row) && !row.startsWith('communication'))
  assert.deepEqual(lost, [])
  assert.equal((await eventsOf('patient.created')).length, 1)
  assert.equal((await api.get(`/patients/${patient.id}`)).status, 200)
})

test('the nightly job makes it anonymous when its time has come: nothing that was written remains, the sums do, and the audit verifies', async () => {
  const sums = () =>
    app.sql(
      `select (select sum(total_minor) from invoice where company_id = $1) as invoiced,
        (select sum(amount_minor) from payment where company_id = $1) as paid,
        (select sum(amount_minor) from income where company_id = $1) as income,
        (select count(*) from appointment where company_id = $1) as visits`,
      [company],
    )
  const untouched = await sums()
  assert.equal((await owner.send('POST', erasure, confirmed)).status, 201)
  const early = await owner.send('POST', `/patients/${patient.id}/anonymise`, { confirm: confirmed.confirm })
  assert.equal(early.body.error.code, 'retention_not_over')
  await runJobs(app, { jobs: [endRetentionNightly] })
  assert.equal((await eventsOf('patient.deleted')).length, 2)
  await app.sql(`update patient set anonymise_at = now(), legal_hold = 'A lawsuit' where id = $1`, [patient.id])
  await night()
  assert.ok((await contentsOf(app, company, ['patient'])).some(row => row.includes(SEEDED)))
  await job(sealAuditRegularly)
  await app.sql('update patient set legal_hold = null, birth_date = $2 where id = $1', [patient.id, '1980-05-17'])
  await night()
  const rest = await contentsOf(app, company, [...tables, 'withheld_text', 'audit_record', 'event', 'income', 'claim'])
  assert.deepEqual(
    rest.filter(row => row.includes(SEEDED) || row.includes('Asked for it')),
    [],
  )
  assert.ok(rest.some(row => row.startsWith('patient') && row.includes('"birth_date": "1980-01-01"')))
  assert.deepEqual(await sums(), untouched)
  assert.deepEqual(await verified(), ['DONE', 1, []])
  const gone = await owner.send('DELETE', erasure)
  assert.equal(gone.body.error.code, 'invalid_state_transition')
})

/** A job of the schedule, now. */
async function job(scheduled: Job): Promise<void> {
  await app.sql('select graphile_worker.add_job($1)', [scheduled.name])
  await runJobs(app, { jobs: [scheduled] })
}
const night = () => job(endRetentionNightly)

/** What comes of comparing the audit with its seals, of which there were some before the patient was anonymous. */
async function verified() {
  await job(sealAuditRegularly)
  const seals = await app.sql('select size from audit_head where company_id = $1 and size > 100', [company])
  assert.ok(seals.length > 1)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const { id } = (await owner.send<{ id: string }>('POST', '/audit/verify', {}, key)).body.data
  await runJobs(app, { jobs: [verifyClinicAudit] })
  type Shown = { state: string; days: number; brokenDays: string[] }
  const { state, days, brokenDays } = (await owner.send<Shown>('GET', `/audit/verifications/${id}`)).body.data
  return [state, Math.min(days, 1), brokenDays]
}
