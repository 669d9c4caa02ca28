import { Id } from '@clinic/contract/fields.ts'
import { getInvoice, listInvoices } from '@clinic/contract/invoices.ts'
import { listPayments } from '@clinic/contract/payments.ts'
import { listQuotations } from '@clinic/contract/quotations.ts'
import { getTool, listTool } from '../derive.ts'
import { branchId, days, maybePatientId, named, windowOf } from '../inputs.ts'
import type { Call, JsonObject } from '../tool.ts'

const scopes = ['billing:read'] as const
export const MAX_BILLING_DAYS = 366

const input = { ...maybePatientId, ...branchId, ...days }
export const query = ({ from, to, ...rest }: JsonObject, { clinic }: Call): JsonObject => ({
  ...named(rest),
  ...windowOf({ from, to }, clinic, { maxDays: MAX_BILLING_DAYS, unnamed: 'all' }),
})

export const billingTools = [
  listTool({
    name: 'list_invoices',
    title: 'List invoices',
    description: 'Invoices with totals and what is still to be paid, newest first. At most 366 days at once.',
    scopes,
    operation: listInvoices,
    input,
    query,
  }),
  getTool({
    name: 'get_invoice',
    title: 'Get an invoice',
    description: 'One invoice by its id.',
    scopes,
    operation: getInvoice,
    input: { invoice_id: Id },
    query: ({ invoice_id }) => ({ id: invoice_id }),
  }),
  listTool({
    name: 'list_payments',
    title: 'List payments',
    description: 'Payments, newest first. At most 366 days at once.',
    scopes,
    operation: listPayments,
    input,
    query,
  }),
  listTool({
    name: 'list_quotations',
    title: 'List quotations',
    description: 'Quotations with totals and whether the patient signed, newest first. At most 366 days at once.',
    scopes,
    operation: listQuotations,
    input,
    query,
  }),
]
