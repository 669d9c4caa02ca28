import { getInvoice, listInvoices } from '@clinic/contract/invoices.ts'
import type { InvoiceRow } from '../domain/billing/invoice-row.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentInvoice } from '../present/invoice.ts'

const source = listSource<InvoiceRow>({
  name: 'listInvoices',
  from: 'invoice t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

export const invoices = [
  implement(listInvoices, (tx, query) => page(tx, source, query, presentInvoice(tx.clinic))),
  implement(getInvoice, async (tx, { id }) => ({ data: presentInvoice(tx.clinic)(await tx.get('invoice', id)) })),
]
