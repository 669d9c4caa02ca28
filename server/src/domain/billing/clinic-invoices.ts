import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import { asSeen, type ListedPayment, NAMED, PATIENT_OF, paymentsOf, type WithPatient } from './clinic-payments.ts'
import { creditNotesOf, type ListedCreditNote, type NotedLine, notedLines } from './credit-notes.ts'
import { failedReport } from './failed-report.ts'
import { type InvoiceStep, invoiceHistory } from './invoice-history.ts'
import type { InvoiceLineRow, InvoiceRow } from './invoice-row.ts'
import { type InvoiceState, OF_STATE } from './invoice-state.ts'
import { stateFilters } from './state-filters.ts'
import { storedLines } from './stored-lines.ts'

/** An invoice with its patient. */
export type ListedInvoice = InvoiceRow & WithPatient

const states = stateFilters(OF_STATE)

export const clinicInvoices = listSource<ListedInvoice>({
  name: 'listClinicInvoices',
  from: `invoice t ${PATIENT_OF}`,
  columns: `t.*, ${NAMED}`,
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    doctorId: value => `t.doctor_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    number: value => `t.reference_id = ${value}`,
    ...states,
    branches: value => inSightOf(value, 'patient'),
  },
  selectiveFilters: ['patientId', 'number'],
  derived: ['branches', ...Object.keys(states)],
})

/** By what the list is asked for: of the patients in sight, and in a state where one is asked for. */
export const invoicesAsked = <Query extends { state?: InvoiceState }>(tx: Tx, query: Query) =>
  asSeen(tx, { ...query, ...(query.state && { [query.state]: true }) })

const one = sql<ListedInvoice & Record<'claim_status' | 'failed_report_id', string | null>>(
  `select t.*, ${NAMED}, (select status from claim where company_id = t.company_id and id = t.claim_id) as claim_status,
    ${failedReport('company_id = t.company_id and invoice_id = t.id and credit_note_id is null and t.voided_at is null')}
   from invoice t ${PATIENT_OF} where t.company_id = $1 and t.id = $2`,
)

/** An invoice with all that is on it and what happened to it. */
export interface InvoiceSheetRow extends ListedInvoice {
  /** How far the claim is that it is on; null where it is on none. */
  claim_status: string | null
  /** Its latest report, where that was rejected or canceled. */
  failed_report_id: string | null
  lines: InvoiceLineRow[]
  notes: ListedCreditNote[]
  noted: NotedLine[]
  payments: ListedPayment[]
  history: InvoiceStep[]
}

export async function readInvoice(tx: Tx, id: string): Promise<InvoiceSheetRow> {
  const [[invoice], lines, notes, noted, payments, history] = await Promise.all([
    tx.sql(one([tx.clinic.id, id])),
    storedLines(tx, id),
    creditNotesOf(tx, id),
    notedLines(tx, id),
    paymentsOf(tx, id),
    invoiceHistory(tx, id),
  ])
  return { ...(invoice ?? refuse('not_found', { resource: 'invoice' })), lines, notes, noted, payments, history }
}
