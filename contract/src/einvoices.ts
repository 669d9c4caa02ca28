import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeTimestamp, OneOf, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

/** CLEARED is never stored: clearance is told by the event einvoice.cleared while the status stays SUBMITTED. */
export const E_INVOICE_STATUSES = [
  'NOT_STARTED',
  'PENDING',
  'IN_PROGRESS',
  'SUBMITTED',
  'CLEARED',
  'REJECTED',
  'CANCELLED',
] as const
export const EInvoiceStatus = OneOf(E_INVOICE_STATUSES)

const Messages = Type.Array(Type.String())

/** One attempt to report an invoice or a claim to the tax authority; a retry is a new record. */
export const EInvoiceSubmission = resource('einvoice_submission', {
  id: Id,
  invoiceId: MaybeId,
  claimId: MaybeId,
  provider: Type.String(),
  transactionType: OneOf(['SIMPLIFIED', 'STANDARD']),
  status: EInvoiceStatus,
  attemptNumber: Type.Integer(),
  submissionTime: MaybeTimestamp,
  clearanceTime: MaybeTimestamp,
  statusChangedAt: MaybeTimestamp,
  infoMessages: Messages,
  warningMessages: Messages,
  errorMessages: Messages,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'E-invoices', access: scope('einvoices:read') } as const

export const listEInvoiceSubmissions = listing({
  ...shared,
  id: 'listEInvoiceSubmissions',
  route: 'GET /einvoice-submissions',
  summary: 'List e-invoice submissions',
  paging: 'Std',
  filters: { status: Optional(EInvoiceStatus), invoiceId: Optional(Id) },
  windowDays: 366,
  returns: EInvoiceSubmission,
})

export const getEInvoiceSubmission = operation({
  ...shared,
  id: 'getEInvoiceSubmission',
  route: 'GET /einvoice-submissions/:id',
  summary: 'Get an e-invoice submission',
  input: { id: Id },
  returns: EInvoiceSubmission,
})

const data = { status: EInvoiceStatus, invoiceId: MaybeId, attemptNumber: Type.Integer() }
const example = {
  id: exampleIds.eInvoiceSubmission,
  status: 'SUBMITTED',
  invoiceId: exampleIds.invoice,
  attemptNumber: 1,
} as const

export const eInvoiceSubmitted = event({
  type: 'einvoice.submitted',
  summary: 'The tax authority received an e-invoice.',
  object: 'einvoice_submission',
  data,
  example,
  previousAttributes: { status: 'IN_PROGRESS' },
})
export const eInvoiceCleared = event({
  type: 'einvoice.cleared',
  summary: 'The tax authority cleared an e-invoice; its status stays SUBMITTED.',
  object: 'einvoice_submission',
  data,
  example,
})
export const eInvoiceRejected = event({
  type: 'einvoice.rejected',
  summary: 'The tax authority rejected an e-invoice; its messages are read through the API.',
  object: 'einvoice_submission',
  data,
  example: { ...example, status: 'REJECTED' },
  previousAttributes: { status: 'IN_PROGRESS' },
})
