import { scope } from './access.ts'
import { eventsAbout } from './event.ts'
import { described, Id, MaybeId, MaybeTimestamp, OneOf, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { Code } from './tiers.ts'

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

const Messages = Type.Array(Code)

/** One attempt to report an invoice or a claim to the tax authority; a retry is a new record. */
export const EInvoiceSubmission = record('einvoice_submission', {
  invoiceId: MaybeId,
  claimId: MaybeId,
  provider: Code,
  transactionType: OneOf(['SIMPLIFIED', 'STANDARD']),
  status: EInvoiceStatus,
  attemptNumber: Type.Integer(),
  submissionTime: MaybeTimestamp,
  clearanceTime: MaybeTimestamp,
  statusChangedAt: MaybeTimestamp,
  infoMessages: Messages,
  warningMessages: Messages,
  errorMessages: Messages,
})

const { listing, operation } = family('E-invoices', { read: scope('einvoices:read') })

export const listEInvoiceSubmissions = listing({
  id: 'listEInvoiceSubmissions',
  route: 'GET /einvoice-submissions',
  summary: 'List e-invoice submissions',
  paging: 'Std',
  filters: { status: EInvoiceStatus, invoiceId: Id },
  windowDays: 366,
  returns: EInvoiceSubmission,
})

export const getEInvoiceSubmission = operation({
  id: 'getEInvoiceSubmission',
  route: 'GET /einvoice-submissions/:id',
  summary: 'Get an e-invoice submission',
  description: 'One attempt to report an invoice or a claim to the tax authority, with what the authority said of it.',
  input: { id: Id },
  returns: EInvoiceSubmission,
})

const einvoiceSubmissionEvent = eventsAbout('einvoice_submission', {
  status: EInvoiceStatus,
  invoiceId: MaybeId,
  attemptNumber: Type.Integer(),
  creditNoteId: described(
    MaybeId,
    'The credit note of the invoice that was reported; null where it is the invoice, or the claim, itself.',
  ),
})

const OF_INVOICE = { creditNoteId: null }

export const eInvoiceSubmitted = einvoiceSubmissionEvent(
  'einvoice.submitted',
  'The tax authority received an e-invoice.',
  { example: OF_INVOICE, previousAttributes: { status: 'IN_PROGRESS' } },
)
export const eInvoiceCleared = einvoiceSubmissionEvent(
  'einvoice.cleared',
  'The tax authority cleared an e-invoice; its status stays SUBMITTED.',
  { example: OF_INVOICE },
)
export const eInvoiceRejected = einvoiceSubmissionEvent(
  'einvoice.rejected',
  'The tax authority rejected an e-invoice; its messages are read through the API.',
  { example: { ...OF_INVOICE, status: 'REJECTED' }, previousAttributes: { status: 'IN_PROGRESS' } },
)
