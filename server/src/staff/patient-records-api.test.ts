import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  announceFile,
  confirmFile,
  listFilesOfPatient,
  listFormsOfPatient,
  listXRaysOfPatient,
  renameFile,
} from '@clinic/contract/staff/patient-records.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { SAMPLES } from '../../test/support/clinic/file-samples.ts'
import { sendForm } from '../../test/support/clinic/upload.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'

const app = await startApp()
const { clinic, branch, doctor, patient } = await app.practice()
const other = await app.branch(clinic)
const far = await app.patient(other)

async function as(role: string, practitioner?: { id: string } | null) {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return staffClient(app, () => cookie)
}
const [assistant, limited] = [await as('assistant'), await as('receptionist', doctor)]
const PNG = SAMPLES['image/png']
const wished = (kind: 'file' | 'xray', id = patient.id) =>
  ({ id, fileName: 'smile.png', contentType: 'image/png', sizeBytes: PNG.length, kind }) as const

async function added(kind: 'file' | 'xray', id = patient.id) {
  const { fileId, ...target } = (await assistant.call(announceFile, wished(kind, id))).body.data
  await sendForm(target, PNG)
  const { body, text } = await assistant.call(confirmFile, { id, fileId })
  assert.equal(body.data?.id, fileId, text)
  return body.data
}
const eventsOf = async (patientId: string) =>
  (
    await app.sql<{ type: string }>(
      `select type from event where company_id = $1 and data->>'patientId' = $2 order by created_at, id`,
      [clinic.company_id, patientId],
    )
  ).map(({ type }) => type)

test('what staff add to a file is told to plugins once, is handed out for a short time, and is renamed in silence', async () => {
  const { body } = await assistant.call(announceFile, wished('file'))
  const early = await assistant.call(confirmFile, { id: patient.id, fileId: body.data.fileId })
  assert.deepEqual([early.status, early.body.error.code], [409, 'upload_not_found'])
  const file = await added('file')
  const xray = await added('xray')
  assert.deepEqual(await eventsOf(patient.id), ['file.created', 'xray.created'])
  const renamed = await assistant.call(renameFile, { id: file.id, name: 'Before treatment.png' })
  assert.equal(renamed.status, 200, renamed.text)
  const files = await assistant.all(listFilesOfPatient, { id: patient.id })
  assert.deepEqual(
    files.map(({ id, name, xrayId }) => [id, name, xrayId !== null]),
    [
      [xray.id, 'smile.png', true],
      [file.id, 'Before treatment.png', false],
    ],
  )
  const images = await assistant.all(listXRaysOfPatient, { id: patient.id })
  assert.deepEqual(
    images.map(one => one.files.map(({ id }) => id)),
    [[xray.id]],
  )
  const bytes = await fetch(files[1]?.downloadUrl ?? '')
  assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), PNG)
  assert.match(bytes.headers.get('content-disposition') ?? '', /Before(%20| )treatment\.png/)
  assert.deepEqual(await eventsOf(patient.id), ['file.created', 'xray.created'])
  const wrong = await assistant.call(renameFile, { id: file.id, name: '../x' })
  assert.equal(wrong.status, 400)
})

test('files of a patient out of sight are not there, to read, to add to and to rename', async () => {
  const theirs = await added('file', far.id)
  const asked = await Promise.all([
    limited.list(listFilesOfPatient, { id: far.id }),
    limited.list(listXRaysOfPatient, { id: far.id }),
    limited.list(listFormsOfPatient, { id: far.id }),
    limited.call(announceFile, wished('file', far.id)),
    limited.call(renameFile, { id: theirs.id, name: 'Mine.png' }),
  ])
  assert.deepEqual(
    asked.map(({ status }) => status),
    [404, 404, 404, 404, 404],
  )
  assert.equal((await limited.list(listFilesOfPatient, { id: patient.id })).status, 200)
})

test('forms stand in the order in which they need somebody: to be signed, open, then the rest by age', async () => {
  const form = (id: string, hour: number, facts: Record<string, unknown>) =>
    app.insert('consent_form', {
      ...{ company_id: clinic.company_id, id: `cns_${id}`, patient_id: patient.id, branch_id: branch.id, body: 'Yes.' },
      ...{
        name: id,
        sign_required: true,
        created_at: `2026-01-01T0${hour}:00:00Z`,
        updated_at: '2026-01-01T09:00:00Z',
      },
      ...facts,
    })
  const signed = { signed: true, signed_at: '2026-01-02T08:00:00.000Z', signer_name: 'Sara' }
  await form('signed', 5, signed)
  await form('voluntary', 2, { sign_required: false })
  await form('older', 1, {})
  await form('newer', 3, {})
  await form('lapsed', 4, { ...signed, expires_at: '2026-02-01T00:00:00Z' })
  const { body } = await assistant.list(listFormsOfPatient, { id: patient.id })
  assert.deepEqual(
    body.data.map(({ name, state, kind }) => `${name} ${state} ${kind}`),
    [
      ...['newer UNSIGNED CONSENT', 'older UNSIGNED CONSENT', 'voluntary OPEN CONSENT'],
      ...['signed DONE CONSENT', 'lapsed EXPIRED CONSENT'],
    ],
  )
  assert.deepEqual(body.data.at(3)?.signedAt, signed.signed_at)
})
