import type { Static } from '@clinic/contract/kernel.ts'
import { getQuotation, listQuotations, type Quotation } from '@clinic/contract/quotations.ts'
import type { QuotationRow } from '../domain/clinical/quotation.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

const present =
  ({ clinic }: Tx) =>
  (row: QuotationRow): Static<typeof Quotation> => ({
    object: 'quotation',
    id: row.id,
    name: row.name,
    total: toMajor(row.total_minor, clinic.currency),
    subtotal: toMajor(row.subtotal_minor, clinic.currency),
    tax: toMajor(row.tax_minor, clinic.currency),
    taxPercent: row.tax_percent,
    discount: toMajor(row.discount_minor, clinic.currency),
    discountPercent: row.discount_percent,
    diagnosticFee: toMajor(row.diagnostic_fee_minor, clinic.currency),
    insurance: toMajor(row.insurance_minor, clinic.currency),
    completedPercent: row.completed_percent,
    seen: row.seen,
    signed: row.signed,
    signedAt: row.signed_at,
    diagnosis: row.diagnosis,
    chart: row.chart,
    operationIds: row.treatment_ids,
    patientId: row.patient_id,
    doctorId: row.doctor_id,
    branchId: row.branch_id,
    appointmentId: row.appointment_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const source = listSource<QuotationRow>({
  name: 'listQuotations',
  from: 'quotation t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    signed: value => `t.signed = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

export const quotations = [
  implement(listQuotations, (tx, query) => page(tx, source, query, present(tx))),
  implement(getQuotation, async (tx, { id }) => ({ data: present(tx)(await tx.get('quotation', id)) })),
]
