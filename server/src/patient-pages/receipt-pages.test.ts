import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createPatientLink, revokePatientLink } from '@clinic/contract/staff/patient-links.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { template } from '../../test/support/clinic/message-templates.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { figuresIn } from '../../test/support/clinic/receipts.ts'
import { openStaffScene, staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { recordPayment } from '../domain/billing/record-payment.ts'
import { voidInvoice } from '../domain/invoicing/void-invoice.ts'

const app = await startApp()
const scene = await openStaffScene(app)
const { clinic, branch, api } = scene
await app.sql(`update branch set phones = '{+966112345678}' where id = $1`, [branch.id])
const PATIENT_WORDS = /Salma|Haddad|Zirconia|1,150|966500000001/

/** The receipt of a patient of 1990, who paid a part, and a link to it. */
async function receipted(wish: object = {}, linkWish: object = {}) {
  const patient = await app.patient(branch, {
    ...{ first_name: 'Salma', last_name: 'Haddad', phone_number: '+966500000001', birth_date: '1990-05-04' },
    ...wish,
  })
  const lines = [{ name: 'Zirconia <b>crown</b>', unitMinor: 100_000, taxPercent: 15 }]
  const invoice = await issueInvoice(app, { ...scene, patient }, 0, { lines, patientId: patient.id })
  await app.write(clinic, tx => recordPayment(tx, { invoiceId: invoice.id, amount: 400, type: 'CARD' }))
  return { patientId: patient.id, invoiceId: invoice.id, ...(await linkTo(invoice.id, patient.id, linkWish)) }
}
async function linkTo(subjectId: string, patientId: string, wish: object = {}) {
  const input = { kind: 'RECEIPT' as const, subjectId, patientId, channel: 'none' as const, ...wish }
  const { status, body, text } = await api.call(createPatientLink, input)
  assert.equal(status, 201, text)
  return { linkId: body.data.id, url: `${app.url}/p/receipt/${body.data.url.split('/').at(-1)}` }
}
const send = (url: string, fields: Record<string, string>, language = 'en') =>
  fetch(`${url}?lang=${language}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('a link asks for the year of birth and shows nothing before; then the receipt, with the same figures in each language', async () => {
  const { url } = await receipted()
  const gate = await fetch(`${url}?lang=en`)
  assert.equal(gate.status, 200)
  assert.doesNotMatch(await gate.text(), PATIENT_WORDS)
  const wrong = await send(url, { year: '1991' })
  assert.equal(wrong.status, 403)
  assert.doesNotMatch(await wrong.text(), PATIENT_WORDS)
  const [english, arabic] = [await send(url, { year: '1990' }), await send(url, { year: '1990' }, 'ar')]
  const [en, ar] = [await english.text(), await arabic.text()]
  assert.match(en, /Zirconia &lt;b&gt;crown/)
  assert.match(en, /Left to pay.*750\.00/s)
  assert.match(ar, /المتبقي للدفع/)
  assert.deepEqual(figuresIn(ar), figuresIn(en))
  assert.ok(figuresIn(en).figures.includes('1,150.00'))
  assert.match(
    english.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*script-src 'sha256-[\w+/=]{44}'$/,
  )
})

test('it is shown and printed as often as the patient likes, and that is recorded, as wrong answers are, with the address', async () => {
  const { url, linkId, invoiceId, patientId } = await receipted()
  assert.equal((await send(url, { year: '1991' })).status, 403)
  for (let time = 0; time < 2; time++) assert.equal((await send(url, { year: '1990' })).status, 200)
  for (let time = 0; time < 2; time++) {
    const paper = await send(url, { year: '1990', action: 'answer' })
    assert.equal(paper.status, 200)
    assert.match(await paper.text(), /data-paper="A4".*<script>/s)
  }
  const records = await app.sql<{ operation: string; address: string; resource_ids: string[]; patient_ids: string[] }>(
    `select operation, address, resource_ids, patient_ids from audit_record
     where company_id = $1 and caller = $2 order by recorded_at`,
    [clinic.company_id, `system patient link ${linkId}`],
  )
  assert.deepEqual(
    new Set(records.map(({ operation }) => operation)),
    new Set(['openReceipt', 'viewReceipt', 'printReceiptByLink']),
  )
  assert.ok(records.every(({ address }) => address === '127.0.0.1'))
  const prints = records.filter(({ operation }) => operation === 'printReceiptByLink')
  assert.deepEqual(
    prints.map(({ resource_ids, patient_ids }) => [resource_ids, patient_ids]),
    [[[invoiceId], [patientId]]],
  )
})

test('who cannot say the year cannot print', async () => {
  const { url } = await receipted()
  const refused = await send(url, { year: '1991', action: 'answer' })
  assert.equal(refused.status, 403)
  assert.doesNotMatch(await refused.text(), PATIENT_WORDS)
})

test('expired, revoked and replaced links, and one to what became void, say so with the phone: no word of the patient', async () => {
  const [expired, revoked, replaced, ended] = [
    await receipted(),
    await receipted(),
    await receipted(),
    await receipted(),
  ]
  await app.sql(`update patient_link set expires_at = '2020-01-01' where id = $1`, [expired.linkId])
  await api.call(revokePatientLink, { id: revoked.linkId })
  await linkTo(replaced.invoiceId, replaced.patientId)
  const unpaid = await issueInvoice(app, { ...scene, patient: { ...scene.patient, id: ended.patientId } }, 100)
  const { url: endedUrl } = await linkTo(unpaid.id, ended.patientId)
  await app.write(clinic, tx => voidInvoice(tx, { id: unpaid.id, reason: 'Twice' }))
  const said = [
    [expired.url, /no longer valid/],
    [revoked.url, /closed this link/],
    [replaced.url, /replaced by a newer one/],
    [endedUrl, /closed this link/],
  ] as const
  for (const [url, why] of said)
    for (const answer of [await fetch(`${url}?lang=en`), await send(url, { year: '1990', action: 'answer' })]) {
      const page = await answer.text()
      assert.equal(answer.status, 410)
      assert.match(page, why)
      assert.match(page, /\+966112345678/)
      assert.doesNotMatch(page, /Salma|Haddad|Zirconia|1,150/)
    }
})

test('forged tokens, and those of another kind of link, are not known', async () => {
  const open = await receipted()
  const other = await fetch(open.url.replace('/p/receipt/', '/p/consent/'))
  assert.deepEqual([other.status, PATIENT_WORDS.test(await other.text())], [404, false])
  for (const token of ['x', 'A'.repeat(32), '%00', randomBytes(24).toString('base64url')])
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: new URLSearchParams({ year: '1990' }) } : {}
      const answer = await fetch(`${app.url}/p/receipt/${token}`, { method, ...body })
      assert.ok([400, 404].includes(answer.status), `${method} ${token} ${answer.status}`)
      assert.doesNotMatch(await answer.text(), PATIENT_WORDS)
    }
})

test('a link is sent by those who bill, of what was handed over, to the patient whose it is', async () => {
  const { invoiceId, patientId } = await receipted()
  const wanted = { kind: 'RECEIPT' as const, subjectId: invoiceId, patientId }
  const made = (await api.call(createPatientLink, { ...wanted, channel: 'sms' })).body.data
  const { id: templateId } = await template(app, clinic, { body: '{{1}}: {{2}}', variable_count: 2 })
  assert.equal((await api.call(createPatientLink, { ...wanted, channel: 'whatsapp', templateId })).status, 201)
  const sent = await app.sql<{ channel: string; text: string }>(
    'select channel, text from communication where company_id = $1 and patient_id = $2 order by created_at, id',
    [clinic.company_id, patientId],
  )
  assert.deepEqual(
    sent.map(({ channel }) => channel),
    ['sms', 'whatsapp'],
  )
  assert.ok(sent[0]?.text.includes(made.url))
  const draft = await issueInvoice(app, scene, 100, { patientId, release: false })
  const codes = await Promise.all(
    [
      { ...wanted, channel: 'none' as const, subjectId: draft.id },
      { ...wanted, channel: 'none' as const, patientId: scene.patient.id },
      { ...wanted, channel: 'none' as const, subjectId: 'inv_none' },
    ].map(async input => (await api.call(createPatientLink, input)).body.error?.code),
  )
  assert.deepEqual(codes, ['invalid_state_transition', 'not_found', 'not_found'])
  for (const [role, status] of [
    ['accountant', 201],
    ['receptionist', 201],
    ['assistant', 403],
  ] as const) {
    const { cookie } = await staffMember(app, clinic, role)
    const answer = await staffClient(app, () => cookie).call(createPatientLink, { ...wanted, channel: 'none' })
    assert.equal(answer.status, status, role)
  }
})
