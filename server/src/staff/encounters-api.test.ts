import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getEncounter, listEncounters } from '@clinic/contract/encounters.ts'
import {
  addEncounterAddendum,
  getEncounterNote,
  saveEncounterDraft,
  signEncounter,
  startEncounter,
  takeVitals,
} from '@clinic/contract/staff/encounters.ts'
import { addNoteTemplate } from '@clinic/contract/staff/note-templates.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()
const company = clinic.company_id
const colleague = await app.doctor([branch])

async function as(role: string, who?: { id: string }, name = 'Person') {
  const { cookie, user } = await staffMember(app, clinic, role, who)
  await app.sql('update staff_user set name = $2 where id = $1', [user.id, name])
  return staffClient(app, () => cookie)
}
const sara = await as('doctor', doctor, 'Dr. Sara')
const omar = await as('doctor', colleague, 'Dr. Omar <b>')
const nurse = await as('assistant')
type Client = typeof sara

let visits = 0
async function visit(status = 'WAITING', wish: object = {}): Promise<string> {
  const start = Date.parse('2033-03-01T00:00:00Z') + ++visits * 1_800_000
  const at = new Date().toISOString()
  const { id } = await app.insert('appointment', {
    ...{ company_id: company, id: newId('apt'), created_at: at, updated_at: at, status },
    ...{ branch_id: branch.id, doctor_id: doctor.id, patient_id: patient.id, ...wish },
    ...{ starts_at: new Date(start).toISOString(), ends_at: new Date(start + 1_800_000).toISOString() },
  })
  return id
}

const about = { patientId: patient.id, branchId: branch.id }
async function start(wish: object = {}, client: Client = sara) {
  const { status, body, text } = await client.call(startEncounter, { ...about, ...wish })
  assert.equal(status, 201, text)
  return body.data
}
const read = async (client: Client, id: string) => (await client.call(getEncounterNote, { id })).body.data
const events = () =>
  app.sql<{ type: string; data: { id: string; status?: string } }>(
    'select type, data from event where company_id = $1 order by id',
    [company],
  )
const refusal = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error.code]

test('a visit has one encounter, which puts it under way: encounter.created and appointment.updated, each once', async () => {
  for (const status of ['CHECKEDIN', 'WAITING']) {
    const appointmentId = await visit(status)
    const before = (await events()).length
    const made = await start({ appointmentId })
    assert.equal(made.doctorId, doctor.id)
    const told = (await events()).slice(before).map(({ type, data }) => [type, data.id, data.status])
    assert.deepEqual(told.toSorted(), [
      ['appointment.updated', appointmentId, 'INPROGRESS'],
      ['encounter.created', made.id, undefined],
    ])
    const again = await omar.call(startEncounter, { ...about, appointmentId })
    assert.deepEqual(
      [again.status, again.body.error.code, again.body.error.details],
      [...[409, 'already_exists'], { id: made.id }],
    )
    assert.equal((await events()).length, before + 2)
  }
  const open = await visit('CONFIRMED')
  await start({ appointmentId: open })
  const [row] = await app.sql<{ status: string }>('select status from appointment where id = $1', [open])
  assert.equal(row?.status, 'CONFIRMED')
})

test('of twenty who begin one visit together one does, and the others are told which it is', async () => {
  const appointmentId = await visit()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? sara : omar).call(startEncounter, { ...about, appointmentId })),
  )
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  for (const { status, body } of answers.filter(one => one.status !== 201))
    assert.deepEqual([status, body.error.details], [409, { id: made[0]?.body.data.id }])
})

test('what does not fit the visit, or is of another clinic, begins nothing', async () => {
  const before = (await events()).length
  const appointmentId = await visit()
  const other = await app.practice()
  const [stranger, elsewhere] = [await app.patient(branch), await app.branch(clinic)]
  const asked = (wish: object) => sara.call(startEncounter, { ...about, ...wish })
  assert.deepEqual(refusal(await asked({ appointmentId, patientId: stranger.id })), [400, 'validation_failed'])
  assert.deepEqual(refusal(await asked({ appointmentId, branchId: elsewhere.id })), [404, 'not_found'])
  assert.deepEqual(refusal(await asked({ appointmentId: await visit('CANCELED') })), [409, 'invalid_state_transition'])
  assert.deepEqual(refusal(await asked({ patientId: other.patient.id })), [404, 'not_found'])
  assert.deepEqual(refusal(await asked({ branchId: other.branch.id })), [404, 'not_found'])
  assert.deepEqual(refusal(await asked({ doctorId: other.doctor.id })), [404, 'not_found'])
  assert.deepEqual(refusal(await asked({ templateId: 'ntp_none' })), [404, 'not_found'])
  assert.deepEqual(refusal(await nurse.call(startEncounter, about)), [403, 'not_permitted'])
  assert.equal((await events()).length, before)
})

