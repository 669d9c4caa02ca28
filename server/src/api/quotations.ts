import { getQuotation, listQuotations } from '@clinic/contract/quotations.ts'
import type { QuotationRow } from '../domain/clinical/quotation.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentQuotation } from '../present/quotation.ts'

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
  implement(listQuotations, (tx, query) => page(tx, source, query, presentQuotation(tx.clinic))),
  implement(getQuotation, async (tx, { id }) => ({ data: presentQuotation(tx.clinic)(await tx.get('quotation', id)) })),
]
