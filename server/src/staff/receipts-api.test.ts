import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import { createCreditNote, getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import { createPatientLink, revokePatientLink } from '@clinic/contract/staff/patient-links.ts'
import { refundClinicPayment } from '@clinic/contract/staff/payments.ts'
import { printReceipt } from '@clinic/contract/staff/receipts.ts'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { practiceIn } from '../../test/support/clinic/papers.ts'
import { readQrCode } from '../../test/support/clinic/read-qr-code.ts'
import { figuresIn } from '../../test/support/clinic/receipts.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { takeTenders } from '../domain/billing/take-tenders.ts'
import { changeInvoice } from '../domain/invoicing/change-invoice.ts'
import { voidInvoice } from '../domain/invoicing/void-invoice.ts'
import { readReceipt } from '../domain/receipts/read-receipt.ts'
import { toMajor } from '../kernel/values/money.ts'

const app = await startApp()

const opened = (currency?: string) => practiceIn(app, currency)
type Opened = Awaited<ReturnType<typeof opened>>

async function printed({ owner }: Opened, id: string, wish: Omit<Input<typeof printReceipt>, 'id'> = {}) {
  const { status, body, text } = await owner.call(printReceipt, { id, ...wish })
  assert.equal(status, 200, text)
  return body.data
}
const codeOf = ({ clinic }: Practice, id: string) =>
  app.write(
    clinic,
    async tx => (await readReceipt(tx, id, (page, token) => `https://clinic.test/p/${page}/${token}`)).code,
  )

const CROWN = {
  name: 'تاج <b>زيركون</b> & "crown"',
  unitMinor: 33_333,
  quantity: 3,
  discountMinor: 1_000,
  taxPercent: 15,
}
/** Of the card, given back. */
const GIVEN = 1.11
const ADVICE = { name: 'Advice', unitMinor: 9_999, taxPercent: 0 }

/** An invoice with everything that can stand on one: points, an insurer, several payments, some given back, and a credit note. */
async function busy(practice: Opened) {
  const { owner } = practice
  const lines = [{ ...CROWN, insurancePercent: 20 }, ADVICE]
  const points = { used: 100, minor: 500 }
  const { id } = await issueInvoice(app, practice, 0, { lines, discountMinor: 2_000, points })
  await app.write(practice.clinic, tx =>
    takeTenders(tx, {
      invoiceId: id,
      keepsExcess: false,
      tenders: [
        { type: 'CARD', amountMinor: 3_333 },
        { type: 'CASH', amountMinor: 4_000, receivedMinor: 5_000 },
      ],
    }),
  )
  const paid = (await owner.call(getClinicInvoice, { id })).body.data
  const card = paid.payments.find(({ type }) => type === 'CARD')
  const given = await owner.call(refundClinicPayment, { id: card?.id ?? '', amount: GIVEN, reason: 'Too much' })
  assert.equal(given.status, 201, given.text)
  const [line] = paid.items
  const noted = await owner.call(createCreditNote, {
    id,
    lines: [{ lineId: line?.id ?? '', quantity: 1 }],
    reason: 'No',
  })
  assert.equal(noted.status, 201, noted.text)
  return noted.body.data
}

for (const currency of ['SAR', 'KWD'])
  test(`in ${currency} every figure is the same in English and in Arabic, isolated, and none stands outside`, async () => {
    const practice = await opened(currency)
    const invoice = await busy(practice)
    const of = async (language: 'en' | 'ar' | 'both', paper: '80mm' | 'A4') =>
      figuresIn((await printed(practice, invoice.id, { language, paper })).html)
    const english = await of('en', '80mm')
    for (const language of ['en', 'ar', 'both'] as const)
      for (const paper of ['80mm', 'A4'] as const)
        assert.deepEqual(await of(language, paper), english, `${language} ${paper}`)
    const decimals = currency === 'KWD' ? 3 : 2
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const amount = (major: number) => major.toLocaleString('en', digits)
    const { pendingPayment, insurance, total, credited } = invoice
    const minor = (count: number) => amount(toMajor(count, currency))
    // The payment as it came in, not what is left of it; the cash that was handed over, and the change.
    const plain = [
      ...[total, total + credited, pendingPayment, total - insurance].map(amount),
      ...[3_333, 5_000, 1_000].map(minor),
    ]
    for (const figure of [...plain, ...[insurance, credited, GIVEN].map(major => `−${amount(major)}`)])
      assert.ok(english.figures.includes(figure), `${figure} among ${english.figures.join(' | ')}`)
    assert.deepEqual(english.outside, '')
  })

test('names with markup and marks that turn the text stay text', async () => {
  const practice = await opened()
  const hostile = '<img src=x onerror=alert(1)>\u202egnp'
  await app.sql('update patient set first_name = $2 where id = $1', [practice.patient.id, hostile])
  await app.sql('update clinic set name = $2, name_ar = $2 where company_id = $1', [
    practice.clinic.company_id,
    hostile,
  ])
  await app.sql('update branch set address = $2 where id = $1', [practice.branch.id, hostile])
  const { id } = await busy(practice)
  for (const language of ['en', 'ar', 'both'] as const) {
    const { html } = await printed(practice, id, { language })
    assert.doesNotMatch(html, /<img|<b>|\u202e/)
    assert.match(html, /&lt;img src=x/)
    assert.match(html, /تاج &lt;b&gt;زيركون/)
  }
})

test('a draft, and what is void, has no receipt; another clinic’s is not found, and a doctor may not print one', async () => {
  const practice = await opened()
  const { id } = await issueInvoice(app, practice, 100, { release: false })
  const draft = await practice.owner.call(printReceipt, { id })
  assert.deepEqual([draft.status, draft.body.error.code], [409, 'invalid_state_transition'])
  const ended = await issueInvoice(app, practice, 100)
  await app.write(practice.clinic, tx => voidInvoice(tx, { id: ended.id, reason: 'Twice' }))
  const after = await practice.owner.call(printReceipt, { id: ended.id })
  assert.deepEqual([after.status, after.body.error.details], [409, { from: 'VOID', to: 'RECEIPT' }])
  const foreign = await issueInvoice(app, await opened(), 100)
  assert.equal((await practice.owner.call(printReceipt, { id: foreign.id })).status, 404)
  const { cookie } = await staffMember(app, practice.clinic, 'doctor', practice.doctor)
  const own = await issueInvoice(app, practice, 100)
  assert.equal((await staffClient(app, () => cookie).call(printReceipt, { id: own.id })).status, 403)
})

test('of a clinic that is registered for VAT the code is the one that will be sealed, and is when it was', async () => {
  const practice = await opened()
  await reportToSandbox(app, practice)
  const { id } = await issueInvoice(app, practice, 0, { lines: [CROWN, ADVICE] })
  const before = await codeOf(practice, id)
  await runJobs(app)
  const [sealed] = await app.sql<{ qr: string }>('select qr from einvoice_submission where invoice_id = $1', [id])
  assert.ok(sealed?.qr)
  assert.deepEqual(before, { kind: 'tax', text: sealed.qr })
  await app.sql(`update clinic set vat_name = 'Renamed since' where company_id = $1`, [practice.clinic.company_id])
  assert.deepEqual(await codeOf(practice, id), before)
  assert.equal(readQrCode(sealed.qr)?.get(4), '1238.48')
  const { html } = await printed(practice, id, { language: 'both' })
  assert.match(html, /Simplified tax invoice/)
  assert.match(html, /فاتورة ضريبية مبسطة/)
  assert.match(html, /300000000000003/)
})

test('an invoice that the authority rejected is no tax invoice and has no code, until it is corrected and reported again', async () => {
  const practice = await opened()
  await reportToSandbox(app, practice)
  const { id } = await issueInvoice(app, practice, 100.13)
  await runJobs(app)
  assert.equal(await codeOf(practice, id), undefined)
  const { html } = await printed(practice, id)
  assert.doesNotMatch(html, /tax invoice|ضريبية|<svg/)
  const link = { kind: 'RECEIPT' as const, subjectId: id, patientId: practice.patient.id, channel: 'none' as const }
  assert.equal((await practice.owner.call(createPatientLink, link)).status, 201)
  assert.equal(await codeOf(practice, id), undefined)
  await app.write(practice.clinic, tx =>
    changeInvoice(tx, { id, lines: [{ name: 'Treatment', unitMinor: 10_000, taxPercent: 0 }] }),
  )
  await app.sql(`update invoice set e_invoice_status = 'PENDING' where id = $1`, [id])
  assert.equal((await codeOf(practice, id))?.kind, 'tax')
})

test('elsewhere the code is the address of the patient’s page, while a link to it is open', async () => {
  const practice = await opened()
  const { id } = await issueInvoice(app, practice, 100)
  assert.equal(await codeOf(practice, id), undefined)
  const link = { kind: 'RECEIPT' as const, subjectId: id, patientId: practice.patient.id, channel: 'none' as const }
  const made = (await practice.owner.call(createPatientLink, link)).body.data
  assert.deepEqual(await codeOf(practice, id), {
    kind: 'page',
    text: `https://clinic.test${new URL(made.url).pathname}`,
  })
  assert.equal((await printed(practice, id)).link?.id, made.id)
  const [kept] = await app.sql<{ token_sealed: Buffer }>('select token_sealed from patient_link where id = $1', [
    made.id,
  ])
  assert.ok(kept && !kept.token_sealed.includes(made.url.split('/').at(-1) ?? ''))
  await practice.owner.call(revokePatientLink, { id: made.id })
  assert.equal(await codeOf(practice, id), undefined)
  assert.equal((await printed(practice, id)).link?.state, 'REVOKED')
})