test('a note begins with the template of its visit’s type, or the one that is chosen', async () => {
  const fields = [
    { key: 'clinicalNotes' as const, prompt: { en: 'Findings', ar: 'الموجودات' }, preset: 'Percussion: ' },
    { key: 'testsOrdered' as const, prompt: { en: 'Tests', ar: 'الفحوص' }, preset: 'INR\n\n HbA1c ' },
  ]
  const name = 'Endodontic'
  const { data } = (await sara.call(addNoteTemplate, { name, visitType: 'Root Canal', fields })).body
  const made = await start({ appointmentId: await visit('WAITING', { type: 'root canal' }) })
  assert.deepEqual(
    [made.clinicalNotes, made.testsOrdered, made.template?.id],
    [...['Percussion: ', ['INR', 'HbA1c'], data.id]],
  )
  assert.equal((await start({ appointmentId: await visit() })).template, null)
  assert.equal((await start({ templateId: data.id })).template?.name, name)
  const twice = await sara.call(addNoteTemplate, { name, fields: [...fields, ...fields.slice(0, 1)] })
  assert.deepEqual(refusal(twice), [400, 'validation_failed'])
})

test('two editors of a note: no text is lost, and each is told who wrote what', async () => {
  const { id, version } = await start()
  const save = (client: Client, from: number, texts: object) =>
    client.call(saveEncounterDraft, { id, ...texts }, { version: from })
  const first = await save(sara, version, { clinicalNotes: 'Sara’s text', diagnosis: 'Pulpitis' })
  assert.deepEqual([first.status, first.body.data.version, first.body.data.savedBy], [200, version + 1, 'Dr. Sara'])
  // Another field of the same version: both stand.
  const beside = await save(omar, version, { symptoms: 'Omar’s symptoms' })
  assert.deepEqual([beside.status, beside.body.data.clinicalNotes], [200, 'Sara’s text'])
  const clash = await save(omar, version, { clinicalNotes: 'Omar’s text' })
  assert.deepEqual(refusal(clash), [409, 'changed_meanwhile'])
  const details = clash.body.error.details as { by: object; version: number; changes: object[] }
  assert.deepEqual(details.by, { kind: 'staff', name: 'Dr. Sara' })
  assert.ok(
    details.changes.some(one => JSON.stringify(one) === '{"field":"clinicalNotes","from":null,"to":"Sara’s text"}'),
  )
  const kept = await read(omar, id)
  assert.deepEqual(
    [kept.clinicalNotes, kept.symptoms, kept.savedBy],
    [...['Sara’s text', 'Omar’s symptoms', 'Dr. Omar <b>']],
  )
  const on = await save(omar, details.version, { clinicalNotes: 'Sara’s text\nOmar’s text', diagnosis: '' })
  assert.deepEqual([on.status, on.body.data.diagnosis], [200, null])
  const texts = await app.sql<{ changes: Record<string, unknown> }>(
    'select changes from record_change where company_id = $1 and record_id = $2',
    [company, id],
  )
  for (const word of ['Sara’s text', 'Omar’s symptoms', 'Pulpitis']) assert.ok(JSON.stringify(texts).includes(word))
})

test('a signed note takes no write: by staff, again, or straight in the database', async () => {
  const { id, version } = await start({ appointmentId: await visit() })
  const saved = await sara.call(saveEncounterDraft, { id, clinicalNotes: '26 <i>tender</i>' }, { version })
  const now = saved.body.data.version
  assert.deepEqual(refusal(await omar.call(signEncounter, { id }, { version: now })), [403, 'not_permitted'])
  assert.deepEqual(refusal(await sara.call(signEncounter, { id }, { version })), [409, 'changed_meanwhile'])
  assert.deepEqual(refusal(await sara.call(addEncounterAddendum, { id, text: 'x' })), [409, 'invalid_state_transition'])
  const signed = await sara.call(signEncounter, { id }, { version: now })
  assert.equal(signed.status, 200, signed.text)
  assert.deepEqual(signed.body.data.allowed, ['ADD'])
  const writes = [
    await sara.call(saveEncounterDraft, { id, clinicalNotes: 'other' }, { version: now }),
    await omar.call(saveEncounterDraft, { id, symptoms: 'other' }, { version: now }),
    await sara.call(signEncounter, { id }, { version: now }),
    await nurse.call(takeVitals, { id, values: [{ name: 'HEART_RATE', value: 72 }] }),
  ]
  for (const answer of writes) assert.deepEqual(refusal(answer), [409, 'invalid_state_transition'])
  await assert.rejects(app.sql(`update signed_document set html = 'x' where subject_id = $1`, [id]), /never changed/)
  assert.equal((await read(sara, id)).clinicalNotes, '26 <i>tender</i>')
})

