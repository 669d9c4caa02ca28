/** What is shown of the money of patients in the console alone, by its documented name. */
export const INVOICE_RESOURCES: Readonly<Record<string, string>> = {
  invoiceEntry: 'What a patient was, or is to be, billed.',
  invoiceSheet: 'An invoice with all that is on it.',
  invoiceItem: 'A line of an invoice.',
  taxAtRate: 'The tax of an invoice at one rate.',
  creditNote: 'What was taken off an invoice that was issued.',
  creditedItem: 'What a credit note takes off one line.',
  eInvoiceReport: 'A report of an invoice or a credit note to the tax authority.',
  invoiceStep: 'Something that happened to an invoice.',
  moneySettings: 'By which rules the clinic gives discounts and points.',
  discount_approval: 'A discount above what a role may give, which was asked for.',
  paymentSheet: 'A payment with what may be done with it.',
  paymentEntry: 'What was paid, with whose it is and where the money went.',
}
