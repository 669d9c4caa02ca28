import { sql } from '../../db/statement.ts'
import { inSightOf } from './patient-sight.ts'

type RecordOfPatient =
  | 'communication'
  | 'consent_form'
  | 'encounter'
  | 'invoice'
  | 'lab_order'
  | 'payment'
  | 'prescription'
  | 'quotation'
  | 'treatment'

/** Of some records of a table those of patients in sight of these branches, and of those who left it since an instant. */
export const onceInSight = (table: RecordOfPatient) => inSightOnce(`${table} one`, 'one')

/**
 * The same of what is of a patient by its invoice. Of both a column is asked that no index has beside the id: else an index
 * would be read that holds all of the clinic.
 */
export const onceInSightByInvoice = (table: 'einvoice_submission' | 'online_payment') =>
  inSightOnce(
    `${table} one join invoice on invoice.company_id = one.company_id and invoice.id = one.invoice_id
       and one.provider <> '' and invoice.reference_id > 0`,
    'invoice',
  )

const inSightOnce = (from: string, ofPatient: 'one' | 'invoice') =>
  sql<{ id: string }>(
    `select one.id from ${from}
     join patient t on t.company_id = one.company_id and t.id = ${ofPatient}.patient_id
     where one.company_id = $1 and one.id = any($2) and (${inSightOf('$3')} or exists (
       select from record_change as moved where moved.company_id = t.company_id and moved.patient_id = t.id
         and moved.at >= $4::timestamptz and moved.table_name in ('patient', 'appointment')
         and moved.changes -> 'branch_id' ->> 0 = any($3)))`,
  )
