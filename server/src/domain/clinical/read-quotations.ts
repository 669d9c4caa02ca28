import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { NAMED, PATIENT_OF, type WithPatient } from '../billing/clinic-payments.ts'
import { latestLink } from '../links/patient-link.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import { checkedSignatures } from '../signatures/signature.ts'
import type { QuotationRow } from './quotation.ts'
import { linesOfQuotations, type QuotationLineRow } from './quotation-lines.ts'
import { groupOf, optionsBeside } from './quotation-state.ts'

/** A quotation with its patient. */
export type ListedQuotation = QuotationRow & WithPatient

export const clinicQuotations = listSource<ListedQuotation>({
  name: 'listClinicQuotations',
  from: `quotation t ${PATIENT_OF}`,
  columns: `t.*, ${NAMED}`,
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    signed: value => `t.signed = ${value}`,
    branches: value => inSightOf(value, 'patient'),
  },
  selectiveFilters: ['patientId'],
  derived: ['branches'],
})

const one = sql<ListedQuotation>(
  `select t.*, ${NAMED} from quotation t ${PATIENT_OF} where t.company_id = $1 and t.id = $2`,
)

/** An option with what it offers. */
export interface OptionWithLines extends ListedQuotation {
  lines: readonly QuotationLineRow[]
}

/** A quotation and the options beside it, each with its lines. */
export async function readQuotation(tx: Tx, id: string) {
  const [found] = await tx.sql(one([tx.clinic.id, id]))
  const quotation = found ?? refuse('not_found', { resource: 'quotation' })
  const [beside, link] = await Promise.all([
    optionsBeside(tx, quotation),
    latestLink(tx, { kind: 'QUOTATION', subjectId: groupOf(quotation) }),
  ])
  const subjectIds = beside.map(({ id: option }) => option)
  const [options, evidence] = await Promise.all([withLines(tx, beside, quotation), checkedSignatures(tx, subjectIds)])
  return { quotation, link, options, evidence }
}

/** Options of one patient with what they offer. */
export async function withLines(
  tx: Tx,
  rows: readonly QuotationRow[],
  { first_name, last_name, file_number }: WithPatient,
): Promise<OptionWithLines[]> {
  const lines = await linesOfQuotations(
    tx,
    rows.map(row => row.id),
  )
  return rows.map(row => ({ ...row, first_name, last_name, file_number, lines: lines(row.id) }))
}
