import { Id } from '@clinic/contract/fields.ts'
import { getInvoice, listInvoices } from '@clinic/contract/invoices.ts'
import { listPayments } from '@clinic/contract/payments.ts'
import { listQuotations } from '@clinic/contract/quotations.ts'
import { getTool, listTool } from '../derive.ts'
import { branchId, days, maybePatientId } from '../inputs.ts'

const scopes = ['billing:read'] as const
const input = { ...maybePatientId, ...branchId, ...days }
export const window = { maxDays: 366, unnamed: 'all' } as const

export const billingTools = [
  listTool({
    description: 'Invoices with totals and what is still to be paid, newest first. At most 366 days at once.',
    scopes,
    operation: listInvoices,
    input,
    window,
  }),
  getTool({
    description: 'One invoice by its id.',
    scopes,
    operation: getInvoice,
    input: { invoice_id: Id },
    idFrom: 'invoice_id',
  }),
  listTool({
    description: 'Payments, newest first. At most 366 days at once.',
    scopes,
    operation: listPayments,
    input,
    window,
  }),
  listTool({
    description: 'Quotations with totals and whether the patient signed, newest first. At most 366 days at once.',
    scopes,
    operation: listQuotations,
    input,
    window,
  }),
]
