const sara = { patientName: 'Sara Haddad', fileNumber: 1042 }
const rootCanal = { name: 'Root canal', code: 'D3330', quantity: 1, price: 350, discount: 0, net: 350 }

const limits = { assistant: 0, receptionist: 10, doctor: 15, accountant: 20, admin: 50, owner: 100 }
const settings = {
  earnPerUnit: 1,
  pointValue: 0.05,
  redeemMaxPercent: 50,
  quotationDays: 30,
  linkDays: 90,
  taxPercent: 15,
}
const wanted = {
  ...{ points: 0, discountReason: 'Waited for an hour', approvalId: 'dap_01k9exam00000000000000000a' },
  complete: ['trt_01k9exam00000000000000000a'],
}
const asked = { percent: 12, reason: 'Waited for an hour' }

const crown = { name: 'Zirconia crown', code: 'D2740', quantity: 1, tooth: [26], toothPart: [], insuranceReason: null }
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const offer = {
  name: 'Crown or implant',
  ...{ ...sara, state: 'SENT', optionLabel: 'A', versionNum: 1, validUntil: '2026-08-04' },
  ...{ withdrawnAt: null, withdrawReason: null, declinedAt: null, notes: null, allowed: [] },
}
const bears = { insuranceLimit: 1000, insurancePercentage: 80, insuranceUnlimited: false, approvalRequired: true }
const insurer = { ...bears, name: 'Example Insurance', email: 'claims@example.com', number: '+966110000002' }
const policy = { policyNumber: 'P-550012', holderName: 'Example Trading', status: 'ACTIVE', coverageType: 'GROUP' }
const claim = {
  name: 'July, Al Olaya',
  ...{ insurer: 'Example Insurance', reference: 'EX-2026-118', followUpOn: '2026-08-20', mismatch: false },
}
const policyClass = { ...bears, name: 'A', maxLimit: 100 }

