// Printed from the contract by `npm run sdk:print`; do not edit.
/** A list of words that may grow: what is known is suggested, and what comes later is no error. */
export type Open<Word extends string> = Word | (string & {})

/** One figure of the clinic over time. */
export interface AnalyticsSeries {
  object: 'analytics_series'
  /** The figure that is followed. */
  metric: Open<'invoiced' | 'collected' | 'refunded' | 'newPatients' | 'newLeads' | 'leadsConverted' | 'appointments' | 'noShowRate' | 'chairUtilization'>
  /** How long each point of the series is. */
  interval: Open<'day' | 'week' | 'month'>
  /** Every interval that the span touches, in order of time. */
  points: {
    /** The first day of the interval, in clinic time. */
    date: string
    /** The figure in the interval: an amount in the currency of the clinic, a count, or a share from 0 to 1. */
    value: number
  }[]
}

/** The figures of the clinic in a span of time. */
export interface AnalyticsSummary {
  object: 'analytics_summary'
  /** The start, inclusive, as a UTC instant. */
  from: string
  /** The end, exclusive, as a UTC instant. */
  to: string
  /** ISO 4217, such as SAR. */
  currency: string
  /** What was invoiced in the span, credit left out, in the currency of the clinic (major units, such as 12.50). */
  invoiced: number
  /** What was paid in the span, in the currency of the clinic (major units, such as 12.50). */
  collected: number
  /** What the invoices of the span still wait for today, in the currency of the clinic. */
  outstanding: number
  /** What was paid back in the span, in the currency of the clinic (major units, such as 12.50). */
  refunded: number
  /** How many patient files were opened in the span. */
  newPatients: number
  /** How many leads came in during the span. */
  newLeads: number
  /** How many leads became patients in the span. */
  leadsConverted: number
  /** How many appointments start in the span. */
  appointments: {
    /** All that start in the span. */
    total: number
    /** Those that were completed. */
    completed: number
    /** Those that were canceled. */
    canceled: number
    /** Those that the patient missed. */
    noshow: number
  }
  /** Of the appointments that were completed or missed, the share that was missed. */
  noShowRate: number
  /** Booked minutes over open chair minutes. Booked is every appointment that starts in the span and is neither canceled, missed nor online; open is each room of each active branch during its hours, closed days and holidays left out. With doctorId: the time on duty and not away. */
  chairUtilization: number
}

