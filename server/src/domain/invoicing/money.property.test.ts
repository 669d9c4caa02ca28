import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import { recordPayment } from '@clinic/contract/payments.ts'
import { changeDraft } from '@clinic/contract/staff/invoice-changes.ts'
import { getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import { cancelOnlinePayment, createClinicOnlinePayment } from '@clinic/contract/staff/online-payments.ts'
import fc from 'fast-check'
import { startApp } from '../../../test/support/app/harness.ts'
import { checkOutAs, preview } from '../../../test/support/clinic/checkout.ts'
import { newInsurer } from '../../../test/support/clinic/claims.ts'
import { balancesOf, closesOf, DEADLOCKS } from '../../../test/support/clinic/closes.ts'
import { atDesk, type Desk, deskDeed } from '../../../test/support/clinic/desk-deeds.ts'
import { reportToSandbox } from '../../../test/support/clinic/e-invoicing.ts'
import { issueInvoice, moneyMismatches } from '../../../test/support/clinic/money.ts'
import { payingOnline, sandboxOf, sendCallback } from '../../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../../test/support/staff/scene.ts'
import { Refusal } from '../../kernel/errors.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { expireLink } from '../billing/close-payment-links.ts'
import { notedLines } from '../billing/credit-notes.ts'
import { linesLeft, totalsLeft } from '../billing/credited-lines.ts'
import { isVoid } from '../billing/invoice-row.ts'
import { changeMoneySettings } from '../billing/money-settings.ts'
import { payFromCredit } from '../billing/pay-from-credit.ts'
import type { GatewayOutcome } from '../billing/payment-gateway.ts'
import { refundPayment } from '../billing/refund-payment.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { takeDeposit } from '../billing/take-deposit.ts'
import { openTreasury } from '../books/treasury.ts'
import { changeClaim } from '../claims/change-claim.ts'
import { changeClaimInvoices } from '../claims/change-claim-invoices.ts'
import { openClaim } from '../claims/open-claim.ts'
import { postRemittance } from '../claims/post-remittance.ts'
import { enterPoints } from '../loyalty/enter-points.ts'
import { readReceipt } from '../receipts/read-receipt.ts'
import { changeInvoice } from './change-invoice.ts'
import { creditInvoice } from './credit-invoice.ts'

const app = await startApp()

/** A practice whose money has this many decimals, with invoices and payment links over two patients. */
interface Till extends Desk {
  links: { id: string; amount: number }[]
  /** Bears a part of some invoices, and pays for claims. */
  insurerId: string
  treasuryId: string
}

const TOTALS = [1_000, 33_333, 7, 250_001]

async function openTill(currency: string): Promise<Till> {
  const opened = await app.practice()
  const clinic = { ...opened.clinic, currency }
  await app.sql('update clinic set currency = $2 where company_id = $1', [clinic.company_id, currency])
  const practice = { ...opened, clinic }
  await payingOnline(app, clinic)
  const other = await app.patient(practice.branch)
  const { id: insurerId } = await newInsurer(app, practice)
  const treasury = async (name: string, type: 'BANK' | 'CASH') =>
    (await app.write(clinic, tx => openTreasury(tx, { name, type, isDefault: true }))).id
  const [treasuryId, drawerId] = [await treasury('Bank', 'BANK'), await treasury('Drawer', 'CASH')]
  await app.write(clinic, async tx => {
    await changeMoneySettings(tx, { earnPerUnit: 1, pointValueMinor: 10 })
    const given = { type: 'EARN' as const, points: 600, reason: null, branchId: null }
    await enterPoints(tx, { patientId: practice.patient.id, ...given })
  })
  // Where invoices are reported other things are refused than where they are not.
  if (currency === 'SAR') await reportToSandbox(app, practice)
  const invoiceIds: string[] = []
  for (const [index, unitMinor] of TOTALS.entries()) {
    const lines = [{ name: 'Treatment', unitMinor, taxPercent: 15, ...(index === 1 && { insurancePercent: 30 }) }]
    const insured = index === 1 && { insuranceCompanyId: insurerId }
    const wishes = { lines, ...insured, ...(index === 3 && { patientId: other.id }) }
    invoiceIds.push((await issueInvoice(app, practice, 0, wishes)).id)
  }
  const draft = async (unitMinor: number) =>
    (await issueInvoice(app, practice, 0, { lines: [{ name: 'Draft', unitMinor, taxPercent: 15 }], release: false })).id
  const links = []
  for (const invoiceId of invoiceIds) {
    const { data } = (await practice.api.call(createPaymentLink, { invoiceId })).body
    links.push({ id: data.id, amount: data.amount })
  }
  const { cookie } = await staffMember(app, clinic, 'owner')
  const desk = staffClient(app, () => cookie)
  const draftIds = [await draft(7), await draft(50_000)]
  const ids = { invoiceIds, draftIds, insurerId, treasuryId, treasuryIds: [treasuryId, drawerId] }
  return { app, practice, currency, desk, links, ...ids }
}

const invoice = fc.nat(TOTALS.length - 1)
const part = fc.constantFrom(1, 3, 10, 100, 10_000, 500_000)
/** All of a payment, or so much of it. */
const refunded = fc.option(part, { nil: undefined })
/** What may happen at a clinic's desk, on its plugins and at its gateway, in any order and at the same time. */
const happening = fc.oneof(
  { weight: 16, arbitrary: fc.record({ what: fc.constant('desk' as const), deed: deskDeed }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('pay' as const), invoice, part, key: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('forget' as const), key: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('credit' as const), invoice, part }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('deposit' as const), part }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('refund' as const), which: fc.nat(20), part: refunded }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('note' as const), invoice, part, refunds: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('insure' as const), unitMinor: fc.integer({ min: 1, max: 300_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ what: fc.constant('claim' as const), which: fc.nat(20), rejectedMinor: fc.nat(2_000) },
      deed: fc.constantFrom('open', 'open', 'submit', 'submit', 'reject', 'partly', 'fully', 'remove'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ what: fc.constant('remit' as const), which: fc.nat(20), received: fc.nat(100), rejected: fc.nat(100) },
      disposition: fc.constantFrom('WRITE_OFF' as const, 'PATIENT' as const, 'DISPUTE' as const),
      reference: fc.nat(6).map(String),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ what: fc.constant('checkout' as const), unitMinor: fc.integer({ min: 1, max: 300_000 }), part },
      ...{ percent: fc.constantFrom(0, 10, 33.33), isCredit: fc.boolean(), key: fc.nat(3) },
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('change' as const), invoice, unitMinor: fc.nat(300_000) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('link' as const), invoice, part }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('end' as const), link: fc.nat(7), expires: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ what: fc.constant('edit' as const), invoice, percent: fc.constantFrom(0, 10, 33.33) },
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('callback' as const),
      link: fc.nat(7),
      outcome: fc.constantFrom<GatewayOutcome>('SUCCESS', 'SUCCESS', 'FAILED', 'PENDING', 'REFUND'),
    }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never