test('the hash of a note’s signature is that of its document; one byte changed in either, and it is said', async () => {
  const { id, version } = await start()
  await sara.call(saveEncounterDraft, { id, clinicalNotes: 'محضر <b>' }, { version })
  await sara.call(signEncounter, { id }, { version: version + 1 })
  const [kept] = await app.sql<{ sha256: string; html: string; hash: string }>(
    `select s.sha256, d.html, encode(sha256(convert_to(d.html, 'UTF8')), 'hex') as hash
     from signature s join signed_document d on d.company_id = s.company_id and d.id = s.document_id
     where s.subject_id = $1`,
    [id],
  )
  assert.ok(kept?.html.includes('محضر &lt;b&gt;'))
  const { signature } = await read(nurse, id)
  assert.deepEqual(signature, { signedBy: 'Dr. Sara', sha256: kept?.hash, genuine: true })
  assert.equal(kept?.sha256, kept?.hash)
  await app.sql('alter table signed_document disable trigger append_only')
  await app.sql(`update signed_document set html = html || ' ' where subject_id = $1`, [id])
  await app.sql('alter table signed_document enable trigger append_only')
  assert.equal((await read(nurse, id)).signature?.genuine, false)
})

test('plugins read a note once it is signed, and what is added behind it, and nothing of a draft', async () => {
  const { id, version } = await start()
  await sara.call(saveEncounterDraft, { id, clinicalNotes: 'Tender', testsOrdered: ['INR'] }, { version })
  const draft = (await api.call(getEncounter, { id })).body.data
  assert.deepEqual([draft.clinicalNotes, draft.testsOrdered], [null, []])
  assert.equal(JSON.stringify(await api.all(listEncounters, {})).includes('Tender'), false)
  await sara.call(signEncounter, { id }, { version: version + 1 })
  const before = (await api.call(getEncounter, { id })).body.data
  assert.deepEqual([before.clinicalNotes, before.testsOrdered], ['Tender', ['INR']])
  const added = await sara.call(addEncounterAddendum, { id, text: 'No pain since' })
  assert.deepEqual(
    added.body.data.addenda.map(({ text, addedBy }) => [text, addedBy]),
    [['No pain since', 'Dr. Sara']],
  )
  assert.deepEqual(refusal(await omar.call(addEncounterAddendum, { id, text: 'x' })), [403, 'not_permitted'])
  const after = (await api.call(getEncounter, { id })).body.data
  assert.match(String(after.clinicalNotes), /^Tender\n\n\[.* UTC, Dr\. Sara\] No pain since$/)
  assert.ok(after.updatedAt > before.updatedAt)
  assert.equal((await read(sara, id)).clinicalNotes, 'Tender')
})

test('console vitals: 0 events, and plugins read them', async () => {
  const { id } = await start()
  const before = (await events()).length
  const values = [
    { name: 'HEART_RATE' as const, value: 140 },
    { name: 'TEMPERATURE' as const, value: 36.6 },
  ]
  const { status, body } = await nurse.call(takeVitals, { id, values })
  assert.equal(status, 201)
  const rate = body.data.vitals.find(({ name }) => name === 'HEART_RATE')
  assert.deepEqual([rate?.value, rate?.status, rate?.unit, rate?.encounterId], [140, 2, '/min', id])
  assert.equal(body.data.vitals.find(({ name }) => name === 'HEIGHT')?.value, null)
  assert.equal((await events()).length, before)
  const shown = (await api.call(getEncounter, { id })).body.data.measurements
  assert.deepEqual(shown.map(({ name, value }) => [name, value]).toSorted(), [
    ['HEART_RATE', 140],
    ['TEMPERATURE', 36.6],
  ])
  const twice = await nurse.call(takeVitals, { id, values: [...values, ...values.slice(0, 1)] })
  assert.deepEqual(refusal(twice), [400, 'validation_failed'])
  const reception = await as('receptionist')
  assert.deepEqual(refusal(await reception.call(takeVitals, { id, values })), [403, 'not_permitted'])
  assert.deepEqual(refusal(await reception.call(getEncounterNote, { id })), [403, 'not_permitted'])
})
