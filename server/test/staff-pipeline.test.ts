import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyMember, permission } from '@clinic/contract/access.ts'
import { Id, resource, shape, Text } from '@clinic/contract/fields.ts'
import { family, Type } from '@clinic/contract/kernel.ts'
import { sql } from '../src/db/statement.ts'
import { refuse } from '../src/kernel/errors.ts'
import { implement } from '../src/kernel/implement.ts'
import { startApp } from './support/app/harness.ts'
import { openStaffScene, staffClient, staffMember } from './support/staff/scene.ts'
import { serveStaff } from './support/staff/serve-staff.ts'

/** Operations that no console has yet: they read and write patients through the surface of the console. */
const shared = { summary: 'A test' }
const manage = permission('members:manage')
const { operation } = family('Test', { read: manage, write: manage, sight: 'clinic' })
const PatientCard = resource('patient', { id: Id, fileNumber: Type.String() })
const getCard = operation({
  ...shared,
  id: 'getCard',
  route: 'GET /patients/:id',
  input: { id: Id },
  returns: PatientCard,
})
const listCards = operation({
  ...shared,
  id: 'listCards',
  route: 'GET /patients',
  access: anyMember,
  answer: 'all',
  returns: PatientCard,
})
const Visit = shape('visit', { id: Id, patientId: Id })
const getDay = operation({
  ...{ ...shared, id: 'getDay', route: 'GET /day', access: anyMember },
  returns: shape('day', { visits: Type.Array(Visit) }),
})
const Note = shape('note', { id: Id, patientId: Id, text: Type.String() })
const input = { patientId: Id, text: Text(1, 100) }
const addNote = operation({ ...shared, id: 'addNote', route: 'POST /notes', input, returns: Note, status: 201 })
const addReminder = operation({ ...shared, id: 'addReminder', route: 'POST /reminders', input, returns: Note })
const previewNote = operation({
  ...shared,
  id: 'previewNote',
  route: 'POST /notes/preview',
  reads: true,
  input,
  returns: Note,
})
const changeNote = operation({
  ...shared,
  id: 'changeNote',
  route: 'PATCH /notes/:id',
  input: { id: Id, ...input },
  returns: Note,
})

const patients = sql<Row>('select id, clinic_file_number as number from patient where company_id = $1 order by id')
interface Row {
  id: string
  number: string
}
const present = ({ id, number }: Row) => ({
  object: 'patient' as const,
  id,
  fileNumber: number,
  birthDate: '1990-01-01',
})
let notes = 0
let refusals = 0
const note = (wish: { patientId: string; text: string }) => ({ data: { id: `not_${++notes}`, ...wish } })

const implementations = [
  implement(getCard, async (tx, { id }) => {
    const { id: found, clinic_file_number: number } = await tx.get('patient', id)
    return { data: present({ id: found, number: String(number) }) }
  }),
  implement(listCards, async tx => ({ data: (await tx.sql(patients([tx.clinic.id]))).map(present) })),
  implement(getDay, async tx => {
    const rows = await tx.sql(patients([tx.clinic.id]))
    return { data: { visits: rows.map(({ id }) => ({ id: 'apt_1', patientId: id })) } }
  }),
  implement(addNote, async (_tx, wish) => {
    if (wish.text === 'refused once' && refusals++ === 0) refuse('lead_exists')
    return note(wish)
  }),
  implement(previewNote, async (tx, wish) => {
    const [row] = await tx.sql(patients([tx.clinic.id]))
    return { data: { ...wish, id: row?.id ?? '' } }
  }),
  implement(addReminder, async (_tx, wish) => note(wish)),
  implement(changeNote, async (_tx, wish) => ({ data: wish, changed: ['not_other'] })),
]

const app = await startApp()
const scene = await openStaffScene(app)
const { clinic, patient, user } = scene
const url = await serveStaff(app, implementations)
const owner = staffClient({ url }, () => scene.cookie)

async function recordsOf({ headers }: { headers: Headers }) {
  const rows = await app.sql<{
    caller: string
    operation: string
    resource_ids: string[]
    patient_ids: string[]
    token_id: string
  }>('select * from audit_record where request_id = $1', [headers.get('service-request-id')])
  return rows.map(row => [row.caller, row.operation, row.resource_ids, row.patient_ids])
}
const caller = `staff ${user.id}`

test('a read of a patient by staff leaves the audit record that a plugin’s leaves, with the patient’s id', async () => {
  const answer = await owner.call(getCard, { id: patient.id })
  assert.deepEqual([answer.status, Object.keys(answer.body.data)], [200, ['object', 'id', 'fileNumber']])
  assert.deepEqual(await recordsOf(answer), [[caller, 'getCard', [patient.id], [patient.id]]])
  const nobody = await owner.call(getCard, { id: 'pat_nobody' })
  assert.equal(nobody.status, 404)
  assert.deepEqual(await recordsOf(nobody), [[caller, 'getCard', ['pat_nobody'], ['pat_nobody']]])
})

