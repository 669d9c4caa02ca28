import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { confirmFileUpload, getPatientFile, requestFileUpload } from '@clinic/contract/files.ts'
import { createPaymentLink, getOnlinePayment } from '@clinic/contract/online-payments.ts'
import { addForm, publishForm } from '@clinic/contract/staff/clinic-forms.ts'
import { createPatientLink } from '@clinic/contract/staff/patient-links.ts'
import { getFormSheet } from '@clinic/contract/staff/submissions.ts'
import { cleanMoves } from '../src/cells/move/run-move.ts'
import { useProvider } from '../src/domain/providers/clinic-provider.ts'
import { twilioSignature } from '../src/providers/messages/twilio.ts'
import { apiClient } from './support/app/api-client.ts'
import { atHost } from './support/app/at-host.ts'
import { appIn, startCells } from './support/app/cells.ts'
import { type Destination, move } from './support/app/moving.ts'
import { oneAddress } from './support/app/one-address.ts'
import { atEnd } from './support/at-end.ts'
import { SAMPLES } from './support/clinic/file-samples.ts'
import { issueInvoice } from './support/clinic/money.ts'
import { payingOnline, sandboxOf } from './support/clinic/online-payments.ts'
import { eventually } from './support/eventually.ts'
import { staffClient, staffMember } from './support/staff/scene.ts'
import { ORIGIN } from './support/staff/staff.ts'

const files = await mkdtemp(join(tmpdir(), 'clinic-links-'))
atEnd(() => rm(files, { recursive: true, force: true }))
const hostOf = (name: Destination) => `http://${name}.example`
const cells = await startCells(name => ({ BASE_URL: hostOf(name), WEB_ORIGIN: ORIGIN, DATA_DIR: files }))
const { control, north, south, databases } = cells
const { url } = await oneAddress(cells)
const places = { control, north: north.app, south: south.app }

const clinic = await north.make.clinic()
const { company_id: companyId } = clinic
const branch = await north.make.branch(clinic)
const [doctor, patient] = [await north.make.doctor([branch]), await north.make.patient(branch)]
const { cookie } = await staffMember(appIn(control, north, url), clinic, 'owner')
const desk = staffClient({ url }, () => cookie, { 'clinic-id': companyId })
const { token } = await north.make.installation(clinic)
const plugin = apiClient(url, token)
await payingOnline(north.app, clinic)
const TWILIO = { accountSid: 'AC1', authToken: 'token', from: '+15005550006' }
await north.app.write(clinic, tx => useProvider(tx, 'sms', { provider: 'twilio', settings: TWILIO }))
await north.app.sql('insert into clinic_logo (company_id, name, content_type, image) values ($1, $2, $3, $4)', [
  ...[companyId, 'a-name-that-is-not-guessed', 'image/png', SAMPLES['image/png']],
])
await eventually(async () => (await desk.get('/workplace')).status, 200)
const fields = [{ key: 'smoker', type: 'boolean' as const, label: { en: 'Do you smoke?' } }]
const form = (await desk.call(addForm, { title: 'History', fields })).body.data
assert.equal((await desk.call(publishForm, { id: form.id }, { headers: { 'if-match': '"1"' } })).status, 200)

/** Asks at the address that was handed out, by way of the proxy before its host. */
const at = (address: string, sending?: Parameters<typeof atHost>[2]) => atHost(url, address, sending)
const statusAt = async (...asked: Parameters<typeof at>) => (await at(...asked)).status

/** What is handed out while the clinic lives somewhere. */
async function handOut(place: Destination) {
  const { id: invoiceId } = await issueInvoice(places[place], { clinic, branch, doctor, patient, api: plugin }, 100)
  const payment = (await plugin.call(createPaymentLink, { invoiceId })).body.data
  const who = await places[place].patient(branch)
  const subject = { kind: 'FORM' as const, subjectId: form.id, patientId: who.id, channel: 'none' as const }
  const asked = (await desk.call(createPatientLink, subject)).body.data
  const png = SAMPLES['image/png']
  const about = {
    fileName: 'smile.png',
    contentType: 'image/png' as const,
    sizeBytes: png.length,
    kind: 'file' as const,
  }
  const upload = (await plugin.call(requestFileUpload, { id: patient.id, ...about })).body.data
  for (const address of [payment.paymentLink, asked.url, upload.uploadUrl])
    assert.ok(address?.startsWith(hostOf(place)), String(address))
  return { place, payment, asked, upload, png }
}