/** What was refused because the state of the money did not allow it is how it should be; anything else is not. */
async function allowed(doing: Promise<unknown>): Promise<void> {
  await doing.catch(error => {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
  })
}

type CheckedOut = Extract<Happening, { what: 'checkout' }>

/** A visit is checked out by what its preview says, with a part of it paid; a key that comes twice bills once. */
async function checkOutOnce(till: Till, { unitMinor, part, percent, isCredit, key }: CheckedOut): Promise<void> {
  const { practice, currency, desk } = till
  const lines = [{ name: 'Care', price: toMajor(unitMinor, currency) }]
  const discount = percent > 0 ? { discountPercent: percent, discountReason: 'Walk' } : {}
  const wish = { patientId: practice.patient.id, branchId: practice.branch.id, lines, ...discount }
  const seen = await preview(desk, wish)
  const amount = Math.min(toMajor(part, currency), seen.due)
  const tenders = amount > 0 ? [{ type: isCredit ? ('CREDIT' as const) : ('CASH' as const), amount }] : []
  const { status, body, text } = await checkOutAs(desk, wish, seen, { tenders }, { key: `checkout ${key}` })
  assert.ok([201, 409, 422].includes(status), text)
  if (status === 201) till.invoiceIds.push(body.data.invoice.id)
}

const span = { startDate: '2020-01-01', endDate: '2099-12-31' }

type OfClaim = Extract<Happening, { what: 'claim' }>

