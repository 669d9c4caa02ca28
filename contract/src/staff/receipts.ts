import { permission } from '../access.ts'
import { described, Id, OneOf, Optional, resource, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { LastLink } from './patient-links.ts'

const { operation } = family('Invoices', { read: permission('invoices:read'), sight: 'patient' })

export const RECEIPT_PAPERS = ['80mm', 'A4'] as const
export const RECEIPT_LANGUAGES = ['en', 'ar', 'both'] as const

export const Receipt = resource(
  'invoice',
  {
    id: Id,
    patientId: Id,
    html: described(Type.String(), 'A whole page with nothing but the receipt, as large as its paper.'),
    link: described(LastLink, 'The last link that the patient was given to it; null before the first.'),
    readAt: described(Timestamp, 'When it was read.'),
  },
  'receipt',
)

export const CreditNotePaper = resource(
  'credit_note',
  {
    id: Id,
    invoiceId: described(Id, 'What it corrects.'),
    patientId: Id,
    html: described(Type.String(), 'A whole page with nothing but the credit note, as large as its paper.'),
    readAt: described(Timestamp, 'When it was read.'),
  },
  'creditNotePaper',
)

const printing = {
  paper: Optional(described(OneOf(RECEIPT_PAPERS), 'The roll of a till, 80 mm wide, unless told: or a sheet.')),
  language: Optional(described(OneOf(RECEIPT_LANGUAGES), 'English, Arabic, or both of them unless told.')),
}

export const printReceipt = operation({
  id: 'printReceipt',
  route: 'GET /invoices/:id/receipt',
  summary: 'The receipt of an invoice that was issued, for a printer',
  description:
    'With its lines, tax by rate, payments and what was given back. Where the clinic is registered for VAT it is a simplified tax invoice with the QR code that is, or will be, reported, unless the authority rejected it. Elsewhere the code is the address of the receipt, where a link to it is open.',
  input: {
    id: Id,
    ...printing,
  },
  returns: Receipt,
  refuses: ['invalid_state_transition'],
})

export const printCreditNote = operation({
  id: 'printCreditNote',
  route: 'GET /credit-notes/:id/paper',
  summary: 'A credit note of an invoice, for a printer',
  description:
    'With its lines, tax by rate, what was taken off the part of the insurer, and what became of what was paid too much. Where the clinic is registered for VAT it has the QR code that is, or will be, reported, unless the authority rejected it.',
  input: { id: Id, ...printing },
  returns: CreditNotePaper,
})
