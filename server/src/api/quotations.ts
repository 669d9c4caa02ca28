import { getQuotation, listQuotations } from '@clinic/contract/quotations.ts'
import { implement } from '../kernel/implement.ts'
import { type ListSource, page } from '../kernel/page.ts'
import { presentQuotation } from '../present/quotation.ts'

const source: ListSource = {
  name: 'listQuotations',
  from: 'quotation t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    signed: value => `t.signed = ${value}`,
  },
  narrow: ['patientId'],
}

export const quotations = [
  implement(listQuotations, (tx, query) => page(tx, source, query, presentQuotation(tx.clinic))),
  implement(getQuotation, async (tx, { id }) => ({ data: presentQuotation(tx.clinic)(await tx.get('quotation', id)) })),
]