test('a list of patients names each of them in its record, and a screen those of the records that it holds', async () => {
  const second = await app.patient(scene.branch)
  const ids = [patient.id, second.id].sort()
  assert.deepEqual(await recordsOf(await owner.call(listCards, {})), [[caller, 'listCards', ids, ids]])
  assert.deepEqual(await recordsOf(await owner.call(getDay, {})), [[caller, 'getDay', [], ids]])
})

test('a write by staff names the patient in its answer, and every record that it changed', async () => {
  const answer = await owner.call(changeNote, { id: 'not_1', patientId: patient.id, text: 'x' })
  assert.deepEqual(await recordsOf(answer), [[caller, 'changeNote', ['not_1', 'not_other'], [patient.id]]])
})

test('a POST by staff is answered byte for byte again under its key, and done once', async () => {
  const wish = { patientId: patient.id, text: 'once' }
  const before = notes
  const first = await owner.call(addNote, wish, { key: 'one' })
  const again = await owner.call(addNote, wish, { key: 'one' })
  assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text])
  assert.deepEqual([first.headers.get('idempotent-replay'), again.headers.get('idempotent-replay')], [null, 'true'])
  assert.equal(notes, before + 1)
  const other = await owner.call(addNote, { ...wish, text: 'other' }, { key: 'one' })
  assert.deepEqual([other.status, other.body.error.code], [422, 'idempotency_key_reused'])
  const elsewhere = await owner.call(addReminder, wish, { key: 'one' })
  assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [422, 'idempotency_key_reused'])
  // What is shown again is recorded again.
  assert.deepEqual(await recordsOf(again), [[caller, 'addNote', [first.body.data.id], [patient.id]]])
})

test('without a usable key a POST by staff is not done; one that only reads needs none and keeps nothing', async () => {
  const wish = { patientId: patient.id, text: 'each' }
  for (const key of [null, '']) {
    const { status, body } = await owner.call(addNote, wish, { key })
    assert.deepEqual([status, body.error.code], [400, 'idempotency_key_required'])
  }
  const kept = async () =>
    (await app.sql('select 1 from idempotency_record where company_id = $1', [clinic.company_id])).length
  const before = await kept()
  const preview = await owner.call(previewNote, wish, { key: null })
  assert.deepEqual([preview.status, preview.body.data.text], [200, 'each'], preview.text)
  assert.equal((await owner.call(previewNote, wish, { key: 'looked at' })).headers.get('idempotent-replay'), null)
  assert.equal(await kept(), before)
})

test('a key belongs to its person and to the clinic they are in', async () => {
  const wish = { patientId: patient.id, text: 'mine' }
  const first = await owner.call(addNote, wish, { key: 'shared' })
  const { cookie } = await staffMember(app, clinic, 'admin')
  const theirs = await staffClient({ url }, () => cookie).call(addNote, wish, { key: 'shared' })
  assert.deepEqual([theirs.status, theirs.headers.get('idempotent-replay')], [201, null])
  assert.notEqual(theirs.body.data.id, first.body.data.id)
})

test('of the same POSTs at the same time one is done, and the others are answered with it or told to wait', async () => {
  const wish = { patientId: patient.id, text: 'together' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.call(addNote, wish, { key: 'together' })))
  const done = answers.filter(({ status }) => status === 201)
  assert.equal(new Set(done.map(({ text }) => text)).size, 1)
  for (const { status, body } of answers.filter(answer => answer.status !== 201))
    assert.deepEqual([status, body.error.code], [409, 'idempotency_conflict'])
  assert.equal(done.filter(({ headers }) => headers.get('idempotent-replay') === null).length, 1)
})

test('a refusal of staff is not kept: the same request runs again under its key', async () => {
  const wish = { patientId: patient.id, text: 'refused once' }
  const refused = await owner.call(addNote, wish, { key: 'refused' })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'lead_exists'])
  assert.equal((await owner.call(addNote, wish, { key: 'refused' })).status, 201)
})

test('an answer lies sealed under its key', async () => {
  const wish = { patientId: patient.id, text: 'never to be read' }
  const { text } = await owner.call(addNote, wish, { key: 'sealed' })
  assert.equal((await owner.call(addNote, wish, { key: 'sealed' })).text, text)
  const [row] = await app.sql<{ sealed: boolean; text: string }>(
    "select sealed, encode(body, 'escape') as text from idempotency_record where company_id = $1 and key = 'sealed'",
    [clinic.company_id],
  )
  assert.ok(row?.sealed && !row.text.includes(wish.text))
})

test('a read of a patient by staff is recorded once in ten minutes for each login and operation', async () => {
  const { cookie } = await staffMember(app, clinic, 'owner')
  const another = staffClient({ url }, () => cookie)
  const recorded = async () => (await recordsOf(await another.call(getCard, { id: patient.id }))).length
  assert.deepEqual([await recorded(), await recorded()], [1, 0])
  assert.equal((await recordsOf(await another.call(listCards, {}))).length, 1)
  const added = await app.patient(scene.branch)
  const [[, , , shown] = []] = await recordsOf(await another.call(listCards, {}))
  assert.deepEqual(shown, [added.id])
})
