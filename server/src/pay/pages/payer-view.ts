import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { gatewayOf } from '../../domain/billing/gateway-of.ts'
import { isPayable, type OnlinePaymentRow } from '../../domain/billing/online-payment-row.ts'
import type { PaymentGateway } from '../../domain/billing/payment-gateway.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { PayDeps } from '../pay-context.ts'

type ShownClinic = Pick<TableRow<'clinic'>, 'name' | 'name_ar' | 'locale' | 'country' | 'currency' | 'time_zone'>

/** What a payer's page is made from. */
export interface PayerView {
  row: OnlinePaymentRow
  clinic: ShownClinic
  invoiceNumber: number
  /** Of the receipt: the invoice, and which of the payments by its links it is. None until it is paid. */
  receiptNumber: string
  /** Where the clinic is asked: the branch's own number, else another branch's. */
  phone: string | null
  /** Whether no money moves. */
  isTest: boolean
  gateway: PaymentGateway | undefined
  state: 'payable' | 'unavailable' | 'closed' | 'paid' | 'refunded'
}

const shown = sql<Shown>(`
  select t.*, i.reference_id as invoice_number,
    (select count(*)::int from online_payment o
     where o.company_id = $1 and o.invoice_id = t.invoice_id and (o.paid_at, o.id) <= (t.paid_at, t.id)) as nth,
    (select b.phones[1] from branch b where b.company_id = $1 and b.active and b.phones[1] <> ''
     order by b.id <> t.branch_id, b.created_at, b.id limit 1) as phone
  from online_payment t join invoice i on i.company_id = t.company_id and i.id = t.invoice_id
  where t.company_id = $1 and t.id = $2`)
const shownClinic = sql<ShownClinic>(`
  select name, name_ar, locale, country, currency, time_zone from clinic where company_id = $1`)

type Shown = OnlinePaymentRow & { invoice_number: number; nth: number; phone: string | null }

export async function payerView(tx: Tx, deps: Pick<PayDeps, 'gateways'>, id: string): Promise<PayerView> {
  const [row] = await tx.sql(shown([tx.clinic.id, id]))
  const [clinic] = await tx.sql(shownClinic([tx.clinic.id]))
  if (!row || !clinic) throw new Error('A link names a payment that is not there.')
  const gateway = await gatewayOf(tx, deps.gateways, row)
  const { invoice_number: invoiceNumber, nth, phone } = row
  const isTest = tx.clinic.sandbox || gateway?.servedHere === true
  const receiptNumber = `${invoiceNumber}-${nth}`
  return { row, clinic, invoiceNumber, receiptNumber, phone, isTest, gateway, state: stateOf(row, gateway, tx.now) }
}

function stateOf(row: Shown, gateway: PaymentGateway | undefined, now: string): PayerView['state'] {
  if (row.status === 'SUCCESS') return 'paid'
  if (row.status === 'REFUND') return 'refunded'
  if (!isPayable(row, now)) return 'closed'
  return gateway ? 'payable' : 'unavailable'
}
