import { sql } from '../db/statement.ts'
import { localDate } from '../kernel/values/zone.ts'
import { DAY_MS, HOUR_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { invoiceDrafts } from './invoices.ts'
import { deadLinks, payOnline } from './online-payments.ts'
import { type OpenInvoice, openTill, pendingOf, type Till } from './till.ts'

const TYPES = [
  ['CARD', 60],
  ['CASH', 20],
  ['BANK_TRANSFER', 10],
  ['MOBILE_WALLET', 10],
] as const
/** In how many parts an invoice is paid; 0 is not yet. */
const PARTS = [
  [1, 58],
  [2, 24],
  [3, 11],
  [0, 7],
] as const
const REFUNDS = 8
const SAVERS = 12

/** Pays now, and the rest in instalments some days apart; what lies ahead is still to be paid. */
function payInParts(context: DemoContext, till: Till, invoice: OpenInvoice): void {
  const { random, now } = context
  const parts = random.weighted(PARTS)
  for (let part = 1, at = invoice.draft.at; part <= parts && at <= now; part++) {
    const pending = pendingOf(invoice)
    const amountMinor = part === parts ? pending : Math.floor(pending / (parts - part + 1))
    if (amountMinor > 0) till.take(invoice, { at, type: random.weighted(TYPES), amountMinor, reference: null })
    at += random.integer(5, 20) * DAY_MS
  }
}

/** Some patients pay in advance, and use it later. */
function payFromCredit(context: DemoContext, till: Till, invoices: readonly OpenInvoice[]): void {
  const { random } = context
  for (const invoice of invoices.slice(0, SAVERS)) {
    const { patient_id: patientId, branch_id: branchId, at } = invoice.draft
    const pending = pendingOf(invoice)
    till.deposit({ patientId, branchId, at: at - random.integer(1, 9) * DAY_MS, amountMinor: pending * 2 })
    till.take(invoice, { at, type: 'BALANCE', amountMinor: pending })
  }
}

function giveBack({ now, random }: DemoContext, till: Till, invoices: readonly OpenInvoice[]): void {
  const byId = new Map(invoices.map(invoice => [invoice.draft.id, invoice]))
  const old = till.payments.filter(
    ({ created_at, type }) => type === 'CARD' && Date.parse(created_at) < now - 6 * DAY_MS,
  )
  const step = Math.max(1, Math.floor(old.length / REFUNDS))
  for (const payment of old.filter((_, index) => index % step === step - 1)) {
    const invoice = byId.get(payment.invoice_id ?? '')
    if (invoice) till.refund(invoice, payment, Date.parse(payment.created_at) + random.integer(2, 120) * HOUR_MS)
  }
}

/** The books' entries of the payments, and of their refunds, numbered in the order of time. */
function incomesOf({ id, plan }: DemoContext, { payments }: Till, invoices: readonly OpenInvoice[]) {
  const numbers = new Map(invoices.map(({ draft }) => [draft.id, draft.reference_id]))
  const entries = payments
    .filter(({ type }) => type !== 'BALANCE')
    .flatMap(payment => {
      const entry = { payment, at: payment.created_at, category: 'Payment', amount: Number(payment.amount_minor) }
      const { refunded_at: back } = payment
      return back ? [entry, { ...entry, at: back, category: 'Refund', amount: -entry.amount }] : [entry]
    })
  return entries
    .toSorted((one, other) => String(one.at).localeCompare(String(other.at)))
    .map(({ payment, at, category, amount }, index) => ({
      id: id('income', index),
      reference_id: index + 1,
      name: payment.invoice_id ? `Invoice ${numbers.get(payment.invoice_id)}` : 'Patient credit',
      category,
      amount_minor: amount,
      payment_id: payment.id,
      treasury_id: payment.treasury_id ?? null,
      branch_id: payment.branch_id,
      date: localDate(Date.parse(String(at)), plan.facts.timeZone),
      created_at: String(at),
      updated_at: String(at),
    }))
}

const sumUp = sql(`
  update patient
  set invoiced_minor = coalesce(i.invoiced, 0), paid_minor = coalesce(i.paid, 0), balance_minor = coalesce(p.balance, 0)
  from patient t
  left join (select patient_id, sum(total_minor) as invoiced, sum(paid_minor) as paid
    from invoice where company_id = $1 group by 1) i on i.patient_id = t.id
  left join (select patient_id, sum(balance_minor) as balance
    from payment where company_id = $1 and refunded_at is null group by 1) p on p.patient_id = t.id
  where t.company_id = $1 and patient.company_id = t.company_id and patient.id = t.id`)

/** Invoices of visits, what was paid on them and how, and what is still owed. */
export const billingStep: DemoStep = {
  name: 'invoices and payments',
  rows(context) {
    const drafts = invoiceDrafts(context)
    const invoices = drafts.map(({ invoice: draft }): OpenInvoice => ({ draft, paidMinor: 0, touchedAt: draft.at }))
    const till = openTill(context)
    const owing = invoices.filter(invoice => pendingOf(invoice) > 0)
    const { rest, rows: links } = payOnline(context, till, owing)
    payFromCredit(context, till, rest)
    for (const invoice of rest.slice(SAVERS)) payInParts(context, till, invoice)
    giveBack(context, till, rest)
    const online_payment = [...links, ...deadLinks(context, rest)]
    const income = incomesOf(context, till, invoices)
    return {
      invoice: invoices.map(({ draft: { at: _, ...draft }, paidMinor, touchedAt }) => ({
        ...draft,
        paid_minor: paidMinor,
        updated_at: iso(touchedAt),
      })),
      invoice_line: drafts.flatMap(({ lines }) => lines),
      payment: till.payments,
      income,
      online_payment,
      clinic_counter: [
        { name: 'invoice', value: 1000 + invoices.length },
        { name: 'income', value: income.length },
      ],
    }
  },
  settle: companyId => [sumUp([companyId])],
}
