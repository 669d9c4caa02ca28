import { permission } from '../access.ts'
import { EInvoiceStatus, EInvoiceSubmission } from '../einvoices.ts'
import {
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  OneOf,
  OnlyTrue,
  resource,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { MaybeCode } from '../tiers.ts'

const manage = permission('einvoices:manage')
const { operation, listing } = family('Invoices', { read: manage, write: manage, sight: 'patient' })

const { object: _object, ...asToldToPlugins } = EInvoiceSubmission.properties

export const REPORT_DEEDS = ['RETRY', 'DOWNLOAD'] as const

export const EInvoiceReport = resource(
  'einvoice_submission',
  {
    ...asToldToPlugins,
    creditNoteId: described(MaybeId, 'The credit note of the invoice that it reports; null of every other.'),
    tries: described(Type.Integer(), 'How often it was tried without an answer, since it was last begun.'),
    lastFailure: described(MaybeCode, 'What came instead of an answer the last time; null where nothing did.'),
    givenUpAt: described(
      MaybeTimestamp,
      'Since when it is not sent by itself any more, having been tried 12 times; null of every other.',
    ),
  },
  'eInvoiceReport',
)

export const EInvoiceReportEntry = resource(
  'einvoice_submission',
  {
    ...EInvoiceReport.properties,
    invoiceNumber: described(MaybeInteger, 'The number of the invoice.'),
    creditNoteNumber: described(MaybeInteger, 'The number of the credit note; null where it reports the invoice.'),
    patientId: MaybeId,
    patientName: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
    fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
    allowed: described(Type.Array(OneOf(REPORT_DEEDS)), 'What the member who asks may do with it as it is.'),
  },
  'eInvoiceReportEntry',
)

export const EInvoiceQueue = resource(
  'einvoice_queue',
  {
    waiting: described(Type.Integer(), 'How many reports wait for an answer, and are sent again by themselves.'),
    unanswered: described(
      Type.Integer(),
      'How many reports were never answered in 12 tries: they are sent again where the staff says so.',
    ),
    oldestAt: described(MaybeTimestamp, 'When the one was made that has waited longest; null where none waits.'),
  },
  'eInvoiceQueue',
)

export const EInvoiceDocument = resource(
  'einvoice_document',
  {
    id: Id,
    invoiceId: MaybeId,
    uuid: described(MaybeText, 'By which the authority knows the document; null where it was not sealed yet.'),
    hash: described(MaybeText, 'SHA-256 of the document in base64; null where it was not sealed yet.'),
    xml: described(
      MaybeText,
      'UBL; null where it was not sealed yet, and once the law asks for it no longer and the patient was made anonymous.',
    ),
  },
  'eInvoiceDocument',
)

export const listEInvoiceReports = listing({
  id: 'listEInvoiceReports',
  route: 'GET /einvoice-submissions',
  summary: 'What the tax authority was told of invoices and credit notes, and what it said',
  description: 'Of the patients in sight, newest first.',
  paging: 'Dated',
  filters: {
    status: EInvoiceStatus,
    invoiceId: Id,
    failed: described(
      OnlyTrue,
      'Only the latest report of each, where it was rejected, canceled or never answered and can be told again.',
    ),
    waiting: described(OnlyTrue, 'Only what the authority has not answered yet and is sent again by itself.'),
  },
  returns: EInvoiceReportEntry,
})

export const getEInvoiceQueue = operation({
  id: 'getEInvoiceQueue',
  route: 'GET /einvoice-submissions/queue',
  sight: 'clinic',
  summary: 'How many reports the tax authority has not answered',
  description: 'Of the whole clinic. Where the authority cannot be reached they are sent again, 12 times within a day.',
  returns: EInvoiceQueue,
})

export const getEInvoiceDocument = operation({
  id: 'getEInvoiceDocument',
  route: 'GET /einvoice-submissions/:id/document',
  summary: 'The document that the tax authority was sent',
  description: 'As it was sealed, byte for byte.',
  input: { id: Id },
  returns: EInvoiceDocument,
})

export const retryEInvoiceReport = operation({
  id: 'retryEInvoiceReport',
  route: 'POST /einvoice-submissions/:id/retry',
  summary: 'Reports an invoice, or a credit note, again',
  description:
    'The latest report of it. Where the tax authority rejected it or it was canceled: a new one with the next number, of the invoice as it is now. Where it was never answered: the same document by the same number, with 12 tries before it. What the authority says follows.',
  input: { id: Id },
  changes: ['status'],
  returns: EInvoiceReport,
  status: 201,
  refuses: ['invalid_state_transition'],
})
