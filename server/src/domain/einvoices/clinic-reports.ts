import { sql } from '../../db/statement.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { INVOICE_AND_PATIENT_OF, NAMED, type WithPatient } from '../billing/clinic-payments.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import type { SubmissionRow } from './submission.ts'

/** A report with what it is of, and whose that is. */
export interface ListedReport extends SubmissionRow, WithPatient {
  invoice_number: number | null
  credit_note_number: number | null
  patient_id: string | null
  /** Whether it can be made or sent again: the latest one of an invoice that stands, where it came to nothing. */
  is_to_retry: boolean
}

export interface ReportQueue {
  waiting: number
  unanswered: number
  oldest_at: string | null
}

const IS_TO_RETRY = `(t.status in ('REJECTED', 'CANCELLED') or t.given_up_at is not null) and invoice.voided_at is null and not exists (
  select from einvoice_submission later where later.company_id = t.company_id and later.invoice_id = t.invoice_id
    and later.credit_note_id is not distinct from t.credit_note_id and later.attempt_number > t.attempt_number)`

export const clinicReports = listSource<ListedReport>({
  name: 'listEInvoiceReports',
  from: `einvoice_submission t ${INVOICE_AND_PATIENT_OF}`,
  columns: `t.*, ${NAMED}, patient.id as patient_id, invoice.reference_id as invoice_number,
    (select reference_id from credit_note where company_id = t.company_id and id = t.credit_note_id) as credit_note_number,
    (${IS_TO_RETRY}) as is_to_retry`,
  filters: {
    status: value => `t.status = ${value}`,
    invoiceId: value => `t.invoice_id = ${value}`,
    failed: value => `${IS_TO_RETRY} and ${value}::boolean`,
    waiting: value => `t.status in ('PENDING', 'IN_PROGRESS') and t.given_up_at is null and ${value}::boolean`,
    branches: value => inSightOf(value, 'patient'),
  },
  selectiveFilters: ['invoiceId'],
  derived: ['branches'],
})

const queue = sql<ReportQueue>(`
  select count(*) filter (where given_up_at is null)::int as waiting,
    count(*) filter (where given_up_at is not null)::int as unanswered,
    min(created_at) filter (where given_up_at is null) as oldest_at
  from einvoice_submission where company_id = $1 and status in ('PENDING', 'IN_PROGRESS')`)

/** How many the authority has not answered yet, and how many it never did. */
export async function reportQueue(tx: Tx) {
  const [found] = await tx.sql(queue([tx.clinic.id]))
  return found ?? { waiting: 0, unanswered: 0, oldest_at: null }
}