/** Invented values of what patients are billed and pay. */
export const MONEY_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  claimEntry: claim,
  claimSheet: claim,
  createClaim: { name: 'July, Al Olaya' },
  updateClaim: {
    name: 'July, Al Olaya',
    ...{ add: ['inv_01k9exam00000000000000000a'], remove: ['inv_01k9exam000000000000000009'] },
  },
  submitClaim: { reference: 'EX-2026-118' },
  followUpClaim: { note: 'They ask for the x-ray of invoice 318.' },
  claimItem: { number: 318, patientName: 'Sara Haddad', code: null, disposition: null },
  claimNote: { note: 'They ask for the x-ray of invoice 318.', madeByName: 'Lina Qasim' },
  claimableInvoice: { number: 318, patientName: 'Sara Haddad' },
  blockedInvoice: { number: 319, patientName: 'Sara Haddad', reasons: ['ON_CLAIM'] },
  insurer,
  addInsurer: insurer,
  updateInsurer: insurer,
  insurerPolicy: policy,
  addInsurerPolicy: policy,
  updateInsurerPolicy: policy,
  insuredClass: policyClass,
  addInsuredClass: policyClass,
  updateInsuredClass: policyClass,
  patientCover: {
    ...{ insurer: 'Example Insurance', policyNumber: 'P-550012', className: 'A', number: '310000001', group: null },
    ...{ percentage: 80, limit: 1000, maxLimit: 100, approvalRequired: true, ended: false, endDate: null },
    ...{ yearStart: '2026-01-01', yearEnd: '2026-12-31', used: 402.5, left: 597.5 },
  },
  moneySettings: settings,
  updateMoneySettings: settings,
  discountLimits: limits,
  checkoutLine: { ...rootCanal, taxPercent: 15, insurance: 0, insuranceReason: null },
  checkoutTax: { taxPercent: 15, taxable: 350, tax: 52.5 },
  billableTreatment: { name: 'Root canal', code: 'D3330', net: 350, doneAt: null },
  visitInvoice: { number: 318, state: 'OPEN' },
  checkoutWarning: { code: 'REFERENCE_USED', treatmentId: null, reference: 'POS-000123' },
  checkoutPreview: {
    ...sara,
    insurer: null,
    lines: [],
    points: 120,
    pointsMost: 100,
    limitPercent: 10,
    withinLimit: true,
    hash: 'EXAMPLE',
  },
  checkoutLink: { paymentLink: 'https://clinic.example/pay/EXAMPLEonlyNotARealToken' },
  checkoutReceipt: { pointsUsed: 0, pointsEarned: 402, appointmentStatus: 'COMPLETED' },
  previewCheckout: { ...wanted, references: ['POS-000123'] },
  lines: { name: 'Toothbrush', quantity: 1 },
  checkOut: { ...wanted, hash: 'EXAMPLE', completeAppointment: true },
  patientLink: { kind: 'QUOTATION', state: 'REVOKED' },
  newPatientLink: {
    ...{ kind: 'QUOTATION', state: 'OPEN' },
    url: 'https://clinic.example/p/quotation/EXAMPLEonlyNotARealToken',
  },
  createPatientLink: { kind: 'QUOTATION', channel: 'sms', days: 14, here: false },
  quotationEntry: offer,
  quotationOption: offer,
  quotationSheet: offer,
  quotationLine: crown,
  quotationEvidence: {
    name: 'Sara Haddad',
    kind: 'TYPED',
    role: 'PATIENT',
    sha256,
    genuine: true,
    address: '203.0.113.7',
  },
  quotationDocument: { versionNum: 1, html: '<article class="offer">…</article>', sha256 },
  link: { state: 'OPEN' },
  plannedItem: { ...crown, status: 'PLANNED', signed: false },
  planPhase: { phase: 'FUNCTIONAL' },
  options: { label: 'A' },
  createQuotations: { name: 'Crown or implant', notes: 'Two visits.', validDays: 30 },
  updateQuotation: { label: 'B', name: 'Crown or implant', notes: 'Two visits.' },
  renewQuotation: { validDays: 30 },
  withdrawQuotation: { reason: 'The price list changed' },
  discount_approval: {
    ...sara,
    ...asked,
    state: 'ASKED',
    askedBy: 'Lina Qasim',
    decidedBy: null,
    decidedAt: null,
    allowed: [],
  },
  askForDiscount: asked,
  listClinicInvoices: { number: 318 },
  invoiceEntry: { ...sara, state: 'PAID' },
  invoiceSheet: { ...sara, state: 'PAID', voidReason: null, failedReportId: null },
  createCreditNote: { reason: 'The filling was not done' },
  creditNote: {
    referenceId: 12,
    reason: 'The filling was not done',
    eInvoiceStatus: 'SUBMITTED',
    failedReportId: null,
  },
  eInvoiceReport: { status: 'PENDING', claimId: null, creditNoteId: null, submissionTime: null, clearanceTime: null },
  creditedItem: { name: 'Root canal', quantity: 1, net: 350 },
  voidInvoice: { reason: 'Billed twice' },
  invoiceItem: { ...rootCanal, insurance: 0, left: 350, quantityLeft: 1 },
  taxAtRate: { taxPercent: 15, taxable: 350, tax: 52.5 },
  invoiceStep: { what: 'PAYMENT', recordId: 'pay_01k9exam00000000000000000a', eInvoiceStatus: null },
  tenders: { type: 'CARD', amount: 402.5, reference: 'POS-000123' },
  takeClinicDeposit: { type: 'CARD' },
  refundClinicPayment: { amount: 40, reason: 'The treatment was not done' },
  paymentSheet: {
    ...sara,
    invoiceNumber: 318,
    refundReason: null,
    splitFromId: null,
    treasuryId: 'tre_01k9exam00000000000000000a',
  },
  paymentEntry: { ...sara, invoiceNumber: 318, splitFromId: null, treasuryId: 'tre_01k9exam00000000000000000a' },
}

/** What ids begin with, by the words that only money has. */
export const MONEY_ID_WORDS: Readonly<Record<string, string>> = {
  patientlink: 'plk',
  newpatientlink: 'plk',
  subject: 'quo',
  quotationevidence: 'sgn',
  quotationdocument: 'quo',
  link: 'plk',
  quotationentry: 'quo',
  quotationoption: 'quo',
  quotationsheet: 'quo',
  patientplan: 'pat',
  group: 'quo',
  claimentry: 'clm',
  claimsheet: 'clm',
  claimnote: 'cln',
  insurer: 'ico',
  insurerpolicy: 'ipo',
  insuredclass: 'pcl',
  invoiceentry: 'inv',
  invoicesheet: 'inv',
  invoiceitem: 'ivl',
  paymententry: 'pay',
  creditnote: 'crn',
  discountapproval: 'dap',
  checkoutlink: 'opy',
  visitinvoice: 'inv',
  einvoicereport: 'ein',
  credititem: 'ivl',
  line: 'ivl',
  paymentsheet: 'pay',
}
