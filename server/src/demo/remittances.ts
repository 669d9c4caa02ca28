import { sql } from '../db/statement.ts'
import { localDate } from '../kernel/values/zone.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { treasuryAt } from './treasuries.ts'

/** So many of the latest claims that insurers paid were paid by a remittance that is kept. */
const KEPT = 6

function answeredClaims({ made }: DemoContext) {
  return made('claim')
    .filter(({ received_minor: received }) => Number(received) > 0)
    .toSorted((one, other) => other.reference_id - one.reference_id)
    .slice(0, KEPT)
    .map(claim => ({ claim, items: made('claim_item').filter(({ claim_id: id }) => id === claim.id) }))
}

type Answered = ReturnType<typeof answeredClaims>[number]

/** What an insurer paid of a claim, with the payment of each invoice, in the books. */
function remitted(context: DemoContext, { claim, items }: Answered) {
  const { id, made, plan } = context
  const at = String(claim.fully_claimed_at ?? claim.partially_claimed_at)
  const times = { created_at: at, updated_at: at }
  const remittanceId = id('remittance', claim.id)
  const treasury_id = treasuryAt(context, claim.branch_id, 'BANK')
  const reference = `PAY-${claim.reference_id}`
  const date = localDate(Date.parse(at), plan.facts.timeZone)
  const ofInvoice = new Map(made('invoice').map(invoice => [invoice.id, invoice]))
  const said = items.filter(({ received_minor, rejected_minor }) => Number(received_minor) + Number(rejected_minor) > 0)
  const paid = said.flatMap(item => {
    const invoice = ofInvoice.get(item.invoice_id)
    return invoice && Number(item.received_minor) > 0 ? [{ item, invoice }] : []
  })
  const paymentOf = (invoiceId: string) => id('payment', 'remittance', invoiceId)
  return {
    remittance: {
      ...{ id: remittanceId, insurance_company_id: claim.insurance_company_id, treasury_id, reference, date },
      total_minor: paid.reduce((sum, { item }) => sum + Number(item.received_minor), 0),
      ...{ made_by: 'demo', made_by_name: 'Demo', ...times },
    },
    payment: paid.map(({ item, invoice }) => ({
      ...{ id: paymentOf(invoice.id), type: 'INSURANCE', amount_minor: Number(item.received_minor) },
      ...{ applied_minor: 0, balance_minor: 0, tax_minor: 0, invoice_id: invoice.id, patient_id: invoice.patient_id },
      ...{ branch_id: claim.branch_id, doctor_id: invoice.doctor_id ?? null },
      ...{ appointment_id: invoice.appointment_id ?? null, insurance_company_id: claim.insurance_company_id },
      ...{ treasury_id, chart: invoice.chart ?? null, reference, claimed_at: at, refunded_at: null, ...times },
    })),
    income: paid.map(({ item, invoice }) => ({
      ...{ id: id('income', 'remittance', invoice.id), name: `Invoice ${invoice.reference_id}`, category: 'Payment' },
      ...{ amount_minor: Number(item.received_minor), payment_id: paymentOf(invoice.id), treasury_id },
      ...{ branch_id: claim.branch_id, date, ...times },
    })),
    treasury_movement: paid.map(({ item, invoice }) => ({
      ...{ id: id('treasury_movement', 'remittance', invoice.id), treasury_id, business_date: date },
      ...{
        amount_minor: Number(item.received_minor),
        source_kind: 'PAYMENT',
        source_id: paymentOf(invoice.id),
        ...times,
      },
    })),
    remittance_line: said.map(({ invoice_id, received_minor, rejected_minor, code, disposition }) => ({
      ...{ remittance_id: remittanceId, invoice_id, claim_id: claim.id, code: code ?? null },
      ...{ received_minor: Number(received_minor), rejected_minor: Number(rejected_minor) },
      disposition: disposition ?? null,
      payment_id: Number(received_minor) > 0 ? paymentOf(invoice_id) : null,
    })),
  }
}

const count = sql(`
  update clinic_counter set value = (select max(reference_id) from income where company_id = $1)
  where company_id = $1 and name = 'income'`)

/** What insurers paid of the latest claims that they answered, invoice by invoice. */
export const remittancesStep: DemoStep = {
  name: 'remittances',
  rows(context) {
    const all = answeredClaims(context).map(one => remitted(context, one))
    const earlier = Math.max(0, ...context.made('income').map(({ reference_id: number }) => number))
    return {
      payment: all.flatMap(one => one.payment),
      income: all.flatMap(one => one.income).map((row, place) => ({ ...row, reference_id: earlier + place + 1 })),
      treasury_movement: all.flatMap(one => one.treasury_movement),
      remittance: all.map(one => one.remittance),
      remittance_line: all.flatMap(one => one.remittance_line),
    }
  },
  settle: companyId => [count([companyId])],
}
