import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import type { PaymentRow } from './payment-row.ts'

/** Whose money it is; nothing is told of a patient who is not shown. */
export interface WithPatient {
  first_name: string | null
  last_name: string | null
  file_number: number | null
}

/** What a row refers to, looked up for each row that is read: joined, all of the clinic might be read for a page. */
const lookedUp = (table: string, id: string) => `left join lateral (
  select * from ${table} where company_id = t.company_id and id = ${id} offset 0) as ${table} on true`

const INVOICE_OF = lookedUp('invoice', 't.invoice_id')
export const PATIENT_OF = lookedUp('patient', 't.patient_id')
/** Of what has a patient by its invoice alone. */
export const INVOICE_AND_PATIENT_OF = `${INVOICE_OF} ${lookedUp('patient', 'invoice.patient_id')}`
export const NAMED = 'patient.first_name, patient.last_name, patient.file_number'

/** What is asked of a list, by a member who may be limited to some branches. */
export function asSeen<Query extends object>(tx: Tx, query: Query) {
  const branches = branchesOf(tx)
  return { ...query, ...(branches && { branches }) }
}

/** A payment with its patient, and the number of its invoice. */
export interface ListedPayment extends PaymentRow, WithPatient {
  invoice_number: number | null
}

const from = `payment t ${PATIENT_OF} ${INVOICE_OF}`
const columns = `t.*, ${NAMED}, invoice.reference_id as invoice_number`

export const clinicPayments = listSource<ListedPayment>({
  name: 'listClinicPayments',
  from,
  columns,
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    invoiceId: value => `t.invoice_id = ${value}`,
    type: value => `t.type = ${value}`,
    refunded: value => `num_nonnulls(t.refunded_at) = 1 and ${value}::boolean`,
    branches: value => inSightOf(value, 'patient'),
  },
  selectiveFilters: ['patientId', 'invoiceId'],
  derived: ['branches'],
})

/** A payment as it is shown alone. */
export interface SheetPayment extends ListedPayment {
  /** Whether it came through a gateway. */
  is_online: boolean
}

const IS_ONLINE =
  'exists (select from online_payment where company_id = t.company_id and payment_id = t.id) as is_online'
const one = sql<SheetPayment>(`select ${columns}, ${IS_ONLINE} from ${from} where t.company_id = $1 and t.id = $2`)
const ofInvoice = sql<ListedPayment>(
  `select ${columns} from ${from} where t.company_id = $1 and t.invoice_id = $2 order by t.created_at, t.id`,
)

/** A payment with what decides whether it can be given back. */
export async function readPayment(tx: Tx, id: string): Promise<SheetPayment> {
  const [row] = await tx.sql(one([tx.clinic.id, id]))
  return row ?? refuse('not_found', { resource: 'payment' })
}

/** What was paid on an invoice, earliest first. */
export const paymentsOf = (tx: Tx, invoiceId: string): Promise<ListedPayment[]> =>
  tx.sql(ofInvoice([tx.clinic.id, invoiceId]))