/** Everything that was handed out at a place works, though the clinic lives elsewhere by now. */
async function useAll({ place, payment, asked, upload, png }: Awaited<ReturnType<typeof handOut>>): Promise<void> {
  const link = String(payment.paymentLink)
  await eventually(() => statusAt(link), 200)
  assert.equal(await statusAt(link, { body: new URLSearchParams({ action: 'pay' }) }), 303)
  assert.equal((await plugin.call(getOnlinePayment, { id: payment.id })).body.data.status, 'SUCCESS')

  assert.equal(await statusAt(asked.url), 200)
  assert.equal(await statusAt(asked.url, { body: new URLSearchParams({ action: 'show' }) }), 200)
  const answer = new URLSearchParams({ action: 'answer', asked: 'smoker', q_smoker: 'yes' })
  assert.equal(await statusAt(asked.url, { body: answer }), 200)
  assert.deepEqual((await desk.call(getFormSheet, { id: asked.subjectId })).body.data.answers, { smoker: true })

  const body = new FormData()
  for (const [name, value] of Object.entries(upload.fields)) body.append(name, value)
  body.append('file', new Blob([new Uint8Array(png)]), 'smile.png')
  assert.equal(await statusAt(upload.uploadUrl, { body }), 204)
  assert.equal((await plugin.call(confirmFileUpload, { id: patient.id, fileId: upload.fileId })).status, 200)

  const { provider, id, amount } = { ...payment, provider: 'sandbox' }
  const news = { id, reference: 'unknown', outcome: 'PENDING' as const, amountMinor: amount * 100, currency: 'SAR' }
  const gateway = `${hostOf(place)}/callbacks/payments/${provider}/${companyId}`
  assert.equal(await statusAt(gateway, { ...sandboxOf(clinic).callback(news), method: 'POST' }), 200)
  assert.equal(await statusAt(gateway, { body: '{}', headers: { 'content-type': 'application/json' } }), 401)
  const carrier = `${hostOf(place)}/callbacks/messages/twilio/${companyId}`
  const received = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'delivered' })
  for (const [signed, status] of [
    [carrier, 200],
    [`${carrier}?more`, 401],
  ] as const) {
    const headers = { 'x-twilio-signature': twilioSignature(signed, received, 'token') }
    assert.equal(await statusAt(carrier, { body: received, headers }), status)
  }
}

const UNKNOWN = ['/pay/0123456789abcdef0123456789abcdef', `/p/form/${'x'.repeat(32)}`, '/files/none?clinicId=cli_none']

test('what was handed out before a clinic moved works at its old address, wherever the clinic goes and when it is back', async () => {
  const handedOut = [[], [], []].map((): Awaited<ReturnType<typeof handOut>>[] => [])
  const journey = ['north', 'south', 'control', 'north'] as const
  for (const [stop, place] of journey.entries()) {
    if (stop > 0) await move(cells, companyId, place)
    await eventually(() => statusAt(`${hostOf('north')}/clinic-logos/a-name-that-is-not-guessed`), 200)
    await eventually(
      async () => (await plugin.call(getPatientFile, { id: patient.id, fileId: 'fil_none' })).status,
      404,
    )
    for (const earlier of handedOut[stop - 1] ?? []) await useAll(earlier)
    for (const later of handedOut.slice(stop)) later.push(await handOut(place))
    if (stop > 0) await cleanMoves({ controlUrl: databases.control.ownerUrl, companyId, log: () => undefined })
  }
})

test('what was downloaded by an address of before is downloaded by it after a move', async () => {
  const { upload, png } = await handOut('north')
  const body = new FormData()
  for (const [name, value] of Object.entries(upload.fields)) body.append(name, value)
  body.append('file', new Blob([new Uint8Array(png)]), 'smile.png')
  assert.equal(await statusAt(upload.uploadUrl, { body }), 204)
  const { downloadUrl } = (await plugin.call(confirmFileUpload, { id: patient.id, fileId: upload.fileId })).body.data
  await move(cells, companyId, 'south')
  await eventually(() => statusAt(downloadUrl), 200)
  assert.deepEqual((await at(downloadUrl)).body, png)
})

test('an unknown link is answered the same at the host of every cell', async () => {
  for (const path of UNKNOWN) {
    const answers = []
    for (const name of ['control', 'north', 'south'] as const) {
      const { status, body } = await at(`${hostOf(name)}${path}`)
      answers.push([status, body.toString().replace(/req_\w+/g, '')])
    }
    assert.equal(answers[0]?.[0], 404)
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
  }
})

test('who holds a link and asks the cell that the clinic has left is told which it is, as long as that knows', async () => {
  const { payment, asked } = await handOut('south')
  await cleanMoves({ controlUrl: databases.control.ownerUrl, companyId, log: () => undefined })
  await move(cells, companyId, 'north')
  for (const link of [String(payment.paymentLink), asked.url]) {
    const { status, headers } = await atHost(south.app.url, link)
    assert.deepEqual([status, headers['clinic-cell']], [421, 'north'])
  }
  await cleanMoves({ controlUrl: databases.control.ownerUrl, companyId, log: () => undefined })
  assert.equal((await atHost(south.app.url, asked.url)).status, 404)
})

test('a link is known to the proxy until it has ended', async () => {
  const { asked } = await handOut('north')
  await cleanMoves({ controlUrl: databases.control.ownerUrl, log: () => undefined })
  const links = async () => (await control.sql('select from moved_link where company_id = $1', [companyId])).length
  const before = await links()
  assert.ok(before > 0 && asked.url !== '')
  await control.sql("update moved_link set ends_at = now() where company_id = $1 and ends_at < 'infinity'", [companyId])
  await cleanMoves({ controlUrl: databases.control.ownerUrl, log: () => undefined })
  assert.equal(await links(), 1, 'the picture of the clinic')
})
