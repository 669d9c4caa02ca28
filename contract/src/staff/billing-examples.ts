const sara = { patientName: 'Sara Haddad', fileNumber: 1042 }
/** A report that was answered the first time. */
const NEW = { tries: 0, lastFailure: null, givenUpAt: null }

/** Invented values of how invoices are changed, reported and paid online. */
export const BILLING_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createDraft: { discountReason: 'Waited for an hour', approvalId: 'dap_01k9exam00000000000000000a' },
  changeDraft: {
    ...{ discountReason: 'Waited for an hour', approvalId: 'dap_01k9exam00000000000000000a', hash: 'EXAMPLE' },
  },
  previewInvoiceChange: { discountReason: 'Waited for an hour', approvalId: 'dap_01k9exam00000000000000000a' },
  createQuotations: {
    ...{ name: 'Crown or implant', notes: 'Two visits.', validDays: 30, approvalId: 'dap_01k9exam00000000000000000a' },
  },
  updateQuotation: {
    ...{ label: 'B', name: 'Crown or implant', notes: 'Two visits.', approvalId: 'dap_01k9exam00000000000000000a' },
  },
  invoiceChangePreview: { limitPercent: 10, withinLimit: true },
  eInvoiceReport: {
    status: 'PENDING',
    claimId: null,
    creditNoteId: null,
    submissionTime: null,
    clearanceTime: null,
    ...NEW,
  },
  eInvoiceReportEntry: {
    ...{ ...sara, status: 'REJECTED', claimId: null, creditNoteId: null, invoiceNumber: 318, creditNoteNumber: null },
    ...{ ...NEW, clearanceTime: null, errorMessages: ['BR-CO-15: the total differs from the sum of the lines'] },
  },
  listEInvoiceReports: { status: 'REJECTED' },
  quotationPaper: { html: '<!doctype html>\n<html lang="en">…</html>' },
  creditNotePaper: { html: '<!doctype html>\n<html lang="en">…</html>' },
  eInvoiceQueue: { waiting: 3, unanswered: 1 },
  eInvoiceDocument: {
    uuid: '3cf5ee18-ee25-44ea-a444-2c37ba7f28be',
    hash: 'EXAMPLE',
    xml: '<?xml version="1.0" encoding="UTF-8"?><Invoice>…</Invoice>',
  },
  onlinePaymentEntry: {
    ...{ ...sara, state: 'OPEN', status: 'CREATED', invoiceNumber: 318, paidAt: null, paymentId: null },
    ...{ closedAt: null, closedReason: null, refundAskedAt: null, refundFailedAt: null, allowed: [] },
    paymentLink: 'https://clinic.example/pay/EXAMPLEonlyNotARealToken',
  },
  listClinicOnlinePayments: { state: 'OPEN' },
  createClinicOnlinePayment: { amount: 402.5, channel: 'sms' },
  sendOnlinePayment: { channel: 'sms' },
  cancelOnlinePayment: { reason: 'The patient pays at the desk' },
  refundOnlinePayment: { reason: 'The treatment was not done' },
}

/** What ids begin with, by the words that only they have. */
export const BILLING_ID_WORDS: Readonly<Record<string, string>> = {
  quotationpaper: 'quo',
  creditnotepaper: 'crn',
  einvoicereport: 'ein',
  einvoicereportentry: 'ein',
  einvoicedocument: 'ein',
  onlinepaymententry: 'opy',
}
