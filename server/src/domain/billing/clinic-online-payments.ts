import type { ONLINE_STATES } from '@clinic/contract/staff/online-payments.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import { asSeen, INVOICE_AND_PATIENT_OF, NAMED, type WithPatient } from './clinic-payments.ts'
import type { OnlinePaymentRow } from './online-payment-row.ts'
import { stateFilters } from './state-filters.ts'

export type OnlineState = (typeof ONLINE_STATES)[number]

/** A payment by a link, with its invoice and whose that is. */
export interface ListedOnlinePayment extends OnlinePaymentRow, WithPatient {
  invoice_number: number | null
  patient_id: string | null
}

type Told = Pick<OnlinePaymentRow, 'status' | 'closed_at' | 'refund_failed_at'>

/** How far it has come. */
export function onlineState({ status, closed_at, refund_failed_at }: Told): OnlineState {
  if (status === 'REFUND') return 'REFUNDED'
  if (status === 'SUCCESS') return refund_failed_at === null ? 'PAID' : 'FAILED'
  if (status === 'FAILED') return closed_at === null ? 'FAILED' : 'CLOSED'
  return 'OPEN'
}

/** The same of a row `t`; what waits and what is to be seen to have an index of their own. */
const OF_STATE: Readonly<Record<OnlineState, string>> = {
  OPEN: "t.status in ('CREATED', 'PENDING')",
  FAILED:
    "((t.status = 'FAILED' and t.closed_at is null) or (t.status = 'SUCCESS' and t.refund_failed_at is not null))",
  PAID: "t.status = 'SUCCESS' and t.refund_failed_at is null",
  REFUNDED: "t.status = 'REFUND'",
  CLOSED: "t.status = 'FAILED' and t.closed_at is not null",
}

const states = stateFilters(OF_STATE)

const from = `online_payment t ${INVOICE_AND_PATIENT_OF}`
const columns = `t.*, ${NAMED}, patient.id as patient_id, invoice.reference_id as invoice_number`

export const clinicOnlinePayments = listSource<ListedOnlinePayment>({
  name: 'listClinicOnlinePayments',
  from,
  columns,
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    invoiceId: value => `t.invoice_id = ${value}`,
    ...states,
    branches: value => inSightOf(value, 'patient'),
  },
  selectiveFilters: ['invoiceId'],
  derived: ['branches', ...Object.keys(states)],
})

/** By what the list is asked for: of the patients in sight, and in a state where one is asked for. */
export const onlinePaymentsAsked = <Query extends { state?: OnlineState }>(tx: Tx, query: Query) =>
  asSeen(tx, { ...query, ...(query.state && { [query.state]: true }) })

const one = sql<ListedOnlinePayment>(`select ${columns} from ${from} where t.company_id = $1 and t.id = $2`)

export async function readOnlinePayment(tx: Tx, id: string): Promise<ListedOnlinePayment> {
  const [row] = await tx.sql(one([tx.clinic.id, id]))
  return row ?? refuse('not_found', { resource: 'online_payment' })
}
