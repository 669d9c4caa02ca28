import { permission } from '../access.ts'
import { EInvoiceSubmission } from '../einvoices.ts'
import { described, Id, MaybeId, resource } from '../fields.ts'
import { family } from '../kernel.ts'

const { operation } = family('Invoices', { write: permission('einvoices:manage'), sight: 'patient' })

const { object: _object, ...asToldToPlugins } = EInvoiceSubmission.properties

export const EInvoiceReport = resource(
  'einvoice_submission',
  {
    ...asToldToPlugins,
    creditNoteId: described(MaybeId, 'The credit note of the invoice that it reports; null of every other.'),
  },
  'eInvoiceReport',
)

export const retryEInvoiceReport = operation({
  id: 'retryEInvoiceReport',
  route: 'POST /einvoice-submissions/:id/retry',
  summary: 'Reports an invoice, or a credit note, again',
  description:
    'The latest report of it, where the tax authority rejected it or it was canceled: a new one with the next number, of the invoice as it is now. What the authority says follows.',
  input: { id: Id },
  changes: ['status'],
  returns: EInvoiceReport,
  status: 201,
  refuses: ['invalid_state_transition'],
})