/** What a clinic does with what its insurer is asked for as a whole. */
async function claimOnce({ practice, insurerId }: Till, { which, rejectedMinor, deed }: OfClaim): Promise<void> {
  const { clinic, branch } = practice
  const opened = { ...span, insuranceCompanyId: insurerId, branchId: branch.id, promptPaymentPercent: 10 }
  if (deed === 'open') {
    await allowed(app.write(clinic, tx => openClaim(tx, { ...opened, partialPaymentPercent: 50 })))
    return
  }
  const claims = await app.sql<{ id: string }>('select id from claim where company_id = $1 order by id', [
    clinic.company_id,
  ])
  const claim = claims[which % Math.max(claims.length, 1)]
  if (!claim) return
  if (deed === 'remove') {
    const rows = await app.sql<{ id: string }>(
      'select id from invoice where company_id = $1 and claim_id = $2 limit 1',
      [clinic.company_id, claim.id],
    )
    const remove = rows.map(({ id }) => id)
    await allowed(app.write(clinic, tx => changeClaimInvoices(tx, { id: claim.id, remove })))
    return
  }
  const changes = {
    submit: { status: 'IN_REVIEW' as const },
    reject: { rejectedMinor },
    partly: { status: 'PARTIALLY_CLAIMED' as const },
    fully: { status: 'FULLY_CLAIMED' as const },
  }
  await allowed(app.write(clinic, tx => changeClaim(tx, { id: claim.id, ...changes[deed] })))
}

type Remitted = Extract<Happening, { what: 'remit' }>

/** The insurer answers all of a claim by parts of what is left of each invoice, and of the last one what is left. */
async function remitOnce(
  { practice: { clinic }, insurerId, treasuryId }: Till,
  { which, received, rejected, disposition, reference }: Remitted,
): Promise<void> {
  const items = await app.sql<{ claim_id: string; invoice_id: string; left_minor: number }>(
    `select claim_id, invoice_id, claimed_minor - received_minor - rejected_minor as left_minor from claim_item
     where company_id = $1 order by claim_id, invoice_id`,
    [clinic.company_id],
  )
  const of = items[which % Math.max(items.length, 1)]?.claim_id
  const lines = items
    .filter(({ claim_id }) => claim_id === of)
    .flatMap(({ invoice_id: invoiceId, left_minor }, place) => {
      const receivedMinor = Math.floor((left_minor * received) / 100)
      const rest = left_minor - receivedMinor
      const rejectedMinor = place === 0 ? rest : Math.floor((rest * rejected) / 100)
      if (receivedMinor + rejectedMinor === 0) return []
      return [{ invoiceId, receivedMinor, rejectedMinor, ...(rejectedMinor > 0 && { disposition }) }]
    })
  const totalMinor = lines.reduce((sum, { receivedMinor }) => sum + receivedMinor, 0)
  const said = { insuranceCompanyId: insurerId, treasuryId, reference, date: '2026-01-01', followUpOn: '2099-01-01' }
  if (lines.length > 0) await allowed(app.write(clinic, tx => postRemittance(tx, { ...said, totalMinor, lines })))
}

type Linked = Extract<Happening, { what: 'link' }>

/** The desk makes a link over a part of what is left. */
async function linkOnce({ desk, currency, invoiceIds, links }: Till, one: Linked): Promise<void> {
  const amount = toMajor(one.part, currency)
  const input = { invoiceId: String(invoiceIds[one.invoice]), amount, channel: 'none' as const }
  const { status, body, text } = await desk.call(createClinicOnlinePayment, input)
  assert.ok([201, 409, 422].includes(status), text)
  if (status === 201) links.push({ id: body.data.id, amount })
}

type Ended = Extract<Happening, { what: 'end' }>

/** A link is closed at the desk, or its time is over. */
async function endOnce({ practice: { clinic }, desk, links }: Till, { link, expires }: Ended): Promise<void> {
  const id = String(links[link % links.length]?.id)
  if (!expires) {
    const { status, text } = await desk.call(cancelOnlinePayment, { id, reason: 'Pays at the desk' })
    assert.ok([201, 409].includes(status), text)
    return
  }
  await app.sql("update online_payment set expires_at = now() - interval '1 second' where id = $1", [id])
  await app.write(clinic, tx => expireLink(tx, { onlinePaymentId: id }))
}

type Edited = Extract<Happening, { what: 'edit' }>

/** The items of an invoice are kept at the desk, less a discount of the whole; what another changed meanwhile is told. */
async function editOnce({ desk, invoiceIds }: Till, { invoice, percent }: Edited): Promise<void> {
  const id = String(invoiceIds[invoice])
  const { hash } = (await desk.call(getClinicInvoice, { id })).body.data
  const wish = { id, hash, discountPercent: percent, discountReason: 'Walk' }
  const { status, text } = await desk.call(changeDraft, wish)
  assert.ok([200, 400, 409].includes(status), text)
}

