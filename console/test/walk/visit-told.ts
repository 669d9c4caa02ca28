import type { EventType } from '@clinic/contract/event-types.ts'

/** What plugins are told by each step of the walk of a visit, and nothing else. */
export const VISIT_TOLD = {
  booked: ['appointment.created'],
  'checked in, and held': [],
  planned: [],
  'the note is signed': ['appointment.checkedin', 'appointment.updated', 'encounter.created'],
  quoted: ['quotation.created', 'quotation.created'],
  'the quotation is opened': [],
  'the quotation is signed': ['quotation.signed'],
  completed: ['treatment.status_changed', 'treatment.status_changed'],
  'checked out': [
    ...(['invoice.created', 'payment.created', 'invoice.paid', 'payment.created', 'invoice.paid'] as const),
    'appointment.completed',
  ],
  reported: ['einvoice.submitted', 'einvoice.cleared'],
  claimed: ['claim.created', 'invoice.updated', 'claim.status_changed'],
  'the insurer has paid': ['payment.created', 'claim.status_changed', 'claim.rejected_amount_updated'],
  'the day is closed': [],
  'a part is given back': ['payment.refunded', 'invoice.updated'],
  'a note is made': ['invoice.updated'],
  'a second visit has come': [
    ...(['appointment.created', 'appointment.checkedin', 'treatment.status_changed'] as const),
    'treatment.status_changed',
  ],
  'a second visit is paid in part': ['invoice.created', 'payment.created', 'invoice.paid', 'appointment.completed'],
  'what was rejected is corrected': [
    ...(['einvoice.submitted', 'einvoice.cleared', 'einvoice.rejected', 'invoice.updated'] as const),
    ...(['einvoice.submitted', 'einvoice.cleared'] as const),
  ],
} satisfies Record<string, readonly EventType[]>
