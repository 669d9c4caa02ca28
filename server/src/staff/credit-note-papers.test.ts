import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '@clinic/contract/kernel.ts'
import { createCreditNote, getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import { printCreditNote } from '@clinic/contract/staff/receipts.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { reportToSandbox } from '../../test/support/clinic/e-invoicing.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { practiceIn } from '../../test/support/clinic/papers.ts'
import { readQrCode } from '../../test/support/clinic/read-qr-code.ts'
import { figuresIn } from '../../test/support/clinic/receipts.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { takeTenders } from '../domain/billing/take-tenders.ts'
import { readCreditNote } from '../domain/receipts/read-credit-note.ts'
import { exponentOf, toMajor } from '../kernel/values/money.ts'

const app = await startApp()

const opened = (currency?: string) => practiceIn(app, currency)
type Opened = Awaited<ReturnType<typeof opened>>

const CROWN = { name: 'تاج <b>زيركون</b>', unitMinor: 33_333, quantity: 3, discountMinor: 1_000, taxPercent: 15 }
const ADVICE = { name: 'Advice', unitMinor: 9_999, taxPercent: 0 }
const REASON = 'Done <i>once</i>'

/** A paid invoice of two rates, a discount of the whole and an insurer; one of a line credited, and an amount of the other. */
async function credited(practice: Opened) {
  const { owner, clinic } = practice
  const lines = [{ ...CROWN, insurancePercent: 20 }, ADVICE]
  const { id } = await issueInvoice(app, practice, 0, { lines, discountMinor: 2_000 })
  await app.write(clinic, tx =>
    takeTenders(tx, { invoiceId: id, keepsExcess: false, tenders: [{ type: 'CARD', amountMinor: 90_000 }] }),
  )
  const [crown, advice] = (await owner.call(getClinicInvoice, { id })).body.data.items
  const wanted = [
    { lineId: crown?.id ?? '', quantity: 1 },
    { lineId: advice?.id ?? '', amount: toMajor(1_111, clinic.currency) },
  ]
  const { status, body, text } = await owner.call(createCreditNote, { id, lines: wanted, reason: REASON })
  assert.equal(status, 201, text)
  const [note] = body.data.creditNotes
  return note ?? assert.fail()
}

async function printed({ owner }: Opened, id: string, wish: Omit<Input<typeof printCreditNote>, 'id'> = {}) {
  const { status, body, text } = await owner.call(printCreditNote, { id, ...wish })
  assert.equal(status, 200, text)
  return body.data.html
}
const codeOf = ({ clinic }: Opened, id: string) =>
  app.write(clinic, async tx => (await readCreditNote(tx, id)).code?.text)

for (const currency of ['SAR', 'KWD'])
  test(`in ${currency} a credit note says the same figures on each paper in each language, and they add up to what was credited`, async () => {
    const practice = await opened(currency)
    const note = await credited(practice)
    const english = figuresIn(await printed(practice, note.id, { language: 'en' }))
    for (const language of ['en', 'ar', 'both'] as const)
      for (const paper of ['80mm', 'A4'] as const)
        assert.deepEqual(
          figuresIn(await printed(practice, note.id, { language, paper })),
          english,
          `${language} ${paper}`,
        )
    assert.equal(english.outside, '')
    const decimals = exponentOf(currency)
    const amount = (major: number) =>
      major.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    const { total, insurance, toCredit } = note
    assert.ok(insurance > 0 && toCredit > 0)
    for (const figure of [total, insurance, toCredit, ...note.items.map(({ net }) => net)].map(amount))
      assert.ok(english.figures.includes(figure), `${figure} among ${english.figures.join(' | ')}`)
    const { figures } = await app.write(practice.clinic, tx => readCreditNote(tx, note.id))
    const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
    assert.equal(sum(figures.lines.map(({ netMinor }) => netMinor)), figures.netMinor)
    assert.equal(
      figures.netMinor - figures.discountMinor + sum(figures.rates.map(({ taxMinor }) => taxMinor)),
      figures.totalMinor,
    )
    assert.deepEqual(
      figures.rates.map(({ taxPercent }) => taxPercent).sort((one, other) => one - other),
      [0, 15],
    )
  })

test('its code is the one that will be sealed, and is when it was; what the authority rejected has none, and names stay text', async () => {
  const practice = await opened()
  await reportToSandbox(app, practice)
  const note = await credited(practice)
  const before = await codeOf(practice, note.id)
  await runJobs(app)
  const [sealed] = await app.sql<{ qr: string; status: string }>(
    'select qr, status from einvoice_submission where credit_note_id = $1',
    [note.id],
  )
  assert.deepEqual([before, sealed?.status], [sealed?.qr, 'SUBMITTED'])
  assert.equal(await codeOf(practice, note.id), sealed?.qr)
  assert.equal(Number(readQrCode(String(before))?.get(4)), note.total)
  const paper = await printed(practice, note.id)
  assert.match(paper, /Simplified tax credit note.*إشعار دائن لفاتورة ضريبية مبسطة.*<svg/s)
  assert.doesNotMatch(paper, /<b>|<i>/)
  assert.match(paper, /Done &lt;i&gt;once/)
  await app.sql("update einvoice_submission set status = 'REJECTED', clearance_time = null where credit_note_id = $1", [
    note.id,
  ])
  assert.doesNotMatch(await printed(practice, note.id), /tax credit note|<svg/)
})

test('without a VAT registration it is no tax document; another clinic’s, and one out of sight, is not found, and a doctor prints none', async () => {
  const practice = await opened()
  const note = await credited(practice)
  assert.doesNotMatch(await printed(practice, note.id, { paper: 'A4' }), /tax|ضريبية|<svg/)
  const foreign = await credited(await opened())
  assert.equal((await practice.owner.call(printCreditNote, { id: foreign.id })).status, 404)
  const elsewhere = await app.doctor([await app.branch(practice.clinic)])
  for (const [role, who, status] of [
    ['accountant', elsewhere, 404],
    ['accountant', practice.doctor, 200],
    ['doctor', practice.doctor, 403],
  ] as const) {
    const { cookie } = await staffMember(app, practice.clinic, role, who)
    assert.equal((await staffClient(app, () => cookie).call(printCreditNote, { id: note.id })).status, status, role)
  }
})