/** An appointment of a patient with a doctor at a branch. */
export interface Appointment {
  object: 'appointment'
  /** The id of the appointment. */
  id: string
  /** Where the appointment stands, from OPEN to COMPLETED, CANCELED or NOSHOW. */
  status: Open<'OPEN' | 'CONFIRMED' | 'CHECKEDIN' | 'COMPLETED' | 'CANCELED' | 'NOSHOW' | 'INPROGRESS' | 'DELAYED' | 'WAITING'>
  /** When the appointment begins, inclusive, as a UTC instant. */
  start: string
  /** When the appointment ends, exclusive, as a UTC instant. */
  end: string
  /** From start to end, in minutes. */
  durationMinutes: number
  /** The room, by its name at the branch; null where there is none. */
  room: string | null
  /** A short text that shows in the calendar; null where there is none. Written by people: it may name anybody. */
  title: string | null
  /** Remarks on the appointment, for the staff; null where there is none. Written by people: it may name anybody. */
  details: string | null
  /** The kind of appointment, one of appointmentTypes of the branch; null where there is none. */
  type: string | null
  /** Whether it cannot wait. */
  urgent: boolean
  /** Whether it takes place as a video call. */
  isOnline: boolean
  /** The video call of an online appointment; null where there is none. */
  videoCall: {
    /** The id of the video call. */
    id: string
    /** When it was created, as a UTC instant. */
    createdAt: string
  } | null
  /** Whether the clinic still has to confirm it. */
  pending: boolean
  /** Why it was canceled, in free text; null where there is none. Written by people: it may name anybody. */
  cancelReason: string | null
  /** Id of the patient; null where there is none. */
  patientId: string | null
  /** Id of the doctor. */
  doctorId: string
  /** Id of the branch. */
  branchId: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** When a doctor can be booked at a branch. */
export interface Availability {
  object: 'availability'
  /** Id of the branch. */
  branchId: string
  /** Id of the doctor. */
  doctorId: string
  /** Every day that was asked for, also one without a free slot. */
  days: {
    /** The day, in clinic time. */
    date: string
    /** The free slots of the day, in order of time. */
    slots: {
      /** When the slot begins, inclusive, as a UTC instant. */
      start: string
      /** When the slot ends, exclusive, as a UTC instant. */
      end: string
    }[]
  }[]
}

/** A place where the clinic works. */
export interface Branch {
  object: 'branch'
  /** The id of the branch. */
  id: string
  /** The name, as the clinic gave it. */
  name: string
  /** The postal address, as one text; null where there is none. */
  address: string | null
  /** Where the branch is, as a map link or coordinates; null where there is none. */
  location: string | null
  /** The phone numbers of the branch. */
  phones: string[]
  /** The names of the rooms. */
  rooms: string[]
  /** What the branch specialises in. */
  specialities: string[]
  /** The kinds of appointment that the branch offers, in its own words. */
  appointmentTypes: string[]
  /** Seven times HH:mm in clinic time, Sunday first; an empty string is a closed day. */
  opens: string[]
  /** As opens; a time not after the opening one belongs to the next day. */
  closes: string[]
  /** Weekdays without opening hours, 0 is Sunday. */
  closedDays: number[]
  /** Closed dates as YYYYMMDD, such as 20260923. */
  holidays: number[]
  /** 0 is Sunday. */
  firstDayOfWeek: number
  /** Whether the branch is open for business. */
  active: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** What is claimed from an insurer for some invoices. */
export interface Claim {
  object: 'claim'
  /** The id of the claim. */
  id: string
  /** The number that people see, counted by the clinic from 1. */
  referenceId: number
  /** What the clinic calls the claim; null where there is none. */
  name: string | null
  /** How far the claim has come; it only moves forward. */
  status: Open<'PLANNING' | 'IN_REVIEW' | 'PARTIALLY_CLAIMED' | 'FULLY_CLAIMED'>
  /** The first day whose invoices are claimed. */
  startDate: string
  /** The last day whose invoices are claimed, inclusive. */
  endDate: string
  /** The insurer’s share of all its invoices, in the currency of the clinic (major units, such as 12.50). */
  totalInsuranceAmount: number
  /** How many invoices it holds. */
  invoiceCount: number
  /** What the insurer pays at first, of the total, in percent: 15 is 15 %. */
  partialPaymentPercent: number
  /** What the insurer may keep of the first payment for paying promptly, in percent: 15 is 15 %. */
  promptPaymentPercent: number
  /** What the insurer pays at first, in the currency of the clinic (major units, such as 12.50). */
  partialPaymentAmount: number
  /** What the insurer keeps for paying promptly, in the currency of the clinic (major units, such as 12.50). */
  promptPaymentDeduction: number
  /** The first payment less the deduction, in the currency of the clinic (major units, such as 12.50). */
  netPartialPayment: number
  /** What the insurer refused to pay, in the currency of the clinic (major units, such as 12.50). */
  rejectedAmount: number
  /** What the insurer still has to pay, in the currency of the clinic (major units, such as 12.50). */
  remainingAmount: number
  /** What the insurer has paid so far, in the currency of the clinic (major units, such as 12.50). */
  totalReceivedAmount: number
  /** Id of the branch. */
  branchId: string
  /** Id of the insurance company. */
  insuranceCompanyId: string
  /** When it went into review, as a UTC instant; null where there is none. */
  reviewedAt: string | null
  /** When the insurer paid a part, as a UTC instant; null where there is none. */
  partiallyClaimedAt: string | null
  /** When the insurer had paid all of it, as a UTC instant; null where there is none. */
  fullyClaimedAt: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
  /** Ids of its invoices. */
  invoiceIds: string[]
}

/** The clinic that installed the plugin. */
export interface Clinic {
  object: 'clinic'
  /** The id of the clinic. */
  id: string
  /** The name, as the clinic gave it. */
  name: string
  /** Where the logo is; null where there is none. */
  logoUrl: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  /** ISO 4217; every amount of the clinic is in it. */
  currency: string
  /** IANA name; dates and slots are computed in it. */
  timeZone: string
  /** BCP 47. */
  locale: string
  /** The usual tax rate, in percent: 15 is 15 %. */
  taxPercent: number
  /** The charts that the clinic works with, such as dental. */
  charts: string[]
  /** The colour of the clinic, as a CSS hex value; null where there is none. */
  brandingColor: string | null
  /** How the clinic is registered for tax and trade; null where it is not known. */
  businessRegistration: {
    /** The VAT number; null where there is none. */
    vatNumber: string | null
    /** The name that the VAT number is registered under; null where there is none. */
    vatName: string | null
    /** The number in the commercial register; null where there is none. */
    crnNumber: string | null
    /** The name in the commercial register; null where there is none. */
    commercialName: string | null
    /** The city, as written in the registration; null where there is none. */
    city: string | null
    /** Whether the registration was checked and found valid. */
    isValid: boolean
  } | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A message on its way to a patient or another recipient. */
export interface Communication {
  object: 'communication'
  /** The id of the communication. */
  id: string
  /** The channels by which it is sent. */
  channels: (Open<'whatsapp' | 'sms' | 'email'>)[]
  /** true once it was sent. */
  status: boolean
  /** Whether it still waits to be sent. */
  pending: boolean
  /** Whether it was taken back before it was sent. */
  canceled: boolean
  /** How often sending was tried, over all channels. */
  attempts: number
  /** How often sending by WhatsApp was tried. */
  whatsappAttempts: number
  /** How often sending by e-mail was tried. */
  emailAttempts: number
  /** true once it was sent by WhatsApp. */
  whatsappStatus: boolean
  /** Whether it still waits to be sent by WhatsApp. */
  whatsappPending: boolean
  /** true once it was sent by e-mail. */
  emailStatus: boolean
  /** Whether it still waits to be sent by e-mail. */
  emailPending: boolean
  /** When it was sent, as a UTC instant; null where there is none. */
  sentAt: string | null
  /** When it was sent by WhatsApp, as a UTC instant; null where there is none. */
  whatsappSentAt: string | null
  /** When it was sent by e-mail, as a UTC instant; null where there is none. */
  emailSentAt: string | null
  /** The beginning of the text; without patients:read.pii that of its template before the values, or null without a template. Shown in parts without the scope patients:read.pii. */
  contentPreview?: string | null
  /** Id of the patient; null where there is none. */
  patientId: string | null
  /** Id of the staff member that it goes to; null where there is none. */
  userId: string | null
  /** Id of the lab; null where there is none. */
  labId: string | null
  /** Id of the lead; null where there is none. */
  leadId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** What a patient consents to, with the signatures. */
export interface ConsentForm {
  object: 'consent_form'
  /** The id of the consent form. */
  id: string
  /** What the patient consents to. */
  name: string
  /** Whether it was signed. */
  signed: boolean
  /** Whether a signature is needed. */
  signRequired: boolean
  /** When it was signed, as a UTC instant; null where there is none. */
  signedAt: string | null
  /** Whether a witness has signed, too. */
  witnessSigned: boolean
  /** When the consent expires, as a UTC instant; null where there is none. */
  expiresAt: string | null
  /** Id of the template that it was made from; null where there is none. */
  templateId: string | null
  /** Id of the patient. */
  patientId: string
  /** Id of the branch. */
  branchId: string
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A chat with a patient or another person. */
export interface Conversation {
  object: 'conversation'
  /** The id of the conversation. */
  id: string
  /** The phone number, E.164 where it is known as such. Masked without the scope patients:read.pii. */
  phone: string
  /** The name that the other side goes by; null where there is none. Left out without the scope patients:read.pii where it is a patient’s. */
  name?: string | null
  /** The language, as a code such as en or ar; null where there is none. */
  language: string | null
  /** Whether the clinic has blocked the other side. */
  blocked: boolean
  /** Whether the conversation is settled; a message of the other side opens it again. */
  resolved: boolean
  /** How many messages of the other side the clinic has not seen. */
  unseenCount: number
  /** How many messages it has. */
  messagesCount: number
  /** When the last message was sent or came in, as a UTC instant; null where there is none. */
  lastMessageAt: string | null
  /** When anything last happened in it, as a UTC instant; null where there is none. */
  lastActivityAt: string | null
  /** Id of the patient; null where there is none. */
  patientId: string | null
  /** Id of the lead; null where there is none. */
  leadId: string | null
  /** Id of the staff member who takes care of it; null where there is none. */
  assignedToId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** One message of a conversation. */
export interface ConversationMessage {
  object: 'conversation_message'
  /** The id of the conversation message. */
  id: string
  /** Id of the conversation. */
  conversationId: string
  /** INBOUND from the other side, OUTBOUND from the clinic. */
  direction: Open<'INBOUND' | 'OUTBOUND'>
  /** The channel by which it was sent. */
  channel: Open<'whatsapp' | 'sms'>
  /** What the message consists of. */
  type: Open<'text' | 'image' | 'audio' | 'document' | 'template'>
  /** The text of the message; without patients:read.pii that of a template before its values; null where there is none. Shown in parts without the scope patients:read.pii. */
  text?: string | null
  /** Id of the template that it was made from; null where there is none. */
  templateId: string | null
  /** Id of the file that came with it; null where there is none. */
  fileId: string | null
  /** How far the message has come. */
  status: Open<'queued' | 'sent' | 'delivered' | 'read' | 'failed'>
  /** Why it failed; null where there is none. */
  errorMessage: string | null
  /** Id of the person at the clinic who sent it; null where there is none. */
  sentById: string | null
  /** When it was sent, as a UTC instant; null where there is none. */
  sentAt: string | null
  /** When it reached the recipient, as a UTC instant; null where there is none. */
  deliveredAt: string | null
  /** When the recipient read it, as a UTC instant; null where there is none. */
  readAt: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** The submission of an invoice or a claim to the tax authority. */
export interface EinvoiceSubmission {
  object: 'einvoice_submission'
  /** The id of the einvoice submission. */
  id: string
  /** Id of the invoice; null where there is none. */
  invoiceId: string | null
  /** Id of the claim; null where there is none. */
  claimId: string | null
  /** The tax authority’s system that it goes to. */
  provider: string
  /** The kind of e-invoice. */
  transactionType: Open<'SIMPLIFIED' | 'STANDARD'>
  /** Where the submission stands at the tax authority. */
  status: Open<'NOT_STARTED' | 'PENDING' | 'IN_PROGRESS' | 'SUBMITTED' | 'CLEARED' | 'REJECTED' | 'CANCELLED'>
  /** Which attempt this is, counted from 1. */
  attemptNumber: number
  /** When it was submitted, as a UTC instant; null where there is none. */
  submissionTime: string | null
  /** When the tax authority cleared it, as a UTC instant; null where there is none. */
  clearanceTime: string | null
  /** When its status last changed, as a UTC instant; null where there is none. */
  statusChangedAt: string | null
  /** What the tax authority remarked. */
  infoMessages: string[]
  /** What the tax authority warned of, without rejecting it. */
  warningMessages: string[]
  /** Why the tax authority rejected it. */
  errorMessages: string[]
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A visit of a patient, with complaints, findings and notes. */
export interface Encounter {
  object: 'encounter'
  /** The id of the encounter. */
  id: string
  /** What the patient came for; null where there is none. Written by people: it may name anybody. */
  chiefComplaint: string | null
  /** The symptoms, as they were told; null where there is none. Written by people: it may name anybody. */
  symptoms: string | null
  /** The diagnosis, as the doctor wrote it; null where there is none. Written by people: it may name anybody. */
  diagnosis: string | null
  /** The laboratory tests that were ordered. */
  testsOrdered: string[]
  /** The images that were ordered, such as x-rays. */
  imagingOrdered: string[]
  /** What the laboratory tests showed; null where there is none. Written by people: it may name anybody. */
  testResults: string | null
  /** What the images showed; null where there is none. Written by people: it may name anybody. */
  imagingResults: string | null
  /** The notes of the doctor on the examination; null where there is none. Written by people: it may name anybody. */
  clinicalNotes: string | null
  /** The notes on the talk with the patient; null where there is none. Written by people: it may name anybody. */
  consultationNotes: string | null
  /** What the patient left with, in summary; null where there is none. Written by people: it may name anybody. */
  dischargeSummary: string | null
  /** Whether it is the newest encounter of the patient. */
  last: boolean
  /** The vital signs and laboratory values that were taken. */
  measurements: Measurement[]
  /** Id of the patient. */
  patientId: string
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the branch. */
  branchId: string
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** What happened, as it is posted to webhook endpoints. */
export interface EventRecord {
  object: 'event'
  /** The id of the event. */
  id: string
  /** What happened. */
  type: string
  /** The version label of the payload, as in Service-Version. */
  apiVersion: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** Id of the clinic. */
  companyId: string
  /** What the event tells of its record, as it was then. */
  data: Record<string, unknown>
  /** Previous values of the attributes that changed. */
  previousAttributes?: Record<string, unknown>
}

/** Money that the clinic spent. */
export interface Expense {
  object: 'expense'
  /** The id of the expense. */
  id: string
  /** The number that people see, counted by the clinic from 1. */
  referenceId: number
  /** What the money was spent on. Written by people: it may name anybody. */
  name: string
  /** The kind of expense, in the words of the clinic; null where there is none. */
  category: string | null
  /** The name of the supplier; null where there is none. */
  supplier: string | null
  /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
  total: number
  /** The tax, in the currency of the clinic (major units, such as 12.50). */
  tax: number
  /** The tax rate, in percent: 15 is 15 %. */
  taxPercent: number
  /** What was paid so far, in the currency of the clinic (major units, such as 12.50). */
  paid: number
  /** Whether nothing is left to pay. */
  paidInFull: boolean
  /** Id of the treasury that it was paid from; null where there is none. */
  treasuryId: string | null
  /** Id of the branch. */
  branchId: string
  /** The day of the expense. */
  date: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** How a patient rated a visit. */
export interface Feedback {
  object: 'feedback'
  /** The id of the feedback. */
  id: string
  /** Stars from 1, the worst, to 5, the best. */
  rating: number
  /** How likely the patient recommends the clinic, from 0, not at all, to 10; null where there is none. */
  recommendScore: number | null
  /** What the patient wrote; null where there is none. Written by people: it may name anybody. */
  comment: string | null
  /** How the feedback came in. */
  channel: Open<'whatsapp' | 'sms' | 'link' | 'kiosk'>
  /** What it is about, in the words of the clinic. */
  tags: string[]
  /** Whether the clinic has dealt with it. */
  resolved: boolean
  /** When it was dealt with, as a UTC instant; null where there is none. */
  resolvedAt: string | null
  /** Id of the patient; null where there is none. */
  patientId: string | null
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the branch. */
  branchId: string
  /** When the patient gave it, as a UTC instant. */
  submittedAt: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A file of a patient. */
export interface ClinicFile {
  object: 'file'
  /** The id of the file. */
  id: string
  /** The file name, as it was uploaded. Written by people: it may name anybody. */
  name: string
  /** The media type of the file. */
  contentType: string
  /** The size in bytes. */
  sizeBytes: number
  /** The place in its list; lower comes first. */
  order: number
  /** Works for five minutes, and no longer than the token that it was given to; read the file again for a fresh one. It may lead on to where the file lies: follow redirects. */
  downloadUrl: string
  /** Id of the patient. */
  patientId: string
  /** Id of the treatment; null where there is none. */
  operationId: string | null
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** Id of the encounter; null where there is none. */
  encounterId: string | null
  /** Id of the x-ray that it belongs to; null where there is none. */
  xrayId: string | null
  /** Id of the folder that it was put in; null where there is none. */
  folderId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** Where a file is to be sent, and how. */
export interface FileUpload {
  object: 'file_upload'
  /** Id of the file, for confirming it once it was sent. */
  fileId: string
  /** Where the file is sent, as multipart form data. */
  uploadUrl: string
  /** The form fields that are sent before the file, by name. */
  fields: Record<string, string>
  /** The HTTP method of the upload. */
  method: Open<'POST'>
  /** Seconds for which the target takes the file. */
  expiresInSeconds: number
}

/** A form that patients fill in. */
export interface Form {
  object: 'form'
  /** The id of the form. */
  id: string
  /** The title of the form. */
  title: string
  /** Whether it can be filled in. */
  active: boolean
  /** Whether one patient may submit it more than once. */
  multipleSubmissionsAllowed: boolean
  /** The version that is filled in now; null before the first was published. */
  currentVersion: {
    /** The id of the version. */
    id: string
    /** The number of the version, counted from 1. */
    versionNum: number
    /** The questions, in order. Each is a form field: key, type (section, text, paragraph, number, integer, boolean, select, multiselect, scale, date, time, email, phone, teeth), label {en, ar}, help, required, min, max, minLength, maxLength, options [{value, label}], visibleWhen {key, equals}. JSON Schema: /schemas/form-fields-v1.json. */
    schema: unknown[]
  } | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** What a patient answered in a form. */
export interface FormSubmission {
  object: 'form_submission'
  /** The id of the form submission. */
  id: string
  /** Id of the form. */
  formId: string
  /** Id of the version of the form that was filled in. */
  versionId: string
  /** Id of the patient. */
  patientId: string
  /** A reference of your own; null where there is none. Written by people: it may name anybody. */
  ref: string | null
  /** DRAFT while it is filled in, SUBMITTED once it counts. */
  status: Open<'DRAFT' | 'SUBMITTED'>
  /** The answers, by the keys of the questions; without patients:read.pii none to a question of type phone or email. Shown in parts without the scope patients:read.pii. */
  answers?: Record<string, unknown>
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** Money that came in. */
export interface Income {
  object: 'income'
  /** The id of the income. */
  id: string
  /** The number that people see, counted by the clinic from 1. */
  referenceId: number
  /** What the money came in for. Written by people: it may name anybody. */
  name: string
  /** The kind of income, in the words of the clinic; null where there is none. */
  category: string | null
  /** What came in; negative where it takes back the income of a payment that was refunded, in the currency of the clinic (major units, such as 12.50). */
  amount: number
  /** Id of the payment; null where there is none. */
  paymentId: string | null
  /** Id of the treasury that it went to; null where there is none. */
  treasuryId: string | null
  /** Id of the branch. */
  branchId: string
  /** The day on which it came in. */
  date: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** The plugin at this clinic: what was granted and set. */
export interface Installation {
  object: 'installation'
  /** The id of the installation. */
  id: string
  /** Whether the plugin may work for the clinic. */
  status: Open<'ACTIVE' | 'UPDATE_PENDING' | 'SUSPENDED' | 'UNINSTALLED'>
  /** The name of the plugin in addresses. */
  pluginSlug: string
  /** The version that the clinic has installed. */
  pluginVersion: string
  /** The scopes that the clinic granted. */
  grantedScopes: string[]
  /** The event types that the clinic granted. */
  grantedEvents: string[]
  /** The values that the clinic entered, by the keys of the plugin’s manifest. */
  settings: Record<string, unknown>
  /** When the clinic installed it, as a UTC instant. */
  installedAt: string
}

/** The settings of an installation. */
export interface InstallationSettings {
  object: 'installation_settings'
  /** Id of the installation. */
  installationId: string
  /** The values that the clinic entered, by the keys of the plugin’s manifest. */
  settings: Record<string, unknown>
}

/** An insurer that the clinic works with. */
export interface InsuranceCompany {
  object: 'insurance_company'
  /** The id of the insurance company. */
  id: string
  /** The name, as the clinic gave it. */
  name: string
  /** The telephone number of the insurer, E.164; null where there is none. */
  number: string | null
  /** The e-mail address; null where there is none. */
  email: string | null
  /** The tax registration number of the insurer; null where there is none. */
  taxNumber: string | null
  /** The most that it bears for a patient in a year, unless a class says otherwise, in the currency of the clinic (major units, such as 12.50); null where there is none. */
  insuranceLimit: number | null
  /** Whether it bears any amount, without a limit. */
  insuranceUnlimited: boolean
  /** The share that it bears, unless a class says otherwise, in percent: 15 is 15 %; null where there is none. */
  insurancePercentage: number | null
  /** Whether the insurer has to approve before the treatment. */
  approvalRequired: boolean
  /** The month in which its year begins, 1 is January; null where there is none. */
  insuranceStartMonth: number | null
  /** The tax rate, in percent: 15 is 15 %; null where there is none. */
  taxPercent: number | null
  /** How many policies of it the clinic knows. */
  totalPolicies: number
  /** Whether a patient is insured by one of its policies, never by the company alone. */
  forcePolicySelect: boolean
  /** Whether the clinic has put it out of use. */
  disabled: boolean
  /** The city, as written in the registration; null where there is none. */
  city: string | null
  /** The country, ISO 3166-1 alpha-2; null where there is none. */
  countryCode: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A policy of an insurer. */
export interface InsurancePolicy {
  object: 'insurance_policy'
  /** The id of the insurance policy. */
  id: string
  /** Id of the insurance company. */
  insuranceCompanyId: string
  /** The number of the policy; null where there is none. */
  policyNumber: string | null
  /** The person or company that took it out: an employer, the head of a family; null where there is none. Left out without the scope patients:read.pii. */
  holderName?: string | null
  /** What the policy covers, in the words of the insurer; null where there is none. */
  coverageType: string | null
  /** What the insured person is to the policy holder; null where there is none. */
  relationship: string | null
  /** The state of the policy, in the words of the insurer; null where there is none. */
  status: string | null
  /** The number of the sponsor: of an employer, or the national id of a person; null where there is none. Left out without the scope patients:read.pii. */
  sponsorNumber?: string | null
  /** The first day of the policy; null where there is none. */
  inception: string | null
  /** Until when the policy runs, as a UTC instant; null where there is none. */
  due: string | null
  /** Whether the clinic has put it out of use. */
  disabled: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** One change of the stock of an item. */
export interface InventoryAdjustment {
  object: 'inventory_adjustment'
  /** The id of the inventory adjustment. */
  id: string
  /** Id of the inventory item. */
  inventoryItemId: string
  /** What came in, or went out when negative, in the unit of the item. */
  quantityDelta: number
  /** What was in stock afterwards, in the unit of the item. */
  quantityAfter: number
  /** Why the stock changed. */
  reason: Open<'USAGE' | 'COUNT' | 'WASTE' | 'RETURN' | 'TRANSFER'>
  /** Remarks on the change, in free text; null where there is none. Written by people: it may name anybody. */
  note: string | null
  /** Id of the treatment; null where there is none. */
  treatmentId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** Something that the clinic keeps in stock. */
export interface InventoryItem {
  object: 'inventory_item'
  /** The id of the inventory item. */
  id: string
  /** What the item is. */
  name: string
  /** The stock keeping unit, by which the clinic orders it; null where there is none. */
  sku: string | null
  /** The barcode on the package, as digits; null where there is none. */
  barcode: string | null
  /** The unit that quantities are counted in, such as box; null where there is none. */
  unit: string | null
  /** How much there is, in the unit of the item. */
  quantity: number
  /** The quantity at which it should be ordered again, in its unit; null where there is none. */
  reorderLevel: number | null
  /** Whether the quantity is at the reorder level or below. */
  lowStock: boolean
  /** The cost of one unit, in the currency of the clinic (major units, such as 12.50); null where there is none. */
  unitCost: number | null
  /** The name of the supplier; null where there is none. */
  supplier: string | null
  /** Id of the branch. */
  branchId: string
  /** When the stock expires, as a UTC instant; null where there is none. */
  expiresAt: string | null
  /** Whether the clinic has put it out of use. */
  disabled: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** An order from a supplier. */
export interface InventoryOrder {
  object: 'inventory_order'
  /** The id of the inventory order. */
  id: string
  /** The number that people see, counted by the clinic from 1. */
  referenceId: number
  /** How much of the order has come in. */
  status: Open<'PENDING' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'CANCELED'>
  /** The name of the supplier; null where there is none. */
  supplier: string | null
  /** Id of the branch. */
  branchId: string
  /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
  total: number
  /** The tax, in the currency of the clinic (major units, such as 12.50). */
  tax: number
  /** What was ordered, line by line. */
  items: {
    /** Id of the inventory item. */
    inventoryItemId: string
    /** What was ordered. */
    name: string
    /** How much was ordered, in the unit of the item. */
    quantity: number
    /** How much has come in so far, in the unit of the item. */
    receivedQuantity: number
    /** The cost of one unit, in the currency of the clinic (major units, such as 12.50). */
    unitCost: number
  }[]
  /** When it was ordered, as a UTC instant; null where there is none. */
  orderedAt: string | null
  /** When it is expected, as a UTC instant; null where there is none. */
  expectedAt: string | null
  /** When it was received, as a UTC instant; null where there is none. */
  receivedAt: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** An invoice, and what is still to be paid on it. */
export interface Invoice {
  object: 'invoice'
  /** The id of the invoice. */
  id: string
  /** The number that people see, counted by the clinic from 1. */
  referenceId: number
  /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
  total: number
  /** The amount before discount and tax, in the currency of the clinic (major units, such as 12.50). */
  subtotal: number
  /** The tax, in the currency of the clinic (major units, such as 12.50). */
  tax: number
  /** The tax rate, in percent: 15 is 15 %. */
  taxPercent: number
  /** The discount, in the currency of the clinic (major units, such as 12.50). */
  discount: number
  /** The discount, in percent: 15 is 15 %. */
  discountPercent: number
  /** What was paid so far, in the currency of the clinic (major units, such as 12.50). */
  paid: number
  /** What is still to be paid, in the currency of the clinic (major units, such as 12.50). */
  pendingPayment: number
  /** The insurer’s share of the total, in the currency of the clinic (major units, such as 12.50). */
  insurance: number
  /** Whether nothing is left to pay. */
  paidInFull: boolean
  /** Whether what is paid on it becomes the credit of the patient. */
  balanceInvoice: boolean
  /** The chart that it belongs to, such as dental; null where there is none. */
  chart: string | null
  /** Where the latest submission to the tax authority stands; null before the first. */
  eInvoiceStatus: Open<'NOT_STARTED' | 'PENDING' | 'IN_PROGRESS' | 'SUBMITTED' | 'CLEARED' | 'REJECTED' | 'CANCELLED'> | null
  /** Id of the patient. */
  patientId: string
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the branch. */
  branchId: string
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** Id of the appointment from which the invoice was made; null where there is none. */
  createdFromAppointmentId: string | null
  /** Id of the insurance company; null where there is none. */
  insuranceCompanyId: string | null
  /** Id of the claim in which the insurer’s share is claimed; null where there is none. */
  claimId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
  /** When the invoice was released, as a UTC instant; null where there is none. */
  releasedAt: string | null
}

/** A dental laboratory. */
export interface Lab {
  object: 'lab'
  /** The id of the lab. */
  id: string
  /** The name of the laboratory. */
  name: string
  /** The telephone number of the laboratory, E.164; null where there is none. */
  number: string | null
  /** The e-mail address; null where there is none. */
  email: string | null
  /** Remarks in free text; null where there is none. */
  details: string | null
  /** Whether the clinic no longer orders from it. */
  disabled: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** Something that a laboratory makes, with its price. */
export interface LabItem {
  object: 'lab_item'
  /** The id of the lab item. */
  id: string
  /** Id of the lab. */
  labId: string
  /** What the lab makes. */
  name: string
  /** What the lab asks for one, in the currency of the clinic (major units, such as 12.50). */
  price: number
  /** Remarks in free text; null where there is none. */
  details: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** Work ordered from a laboratory. */
export interface LabOrder {
  object: 'lab_order'
  /** The id of the lab order. */
  id: string
  /** What was ordered; null where there is none. Written by people: it may name anybody. */
  name: string | null
  /** Follows the flags: delivered over received over pending. */
  status: Open<'pending' | 'received' | 'delivered'>
  /** Whether the clinic has received the work; set once, never taken back. */
  received: boolean
  /** Whether the patient has the work; set once, never taken back. */
  delivered: boolean
  /** When the clinic received the work, as a UTC instant; null where there is none. */
  receivedAt: string | null
  /** When the work is due at the clinic, as a UTC instant; null where there is none. */
  due: string | null
  /** Remarks in free text; null where there is none. Written by people: it may name anybody. */
  details: string | null
  /** FDI numbers. */
  tooth: number[]
  /** The shade of the tooth, such as A2; null where there is none. Written by people: it may name anybody. */
  shade: string | null
  /** Whether it is for milk teeth. */
  child: boolean
  /** How many pieces were ordered. */
  items: number
  /** Id of the lab. */
  labId: string
  /** Id of the lab item; null where there is none. */
  labItemId: string | null
  /** Id of the branch. */
  branchId: string
  /** Id of the patient. */
  patientId: string
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** Id of the treatment; null where there is none. */
  operationId: string | null
  /** Id of the step of the treatment; null where there is none. */
  operationStepId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A prospective patient. */
export interface Lead {
  object: 'lead'
  /** The id of the lead. */
  id: string
  /** The number that people see, counted by the clinic from 1. */
  referenceId: number
  /** The name of the prospective patient. Left out without the scope patients:read.pii where it is a patient’s. */
  name?: string
  /** The phone number, E.164 where it is known as such; null where there is none. Masked without the scope patients:read.pii where it is a patient’s. */
  phone: string | null
  /** The e-mail address; null where there is none. Left out without the scope patients:read.pii where it is a patient’s. */
  email?: string | null
  /** Id of the branch. */
  branchId: string
  /** What the clinic expects to earn, in the currency of the clinic (major units, such as 12.50); null where there is none. */
  dealSize: number | null
  /** How promising the lead is, from 0 to 100; null where there is none. */
  score: number | null
  /** When the lead should be followed up, as a UTC instant; null where there is none. */
  due: string | null
  /** The place within the stage; lower comes first. */
  order: number
  /** Id of the stage of the pipeline. */
  stageId: string
  /** Id of the patient that the lead became; null where there is none. */
  patientId: string | null
  /** Id of the staff member who takes care of it; null where there is none. */
  assignedToId: string | null
  /** Id of the link by which the lead came in; null where there is none. */
  leadLinkId: string | null
  /** Id of the reason for which the lead was rejected; null where there is none. */
  rejectReasonId: string | null
  /** Id of the source that the lead came from; null where there is none. */
  referralSourceId: string | null
  /** Id of the part of that source; null where there is none. */
  referralSubSourceId: string | null
  /** When it came to its stage, as a UTC instant; null where there is none. */
  stagedAt: string | null
  /** When the lead became a patient, as a UTC instant; null where there is none. */
  journeyedAt: string | null
  /** When messages were last written with the lead, as a UTC instant; null where there is none. */
  lastInteraction: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A stage of the pipeline of leads. */
export interface LeadStage {
  object: 'leadStage'
  /** The id of the lead stage. */
  id: string
  /** What the clinic calls the stage. */
  name: string
  /** The colour in calendars and boards, as a CSS hex value such as #2563eb; null where there is none. */
  color: string | null
  /** The place in the pipeline; lower comes first. */
  order: number
  /** How many days a lead may stay before something must happen; null where there is none. */
  dueDays: number | null
  /** How many leads are in the stage. */
  totalLeads: number
  /** Whether a lead that enters is rejected. */
  requireReject: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** The points of a patient. */
export interface LoyaltyAccount {
  object: 'loyalty_account'
  /** The id of the loyalty account. */
  id: string
  /** Id of the patient. */
  patientId: string
  /** The points that the patient has now. */
  pointsBalance: number
  /** All points that were ever earned. */
  lifetimeEarned: number
  /** All points that were ever redeemed. */
  lifetimeRedeemed: number
  /** The tier of the patient, in the words of the clinic; null where there is none. */
  tier: string | null
  /** How many of them expire next, at expiringAt. */
  expiringPoints: number
  /** When the next points expire, as a UTC instant; null where there is none. */
  expiringAt: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** One change of the points of a patient. */
export interface LoyaltyTransaction {
  object: 'loyalty_transaction'
  /** The id of the loyalty transaction. */
  id: string
  /** Id of the patient. */
  patientId: string
  /** Id of the branch; null where there is none. */
  branchId: string | null
  /** Why the points changed. */
  type: Open<'EARN' | 'REDEEM' | 'ADJUST' | 'EXPIRE'>
  /** Negative where points are taken away. */
  points: number
  /** The points that the patient had afterwards. */
  balanceAfter: number
  /** Why, in words for people; null where there is none. Written by people: it may name anybody. */
  reason: string | null
  /** Id of the invoice; null where there is none. */
  invoiceId: string | null
  /** Id of the payment; null where there is none. */
  paymentId: string | null
  /** When these points expire, as a UTC instant; null where there is none. */
  expiresAt: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A vital sign or laboratory value of a patient. */
export interface Measurement {
  object: 'measurement'
  /** The id of the measurement. */
  id: string
  /** What was measured. */
  name: Open<'BLOOD_PRESSURE_SYSTOLIC' | 'BLOOD_PRESSURE_DIASTOLIC' | 'HEART_RATE' | 'RESPIRATORY_RATE' | 'TEMPERATURE' | 'OXYGEN_SATURATION' | 'HEIGHT' | 'WEIGHT' | 'BMI' | 'BLOOD_GLUCOSE_FASTING' | 'BLOOD_GLUCOSE_POSTPRANDIAL' | 'TOTAL_CHOLESTEROL' | 'HDL_CHOLESTEROL' | 'LDL_CHOLESTEROL' | 'TRIGLYCERIDES' | 'HEMOGLOBIN' | 'HEMATOCRIT' | 'WBC_COUNT' | 'RBC_COUNT' | 'PLATELET_COUNT' | 'EJECTION_FRACTION' | 'CREATININE' | 'MAP' | 'BSA' | 'IBW' | 'BMR' | 'BUN' | 'GFR' | 'ALT' | 'AST' | 'BILIRUBIN' | 'ALBUMIN' | 'TSH' | 'FREE_T4' | 'FREE_T3' | 'HBA1C' | 'CAPILLARY_REFILL_TIME' | 'CVP' | 'ICP' | 'ETCO2' | 'URINE_OUTPUT' | 'GCS' | 'PAIN_SCORE' | 'APGAR_SCORE' | 'PUPIL_SIZE' | 'PA_O2' | 'PA_CO2' | 'PH' | 'WAIST_CIRCUMFERENCE'>
  /** The measured value, in the usual unit of the measurement. */
  value: number
  /** How far it moved towards the normal range since the previous value; 0 where there is no range, in percent: 15 is 15 %; null where there is none. */
  improvement: number | null
  /** How far it moved towards the normal range since the first value, in percent: 15 is 15 %; null where there is none. */
  overallImprovement: number | null
  /** Against the previous value of the same name, in its unit; null on the first. */
  difference: number | null
  /** Against the first value of the same name, in its unit; null on the first. */
  overallDifference: number | null
  /** -1 low, 0 normal, 1 high, 2 critical. */
  status: number
  /** Days since the previous value of the same name; null where there is none. */
  durationDays: number | null
  /** Days since the first value of the same name; null where there is none. */
  overallDurationDays: number | null
  /** true on the newest of its name. */
  last: boolean
  /** Id of the encounter. */
  encounterId: string
  /** Id of the patient. */
  patientId: string
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the branch. */
  branchId: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A medication that doctors of the clinic prescribe. */
export interface Medication {
  object: 'medication'
  /** The id of the medication. */
  id: string
  /** The name of the medication. */
  name: string
  /** The group of medications, in the words of the clinic; null where there is none. */
  category: string | null
  /** How much is taken each time, as a number; strength has the unit; null where there is none. */
  dosage: number | null
  /** How much is handed out, as the doctor wrote it; null where there is none. */
  dispense: string | null
  /** How it is taken, in words for the patient; null where there is none. Written by people: it may name anybody. */
  sig: string | null
  /** For how many days it is taken; null where there is none. */
  duration: number | null
  /** By which way it is taken, such as oral; null where there is none. */
  method: string | null
  /** How strong one dose is, with its unit, such as 500 mg; null where there is none. */
  strength: string | null
  /** Remarks in free text; null where there is none. Written by people: it may name anybody. */
  details: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** One line of a prescription. */
export interface MedicationLine {
  object: 'medication_line'
  /** The id of the medication line. */
  id: string
  /** The name of the medication. */
  name: string
  /** How much is taken each time, as a number; strength has the unit; null where there is none. */
  dosage: number | null
  /** How much is handed out, as the doctor wrote it; null where there is none. */
  dispense: string | null
  /** The form, such as tablet or syrup; null where there is none. */
  type: string | null
  /** How it is taken, in words for the patient; null where there is none. Written by people: it may name anybody. */
  sig: string | null
  /** For how many days it is taken; null where there is none. */
  duration: number | null
  /** By which way it is taken, such as oral; null where there is none. */
  method: string | null
  /** How strong one dose is, with its unit, such as 500 mg; null where there is none. */
  strength: string | null
  /** Remarks in free text; null where there is none. Written by people: it may name anybody. */
  details: string | null
  /** The place in the prescription; lower comes first. */
  order: number
}

/** That a message waits to be sent. */
export interface Message {
  object: 'message'
  /** Id of the communication. */
  communicationId: string
  /** The channel by which it is sent. */
  channel: Open<'whatsapp' | 'sms'>
  /** Always queued: it is sent afterwards, and the events tell how it went. */
  status: Open<'queued'>
}

/** A text with placeholders that may be sent once it is approved. */
export interface MessageTemplate {
  object: 'message_template'
  /** The id of the message template. */
  id: string
  /** The name of the template. */
  name: string
  /** The language, as a code such as en or ar. */
  language: string
  /** What the template is for, as the carrier sorts them. */
  category: Open<'UTILITY' | 'MARKETING' | 'AUTHENTICATION'>
  /** Whether it may be sent: only APPROVED ones are. */
  status: Open<'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED'>
  /** The text, with placeholders such as {{1}}. */
  body: string
  /** How many placeholders the text has. */
  variableCount: number
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A payment page for a patient, and how the payment on it went. */
export interface OnlinePayment {
  object: 'online_payment'
  /** The id of the online payment. */
  id: string
  /** What the patient pays, in the currency of the clinic (major units, such as 12.50). */
  amount: number
  /** What the provider kept of the amount, in the currency of the clinic (major units, such as 12.50). */
  extraFees: number
  /** The payment provider of the clinic. */
  provider: string
  /** How the payment went, as the provider reported it. */
  status: Open<'CREATED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUND'>
  /** The address of the payment page, for the patient; null where there is none. */
  paymentLink: string | null
  /** When the provider reported the money as paid, as a UTC instant; null where there is none. */
  paidAt: string | null
  /** Id of the invoice. */
  invoiceId: string
  /** Id of the payment that it led to; null where there is none. */
  paymentId: string | null
  /** Id of the branch. */
  branchId: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A patient file. */
export interface Patient {
  object: 'patient'
  /** The id of the patient. */
  id: string
  /** The number of the file, counted by the clinic from 1. */
  fileNumber: number
  /** The file number that the clinic gave of its own, such as that of a paper file; null where there is none. */
  clinicFileNumber: string | null
  /** The gender, as the clinic recorded it; null where there is none. */
  gender: string | null
  /** Whether the person is only a prospective patient so far. */
  isLead: boolean
  /** Whether the clinic has closed the file. */
  disabled: boolean
  /** Whether the file still waits for the clinic to confirm it. */
  pending: boolean
  /** Id of the branch that keeps the file. */
  branchId: string
  /** Id of the doctor who takes care of the patient; null where there is none. */
  doctorId: string | null
  /** The phone number with all but the country code and the last two digits hidden; null where there is none. */
  phoneNumberMasked: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
  /** The first name. Left out without the scope patients:read.pii. */
  firstName?: string
  /** The last name; null where there is none. Left out without the scope patients:read.pii. */
  lastName?: string | null
  /** First and last name. Left out without the scope patients:read.pii. */
  fullName?: string
  /** The phone number, E.164; in requests also as dialled in the country of the clinic; null where there is none. Left out without the scope patients:read.pii. */
  phoneNumber?: string | null
  /** The e-mail address of the patient; null where there is none. Left out without the scope patients:read.pii. */
  email?: string | null
  /** The day of birth in the calendar; null where there is none. Left out without the scope patients:read.pii. */
  birthDate?: string | null
  /** The postal address, as one text; null where there is none. Left out without the scope patients:read.pii. */
  address?: string | null
  /** The number of the identity document; null where there is none. Left out without the scope patients:read.pii. */
  nationalId?: string | null
  /** Id of the insurer of the patient; null where there is none. Left out without the scope patients:read.pii. */
  insuranceCompanyId?: string | null
  /** What the insurer covers for the patient; null for one who is not insured. Left out without the scope patients:read.pii. */
  insurance?: {
    /** Id of the insurance company; null where there is none. */
    companyId: string | null
    /** Id of the insurance policy; null where there is none. */
    policyId: string | null
    /** Id of the class of the policy; null where there is none. */
    classId: string | null
    /** The membership number on the insurance card; null where there is none. */
    number: string | null
    /** The group of insured persons, as on the card; null where there is none. */
    group: string | null
    /** The share that the insurer bears, over that of the class, in percent: 15 is 15 %; null where there is none. */
    percentage: number | null
    /** The most that the insurer bears in a year, over that of the class, in the currency of the clinic (major units, such as 12.50); null where there is none. */
    limit: number | null
    /** Whether the insurer bears any amount, over what the class says; null where there is none. */
    unlimited: boolean | null
    /** The last day of the cover; null where there is none. */
    endDate: string | null
  } | null
}

/** Money taken against an invoice. */
export interface Payment {
  object: 'payment'
  /** The id of the payment. */
  id: string
  /** How it was paid. */
  type: Open<'CARD' | 'CASH' | 'BANK_TRANSFER' | 'MOBILE_WALLET' | 'CHEQUE' | 'OTHER' | 'BALANCE' | 'INSURANCE'>
  /** What was paid, in the currency of the clinic (major units, such as 12.50). */
  amount: number
  /** The tax within the amount, in the currency of the clinic (major units, such as 12.50). */
  tax: number
  /** What the payment added to the credit of the patient, or took from it when negative, in the currency of the clinic (major units, such as 12.50). */
  balance: number
  /** Whether the insurer was asked for it in a claim. */
  claimed: boolean
  /** When it was claimed from the insurer, as a UTC instant; null where there is none. */
  claimedAt: string | null
  /** Whether it was paid back. */
  refunded: boolean
  /** When it was paid back, as a UTC instant; null where there is none. */
  refundedAt: string | null
  /** The chart that it belongs to, such as dental; null where there is none. */
  chart: string | null
  /** Id of the invoice; null where there is none. */
  invoiceId: string | null
  /** Id of the patient. */
  patientId: string
  /** Id of the branch. */
  branchId: string
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** Id of the insurance company; null where there is none. */
  insuranceCompanyId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** What a class of insured persons is covered for by a policy. */
export interface PolicyClass {
  object: 'policy_class'
  /** The id of the policy class. */
  id: string
  /** Id of the insurance policy. */
  insurancePolicyId: string
  /** The name of the class, such as A or VIP. */
  name: string
  /** The most that a patient bears of one visit, in the currency of the clinic (major units, such as 12.50); null where there is none. */
  maxLimit: number | null
  /** The most that the insurer bears in a year, in the currency of the clinic (major units, such as 12.50); null where there is none. */
  insuranceLimit: number | null
  /** Whether the insurer bears any amount, without a limit. */
  insuranceUnlimited: boolean
  /** The share that the insurer bears, in percent: 15 is 15 %; null where there is none. */
  insurancePercentage: number | null
  /** Whether the insurer has to approve before the treatment. */
  approvalRequired: boolean
  /** Whether the clinic has put it out of use. */
  disabled: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A doctor or another member of the staff. */
export interface Practitioner {
  object: 'practitioner'
  /** The id of the practitioner. */
  id: string
  /** The name, as the clinic shows it. */
  displayName: string
  /** What the person works as. */
  role: string
  /** Whether the person treats patients and can be booked. */
  isDoctor: boolean
  /** What the doctor specialises in; null where there is none. */
  specialty: string | null
  /** The colour in calendars and boards, as a CSS hex value such as #2563eb; null where there is none. */
  color: string | null
  /** The place in its list; lower comes first. */
  order: number
  /** Ids of the branches where the person works. */
  branchIds: string[]
  /** Whether the person works at the clinic now. */
  active: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
  /** The phone number, E.164; in requests also as dialled in the country of the clinic; null where there is none. Left out without the scope practitioners:read.contact. */
  phoneNumber?: string | null
  /** A second phone number, E.164; in requests also as dialled in the country of the clinic; null where there is none. Left out without the scope practitioners:read.contact. */
  phoneNumber2?: string | null
  /** The e-mail address; null where there is none. Left out without the scope practitioners:read.contact. */
  email?: string | null
}

/** What a doctor prescribed to a patient. */
export interface Prescription {
  object: 'prescription'
  /** The id of the prescription. */
  id: string
  /** The name, as the clinic gave it; null where there is none. Written by people: it may name anybody. */
  name: string | null
  /** Remarks in free text; null where there is none. Written by people: it may name anybody. */
  details: string | null
  /** Whether the patient has opened the prescription. */
  seen: boolean
  /** The lines of the prescription, in order. */
  medications: MedicationLine[]
  /** Id of the patient. */
  patientId: string
  /** Id of the doctor. */
  doctorId: string
  /** Id of the branch. */
  branchId: string
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** Something that the clinic does, and what it costs. */
export interface Procedure {
  object: 'procedure'
  /** The id of the procedure. */
  id: string
  /** What the procedure is called. */
  name: string
  /** The code of the procedure in the catalogue of the clinic; null where there is none. */
  code: string | null
  /** The price, in the currency of the clinic (major units, such as 12.50). */
  price: number
  /** Id of the group in the catalogue; null where there is none. */
  groupId: string | null
  /** The name of the group in the catalogue; null where there is none. */
  groupName: string | null
  /** The chart that it belongs to, such as dental; null where there is none. */
  chart: string | null
  /** The place in its list; lower comes first. */
  order: number
  /** Whether it is in use; what is not active is no longer offered. */
  active: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A price offer to a patient. */
export interface Quotation {
  object: 'quotation'
  /** The id of the quotation. */
  id: string
  /** What the offer is called; null where there is none. Written by people: it may name anybody. */
  name: string | null
  /** subtotal - discount + tax, in the currency of the clinic. */
  total: number
  /** The amounts of its treatments and the diagnostic fee, in the currency of the clinic. */
  subtotal: number
  /** The tax, in the currency of the clinic (major units, such as 12.50). */
  tax: number
  /** The tax rate, in percent: 15 is 15 %. */
  taxPercent: number
  /** Of its treatments and of the whole, in the currency of the clinic. */
  discount: number
  /** The discount, in percent of the subtotal. */
  discountPercent: number
  /** The fee for the diagnosis, within the subtotal, in the currency of the clinic. */
  diagnosticFee: number
  /** The insurer's share of the total, in the currency of the clinic. */
  insurance: number
  /** How much of it is done, in percent of the amounts of its treatments. */
  completedPercent: number
  /** Whether the patient has opened the offer. */
  seen: boolean
  /** Whether the patient has signed the offer. */
  signed: boolean
  /** When it was signed, as a UTC instant; null where there is none. */
  signedAt: string | null
  /** The diagnosis, as the doctor wrote it; null where there is none. Written by people: it may name anybody. */
  diagnosis: string | null
  /** The chart that it belongs to, such as dental; null where there is none. */
  chart: string | null
  /** The treatments it offers. */
  operationIds: string[]
  /** Id of the patient. */
  patientId: string
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the branch. */
  branchId: string
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** How leads heard of the clinic. */
export interface ReferralSource {
  object: 'referral_source'
  /** The id of the referral source. */
  id: string
  /** The name, as the clinic gave it. */
  name: string
  /** Its parts, which referralSubSourceId of a lead names. */
  subSources: ReferralSubSource[]
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A part of a referral source. */
export interface ReferralSubSource {
  object: 'referral_sub_source'
  /** The id of the referral sub source. */
  id: string
  /** The name, as the clinic gave it. */
  name: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** Why a lead may be rejected. */
export interface RejectReason {
  object: 'reject_reason'
  /** The id of the reject reason. */
  id: string
  /** The name, as the clinic gave it. */
  name: string
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** The time of a sandbox clinic, and how a move of it or a reset comes on. */
export interface SandboxClock {
  object: 'sandbox_clock'
  /** The time of the clinic: what createdAt, expiries and free slots go by. */
  now: string
  /** The real time: what tokens, signatures, deliveries, idempotency keys, limits and the audit go by. */
  realNow: string
  /** What is under way, or what was done last; null before anything was. */
  run: SandboxRun | null
  /** What is due until then, where until was given; what follows from it comes on top. */
  due: {
    /** What is done, such as expire_points or dispatch_message. */
    kind: string
    /** How often, as far as it is known now. */
    count: number
    /** When first, by the clock of the clinic. */
    first: string
  }[]
}

/** What goes wrong on purpose for one plugin in a sandbox clinic. */
export interface SandboxFaults {
  object: 'sandbox_faults'
  /** Until when; null where nothing goes wrong on purpose. */
  until: string | null
  /** How long each request waits first, in milliseconds. */
  latencyMs: number
  /** How many requests are refused as rate_limited (429), from 0 to 1. */
  rateLimited: number
  /** How many are refused as internal_error (500), from 0 to 1. */
  failed: number
  /** How many are refused as service_unavailable (503), from 0 to 1. */
  unavailable: number
  /** Of how many the connection is closed before anything is done, from 0 to 1. */
  droppedBefore: number
  /** Of how many it is closed after all was done, without an answer, from 0 to 1. */
  droppedAfter: number
  /** Whether requests that only read are spared all of these. */
  writesOnly: boolean
  /** How many a page of a list holds at most, whatever was asked for; 0 leaves pages as they are. */
  pageLimit: number
  /** How many deliveries are sent twice, from 0 to 1. */
  duplicated: number
  /** Whether deliveries come in another order than what they tell of happened. */
  shuffled: boolean
  /** How much later each delivery is sent, in seconds. */
  delayedSeconds: number
  /** What the waits between the attempts of a delivery are divided by: 3600 makes seconds of hours. */
  compressRetries: number
}

/** A move of the clock of a sandbox clinic, or a reset of it. */
export interface SandboxRun {
  object: 'sandbox_run'
  /** The id of the sandbox run. */
  id: string
  /** CLOCK: time was moved. RESET: the records of the beginning were put back. */
  kind: Open<'CLOCK' | 'RESET'>
  /** While it is QUEUED or RUNNING, what writes waits, and is refused as service_unavailable after five seconds. */
  state: Open<'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'>
  /** How much of it is done, from 0 to 1. */
  progress: number
  /** Where the clock of the clinic stood before. */
  from: string
  /** Where it is moved to. */
  to: string
  /** Up to where all that was due has been done. */
  reached: string
  /** How many events happened by it. */
  events: number
  /** How many jobs that were due were done: points expired, messages went out, documents were submitted. */
  jobs: number
  /** How many of them failed, and wait to be tried again. */
  failedJobs: number
}

/** What was caused in a sandbox clinic, for trying a plugin out. */
export interface SandboxTrigger {
  object: 'sandbox_trigger'
  /** The kind of record. */
  type: string
  /** What happened, in this order. An event whose type was not granted happens, too, and is not delivered. */
  events: {
    /** The id of the events. */
    id: string
    /** The kind of record. */
    type: string
    /** True for the event that was asked for; the others led to it. */
    asked: boolean
  }[]
  /** The records that were made or changed. They stay until the sandbox is reset. */
  records: {
    /** The kind of record, as its field object has it. */
    kind: string
    /** The id of the records. */
    id: string
  }[]
  /** Of the plugin that was installed anew. Shown this once; null otherwise. */
  token: string | null
}

/** Something that the staff has to do. */
export interface Task {
  object: 'task'
  /** The id of the task. */
  id: string
  /** The title, in a few words. Written by people: it may name anybody. */
  title: string
  /** What has to be done, in free text; null where there is none. Written by people: it may name anybody. */
  details: string | null
  /** Where the task stands. */
  status: Open<'OPEN' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELED'>
  /** How urgent it is. */
  priority: Open<'LOW' | 'NORMAL' | 'HIGH'>
  /** When it has to be done, as a UTC instant; null where there is none. */
  due: string | null
  /** When it was completed, as a UTC instant; null where there is none. */
  completedAt: string | null
  /** The place in its list; lower comes first. */
  order: number
  /** Id of the person who has to do it; null where there is none. */
  assignedToId: string | null
  /** Id of the person who created it; null where there is none. */
  createdById: string | null
  /** Id of the patient; null where there is none. */
  patientId: string | null
  /** Id of the lead; null where there is none. */
  leadId: string | null
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** Id of the branch; null where there is none. */
  branchId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** Where the clinic keeps money, such as a cash box or a bank account. */
export interface Treasury {
  object: 'treasury'
  /** The id of the treasury. */
  id: string
  /** What the clinic calls the treasury. */
  name: string
  /** Where the money lies. */
  type: Open<'CASH' | 'BANK' | 'POS' | 'GATEWAY'>
  /** ISO 4217, such as SAR. */
  currency: string
  /** Id of the branch; null where there is none. */
  branchId: string | null
  /** Whether money of its kind goes there unless said otherwise. */
  isDefault: boolean
  /** Whether it is in use; what is not active is no longer offered. */
  active: boolean
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** What was planned or done for a patient. */
export interface Treatment {
  object: 'treatment'
  /** The id of the treatment. */
  id: string
  /** What is done, as the catalogue calls it. */
  name: string
  /** The code of the procedure in the catalogue of the clinic; null where there is none. */
  code: string | null
  /** Whether it is planned, under way, completed or rejected, or tells of what was found. */
  status: Open<'EXISTING' | 'PLANNED' | 'COMPLETED' | 'IN_PROGRESS' | 'REJECTED' | 'CONDITION'>
  /** The chart that it belongs to, such as dental; null where there is none. */
  chart: string | null
  /** The diagnosis, as the doctor wrote it; null where there is none. Written by people: it may name anybody. */
  diagnosis: string | null
  /** Remarks in free text; null where there is none. Written by people: it may name anybody. */
  details: string | null
  /** For one, in the currency of the clinic. */
  price: number
  /** amount - discount + tax, in the currency of the clinic. */
  total: number
  /** price times how many, in the currency of the clinic. */
  amount: number
  /** The discount, in the currency of the clinic (major units, such as 12.50). */
  discount: number
  /** The tax, in the currency of the clinic (major units, such as 12.50). */
  tax: number
  /** What was paid so far, in the currency of the clinic (major units, such as 12.50). */
  paid: number
  /** How many of its steps are completed, in percent. */
  completedPercent: number
  /** Whether nothing is left to pay. */
  paidInFull: boolean
  /** FDI numbers: 11 to 48, and 51 to 85 for milk teeth. */
  tooth: number[]
  /** The surfaces of the teeth that it is about. */
  toothPart: string[]
  /** On milk teeth. */
  child: boolean
  /** When the treatment began, as a UTC instant; null where there is none. */
  start: string | null
  /** When the treatment was completed, as a UTC instant; null where there is none. */
  end: string | null
  /** Until when the plan is good, as a UTC instant; null where there is none. */
  expires: string | null
  /** Whether it is done in several steps. */
  hasSteps: boolean
  /** Id of the quotation; null where there is none. */
  quotationId: string | null
  /** The steps, in order; empty where hasSteps is false. */
  steps: TreatmentStep[]
  /** Whether the insurer has to approve before the treatment. */
  approvalRequired: boolean
  /** Whether the insurer approved it. */
  approved: boolean
  /** The number of the insurer’s approval; null where there is none. Written by people: it may name anybody. */
  preAuth: string | null
  /** Id of the patient. */
  patientId: string
  /** Id of the doctor; null where there is none. */
  doctorId: string | null
  /** Id of the branch. */
  branchId: string
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** Id of the invoice; null where there is none. */
  invoiceId: string | null
  /** Id of the procedure; null where there is none. */
  procedureId: string | null
  /** Id of the insurance company; null where there is none. */
  insuranceCompanyId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** One step of a treatment. */
export interface TreatmentStep {
  object: 'treatment_step'
  /** The id of the treatment step. */
  id: string
  /** What is done in this step. */
  name: string
  /** Where the step stands, in the words of treatments. */
  status: Open<'EXISTING' | 'PLANNED' | 'COMPLETED' | 'IN_PROGRESS' | 'REJECTED' | 'CONDITION'>
  /** The place in its list; lower comes first. */
  order: number
  /** Id of the appointment in which it is done; null where there is none. */
  appointmentId: string | null
  /** When the step began, as a UTC instant; null where there is none. */
  start: string | null
  /** When the step was completed, as a UTC instant; null where there is none. */
  end: string | null
}

/** The delivery of one event to one endpoint. */
export interface WebhookDelivery {
  object: 'webhook_delivery'
  /** The id of the webhook delivery. */
  id: string
  /** Id of the event. */
  eventId: string
  /** The type of the event. */
  eventType: string
  /** What caused it: a change, a test, or that it was sent again. */
  origin: Open<'EVENT' | 'TEST' | 'REDELIVERY' | 'RECOVERY'>
  /** How the delivery went. */
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXHAUSTED' | 'SKIPPED'>
  /** How often it was tried. */
  attempts: number
  /** The HTTP status of the last answer; null where there is none. */
  responseStatus: number | null
  /** A class of error, such as timeout, dns, tls or http_status. */
  errorMessage: string | null
  /** When it was last tried, as a UTC instant; null where there is none. */
  lastAttemptAt: string | null
  /** When it is tried again, as a UTC instant; null where there is none. */
  nextRetryAt: string | null
  /** How long the last attempt took, in milliseconds; null where there is none. */
  durationMs: number | null
  /** When it was created, as a UTC instant. */
  createdAt: string
}

/** That a delivery was put in the queue. */
export interface WebhookDeliveryReceipt {
  object: 'webhook_delivery'
  /** The id of the webhook delivery receipt. */
  id: string
  /** How the delivery stands. */
  status: Open<'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXHAUSTED' | 'SKIPPED'>
}

/** Where events are posted to. */
export interface WebhookEndpoint {
  object: 'webhook_endpoint'
  /** The id of the webhook endpoint. */
  id: string
  /** Where events are posted to. */
  url: string
  /** The event types that it is sent. */
  events: (Open<'patient.created' | 'patient.deleted' | 'patient.updated' | 'appointment.cancelled' | 'appointment.checkedin' | 'appointment.completed' | 'appointment.created' | 'appointment.noshow' | 'appointment.updated' | 'videocall.started' | 'invoice.created' | 'invoice.paid' | 'invoice.updated' | 'payment.created' | 'payment.refunded' | 'treatment.approval_requested' | 'treatment.approved' | 'treatment.status_changed' | 'treatmentstep.completed' | 'installation.uninstalled' | 'plugin.settings.updated' | 'laborder.created' | 'laborder.delivered' | 'laborder.received' | 'laborder.updated' | 'quotation.created' | 'quotation.signed' | 'quotation.viewed' | 'prescription.created' | 'claim.created' | 'claim.rejected_amount_updated' | 'claim.status_changed' | 'onlinepayment.failed' | 'onlinepayment.refunded' | 'onlinepayment.succeeded' | 'einvoice.cleared' | 'einvoice.rejected' | 'einvoice.submitted' | 'lead.converted' | 'lead.created' | 'lead.rejected' | 'lead.stage_changed' | 'message.failed' | 'message.sent' | 'conversation.assigned' | 'conversation.message_received' | 'conversation.resolved' | 'points.earned' | 'points.redeemed' | 'feedback.submitted' | 'task.completed' | 'task.created' | 'inventory.low_stock' | 'inventoryorder.created' | 'inventoryorder.received' | 'expense.created' | 'income.created' | 'form.signed' | 'form.submitted' | 'encounter.created' | 'measurement.recorded' | 'file.created' | 'xray.created'>)[]
  /** LIVE where events of the clinic are sent, a test mode where invented ones are. */
  mode: Open<'LIVE' | 'TEST'>
  /** Whether events are sent to it. */
  active: boolean
  /** Why it was switched off; null where there is none. */
  disabledReason: string | null
  /** Exhausted deliveries in a row. */
  consecutiveFailures: number
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}

/** A webhook endpoint with the secret that its deliveries are signed with. */
export interface WebhookEndpointWithSecret {
  object: 'webhook_endpoint'
  /** The id of the webhook endpoint with secret. */
  id: string
  /** Where events are posted to. */
  url: string
  /** The event types that it is sent. */
  events: (Open<'patient.created' | 'patient.deleted' | 'patient.updated' | 'appointment.cancelled' | 'appointment.checkedin' | 'appointment.completed' | 'appointment.created' | 'appointment.noshow' | 'appointment.updated' | 'videocall.started' | 'invoice.created' | 'invoice.paid' | 'invoice.updated' | 'payment.created' | 'payment.refunded' | 'treatment.approval_requested' | 'treatment.approved' | 'treatment.status_changed' | 'treatmentstep.completed' | 'installation.uninstalled' | 'plugin.settings.updated' | 'laborder.created' | 'laborder.delivered' | 'laborder.received' | 'laborder.updated' | 'quotation.created' | 'quotation.signed' | 'quotation.viewed' | 'prescription.created' | 'claim.created' | 'claim.rejected_amount_updated' | 'claim.status_changed' | 'onlinepayment.failed' | 'onlinepayment.refunded' | 'onlinepayment.succeeded' | 'einvoice.cleared' | 'einvoice.rejected' | 'einvoice.submitted' | 'lead.converted' | 'lead.created' | 'lead.rejected' | 'lead.stage_changed' | 'message.failed' | 'message.sent' | 'conversation.assigned' | 'conversation.message_received' | 'conversation.resolved' | 'points.earned' | 'points.redeemed' | 'feedback.submitted' | 'task.completed' | 'task.created' | 'inventory.low_stock' | 'inventoryorder.created' | 'inventoryorder.received' | 'expense.created' | 'income.created' | 'form.signed' | 'form.submitted' | 'encounter.created' | 'measurement.recorded' | 'file.created' | 'xray.created'>)[]
  /** LIVE where events of the clinic are sent, a test mode where invented ones are. */
  mode: Open<'LIVE' | 'TEST'>
  /** Whether events are sent to it. */
  active: boolean
  /** Why it was switched off; null where there is none. */
  disabledReason: string | null
  /** Exhausted deliveries in a row. */
  consecutiveFailures: number
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
  /** Shown once. Begins with whsec_. */
  signingSecret: string
}

/** The sending again of what an endpoint missed. */
export interface WebhookRecovery {
  object: 'webhook_recovery'
  /** The id of the webhook recovery. */
  id: string
  /** Id of the webhook endpoint. */
  webhookEndpointId: string
  /** The start of what is sent again, inclusive, as a UTC instant. */
  since: string
  /** The end of what is sent again, exclusive, as a UTC instant. */
  until: string
  /** The event types that are sent again; null for all that the endpoint subscribes to. */
  eventTypes: string[] | null
  /** How far the recovery has come. */
  status: Open<'QUEUED' | 'RUNNING' | 'COMPLETED'>
  /** Deliveries created so far. */
  deliveries: number
  /** When it was created, as a UTC instant. */
  createdAt: string
}

/** An x-ray of a patient, with its images. */
export interface Xray {
  object: 'xray'
  /** The id of the xray. */
  id: string
  /** The name of the x-ray; null where there is none. Written by people: it may name anybody. */
  name: string | null
  /** The kind of x-ray, in the words of the clinic; null where there is none. Written by people: it may name anybody. */
  type: string | null
  /** Remarks in free text; null where there is none. Written by people: it may name anybody. */
  details: string | null
  /** Its images. */
  files: ClinicFile[]
  /** Id of the patient. */
  patientId: string
  /** Id of the treatment; null where there is none. */
  operationId: string | null
  /** Id of the appointment; null where there is none. */
  appointmentId: string | null
  /** When it was created, as a UTC instant. */
  createdAt: string
  /** When it was last changed, as a UTC instant. */
  updatedAt: string
}