async function happen(till: Till, one: Happening): Promise<void> {
  const { practice, currency, invoiceIds, links } = till
  const { clinic, branch, patient, api } = practice
  if (one.what === 'pay') {
    const input = {
      invoiceId: String(invoiceIds[one.invoice]),
      amount: toMajor(one.part, currency),
      type: 'CARD' as const,
    }
    const { status } = await api.call(recordPayment, input, { key: `key ${one.key}` })
    assert.ok([201, 409, 422].includes(status), String(status))
  }
  if (one.what === 'desk') await atDesk(till, one.deed)
  if (one.what === 'checkout') await checkOutOnce(till, one)
  if (one.what === 'claim') await claimOnce(till, one)
  if (one.what === 'link') await linkOnce(till, one)
  if (one.what === 'end') await endOnce(till, one)
  if (one.what === 'edit') await editOnce(till, one)
  if (one.what === 'remit') await remitOnce(till, one)
  if (one.what === 'insure') {
    const line = { name: 'Crown', unitMinor: one.unitMinor, taxPercent: 15, insurancePercent: 70 }
    await issueInvoice(app, practice, 0, { insuranceCompanyId: till.insurerId, lines: [line] })
  }
  if (one.what === 'forget')
    await app.sql('delete from idempotency_record where company_id = $1 and key = $2', [
      clinic.company_id,
      `key ${one.key}`,
    ])
  if (one.what === 'credit') {
    const invoiceId = String(invoiceIds[one.invoice])
    await allowed(app.write(clinic, tx => payFromCredit(tx, { invoiceId, amountMinor: one.part })))
  }
  if (one.what === 'deposit') {
    const deposit = { patientId: patient.id, branchId: branch.id, amountMinor: one.part, type: 'CASH' as const }
    await allowed(app.write(clinic, tx => takeDeposit(tx, deposit)))
  }
  if (one.what === 'refund') {
    const rows = await app.sql<{ id: string }>('select id from payment where company_id = $1 order by id', [
      clinic.company_id,
    ])
    const payment = rows[one.which % Math.max(rows.length, 1)]
    const given = one.part === undefined ? {} : { amountMinor: one.part }
    if (payment) await allowed(app.write(clinic, tx => refundPayment(tx, { ...payment, ...given })))
  }
  if (one.what === 'note') {
    const id = String(invoiceIds[one.invoice])
    await allowed(
      app.write(clinic, async tx => {
        const [line] = linesLeft(await storedLines(tx, id), await notedLines(tx, id))
        const amountMinor = Math.min(one.part, line?.leftMinor ?? 0)
        const lines = [{ lineId: line?.line.id ?? '', amountMinor }]
        return creditInvoice(tx, { id, lines, reason: 'Was not done', refunds: one.refunds })
      }),
    )
  }
  if (one.what === 'change') {
    const change = {
      id: String(invoiceIds[one.invoice]),
      lines: [{ name: 'Other', unitMinor: one.unitMinor, taxPercent: 15 }],
    }
    await allowed(app.write(clinic, tx => changeInvoice(tx, change)))
  }
  if (one.what === 'callback') {
    const link = links[one.link % links.length]
    const [row] = await app.sql<{ amount_minor: number }>('select amount_minor from online_payment where id = $1', [
      link?.id,
    ])
    const news = {
      id: String(link?.id),
      reference: 'any',
      outcome: one.outcome,
      amountMinor: Number(row?.amount_minor),
      currency,
    }
    const { status } = await sendCallback(app, clinic, sandboxOf(clinic).callback(news))
    assert.equal(status, 200)
  }
}

/** Invoices that with their credit notes do not come to what their lines do, or whose amounts are not what is left of them. */
async function creditedWrong({ practice: { clinic }, invoiceIds }: Till): Promise<string[]> {
  const sound = (id: string) =>
    app.write(clinic, async tx => {
      const [invoice, lines, noted] = [await tx.get('invoice', id), await storedLines(tx, id), await notedLines(tx, id)]
      if (isVoid(invoice)) return invoice.total_minor === 0 && invoice.paid_minor === 0 && noted.length === 0
      const { total_minor: issued } = totalsLeft(invoice, linesLeft(lines, []))
      const left = totalsLeft(invoice, linesLeft(lines, noted))
      const { subtotal_minor, tax_minor, total_minor, credited_minor } = invoice
      return (
        total_minor + credited_minor === issued &&
        isDeepStrictEqual(
          [left.subtotal_minor, left.tax_minor, left.total_minor],
          [subtotal_minor, tax_minor, total_minor],
        )
      )
    })
  const found = []
  for (const id of invoiceIds) if (!(await sound(id))) found.push(id)
  return found
}

/** Invoices whose receipts do not add up from the lines to what is left to pay. */
async function receiptedWrong({ practice: { clinic }, invoiceIds }: Till): Promise<string[]> {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const sound = (id: string) =>
    app.write(clinic, async tx => {
      if (isVoid(await tx.get('invoice', id))) return true
      const { figures, invoice } = await readReceipt(tx, id, (page, token) => `${page} ${token}`)
      const taxed = figures.netMinor - figures.discountMinor - figures.pointsMinor
      const issued = taxed + sum(figures.rates.map(({ taxMinor }) => taxMinor))
      const total = figures.issuedMinor - sum(figures.notes.map(({ totalMinor }) => totalMinor))
      const taken = figures.payments.map(
        ({ amountMinor, givenBack }) => amountMinor - sum(givenBack.map(back => back.amountMinor)),
      )
      const paid = sum(taken) - figures.keptMinor
      return (
        sum(figures.lines.map(({ netMinor }) => netMinor)) === figures.netMinor &&
        issued === figures.issuedMinor &&
        total === figures.totalMinor &&
        paid === invoice.paid_minor &&
        total - figures.insuranceMinor - paid === figures.pendingMinor &&
        taken.every(left => left >= 0)
      )
    })
  const found = []
  for (const id of invoiceIds) if (!(await sound(id))) found.push(id)
  return found
}

/** Payments that one key, or one payment link, made: never two. */
async function chargedTwice({ practice: { clinic } }: Till): Promise<unknown[]> {
  return app.sql(
    `select 'final events' as twice, data->>'id' as id, type from event
     where company_id = $1 and type in ('onlinepayment.succeeded', 'onlinepayment.refunded', 'onlinepayment.failed')
     group by 2, 3 having count(*) > 1
     union all
     select 'told', data->>'id', type from event where company_id = $1 and type = any(array['payment.created', 'payment.refunded',
       'invoice.created', 'claim.created', 'expense.created', 'income.created']) group by 2, 3 having count(*) > 1
     union all
     select 'reported', data->>'id', type from event where company_id = $1 and type like 'einvoice.%' group by 2, 3 having count(*) > 1
     union all
     select 'points', a.patient_id, null from loyalty_account a where company_id = $1 and (a.points_balance, a.points_balance) <> (
       select coalesce(sum(points), 0), coalesce(sum(remaining), 0) from loyalty_transaction t
       where t.company_id = $1 and t.patient_id = a.patient_id)
     union all
     select 'booked', payment_id, null from income where company_id = $1 and amount_minor > 0 and payment_id is not null group by 2 having count(*) > 1
     union all
     select 'unpaid', id, status from online_payment where company_id = $1 and (status in ('SUCCESS', 'REFUND')) <> (payment_id is not null)
     union all
     select 'too much', reference_id::text, null from invoice where company_id = $1 and pending_minor < 0
     union all
     select 'remitted', reference, null from remittance where company_id = $1 group by 2 having count(*) > 1
     union all
     select 'received', claim.reference_id::text, null from claim where company_id = $1 and received_minor <> (
       select coalesce(sum(amount_minor), 0) from payment p join invoice i on i.company_id = p.company_id and i.id = p.invoice_id
       where p.company_id = $1 and p.type = 'INSURANCE' and i.claim_id = claim.id)`,
    [clinic.company_id],
  )
}

for (const currency of ['SAR', 'KWD']) {
  test(`whatever happens together, in ${currency}, every invoice, claim, patient and book adds up and no payer is charged twice`, async () => {
    const rounds = fc.array(fc.array(happening, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rounds, async many => {
        const till = await openTill(currency)
        for (const round of many) {
          const closed = await closesOf(app, till.practice)
          await Promise.all(round.map(one => happen(till, one)))
          assert.deepEqual((await closesOf(app, till.practice)).slice(0, closed.length), closed)
        }
        for (const id of till.treasuryIds) assert.equal(...(await balancesOf(app, till.practice, id)))
        assert.deepEqual(await moneyMismatches(app, till.practice.clinic.company_id), [])
        assert.deepEqual(await chargedTwice(till), [])
        assert.deepEqual(await creditedWrong(till), [])
        assert.deepEqual(await receiptedWrong(till), [])
      }),
      { numRuns: 15 },
    )
    assert.deepEqual(await app.sql(DEADLOCKS), [{ n: 0 }])
  })
}
