// Printed from the contract by `npm run sdk:print`; do not edit.
import type {
  Appointment,
  Claim,
  ClinicFile,
  Communication,
  Conversation,
  EinvoiceSubmission,
  Encounter,
  Feedback,
  FormSubmission,
  Installation,
  InventoryItem,
  InventoryOrder,
  Invoice,
  LabOrder,
  Lead,
  OnlinePayment,
  Open,
  Patient,
  Payment,
  Prescription,
  Quotation,
  Task,
  Treatment,
} from './resources.generated.ts'

/** What every event holds. */
export interface EventEnvelope<Type extends string> {
  /** Starts with `evt_`. Delivery is at least once: remember it and skip what you have seen. */
  id: string
  /** What happened. */
  type: Type
  /** The version label, as in Service-Version. */
  apiVersion: string
  /** When it happened, UTC with milliseconds. */
  createdAt: string
  /** The clinic. */
  companyId: string
}

/** What some of the data was before. */
export type Previous<Data> = Partial<Omit<Data, 'id' | 'object'>>

/** A patient file was opened. */
export interface PatientCreatedEvent extends EventEnvelope<'patient.created'> {
  data: {
    /** The id of the patient. */
    id: string
    object: 'patient'
    /** Id of the branch that keeps the file. */
    branchId: string
    /** Id of the doctor who takes care of the patient; null where there is none. */
    doctorId: string | null
  }
}

/** A patient file was deleted. */
export interface PatientDeletedEvent extends EventEnvelope<'patient.deleted'> {
  data: {
    /** The id of the patient. */
    id: string
    object: 'patient'
    /** Id of the branch that keeps the file. */
    branchId: string
    /** Id of the doctor who takes care of the patient; null where there is none. */
    doctorId: string | null
  }
}

/** A patient file was changed; changedFields says where, the API says what. */
export interface PatientUpdatedEvent extends EventEnvelope<'patient.updated'> {
  data: {
    /** The id of the patient. */
    id: string
    object: 'patient'
    /** Id of the branch that keeps the file. */
    branchId: string
    /** Id of the doctor who takes care of the patient; null where there is none. */
    doctorId: string | null
    /** Names of the fields that changed, never their values. */
    changedFields: string[]
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<PatientUpdatedEvent['data']>
}

/** An appointment was cancelled; its slot is free again. */
export interface AppointmentCancelledEvent extends EventEnvelope<'appointment.cancelled'> {
  data: {
    /** The id of the appointment. */
    id: string
    object: 'appointment'
    /** Id of the branch. */
    branchId: string
    /** Where the appointment stands, from OPEN to COMPLETED, CANCELED or NOSHOW. */
    status: Open<'OPEN' | 'CONFIRMED' | 'CHECKEDIN' | 'COMPLETED' | 'CANCELED' | 'NOSHOW' | 'INPROGRESS' | 'DELAYED' | 'WAITING'>
    /** When the appointment begins, inclusive, as a UTC instant. */
    start: string
    /** When the appointment ends, exclusive, as a UTC instant. */
    end: string
    /** Id of the patient; null where there is none. */
    patientId: string | null
    /** Id of the doctor. */
    doctorId: string
    /** The room, by its name at the branch; null where there is none. */
    room: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<AppointmentCancelledEvent['data']>
}

/** The patient has arrived. */
export interface AppointmentCheckedinEvent extends EventEnvelope<'appointment.checkedin'> {
  data: {
    /** The id of the appointment. */
    id: string
    object: 'appointment'
    /** Id of the branch. */
    branchId: string
    /** Where the appointment stands, from OPEN to COMPLETED, CANCELED or NOSHOW. */
    status: Open<'OPEN' | 'CONFIRMED' | 'CHECKEDIN' | 'COMPLETED' | 'CANCELED' | 'NOSHOW' | 'INPROGRESS' | 'DELAYED' | 'WAITING'>
    /** When the appointment begins, inclusive, as a UTC instant. */
    start: string
    /** When the appointment ends, exclusive, as a UTC instant. */
    end: string
    /** Id of the patient; null where there is none. */
    patientId: string | null
    /** Id of the doctor. */
    doctorId: string
    /** The room, by its name at the branch; null where there is none. */
    room: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<AppointmentCheckedinEvent['data']>
}

/** The visit is over. */
export interface AppointmentCompletedEvent extends EventEnvelope<'appointment.completed'> {
  data: {
    /** The id of the appointment. */
    id: string
    object: 'appointment'
    /** Id of the branch. */
    branchId: string
    /** Where the appointment stands, from OPEN to COMPLETED, CANCELED or NOSHOW. */
    status: Open<'OPEN' | 'CONFIRMED' | 'CHECKEDIN' | 'COMPLETED' | 'CANCELED' | 'NOSHOW' | 'INPROGRESS' | 'DELAYED' | 'WAITING'>
    /** When the appointment begins, inclusive, as a UTC instant. */
    start: string
    /** When the appointment ends, exclusive, as a UTC instant. */
    end: string
    /** Id of the patient; null where there is none. */
    patientId: string | null
    /** Id of the doctor. */
    doctorId: string
    /** The room, by its name at the branch; null where there is none. */
    room: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<AppointmentCompletedEvent['data']>
}

/** An appointment was booked. */
export interface AppointmentCreatedEvent extends EventEnvelope<'appointment.created'> {
  data: {
    /** The id of the appointment. */
    id: string
    object: 'appointment'
    /** Id of the branch. */
    branchId: string
    /** Where the appointment stands, from OPEN to COMPLETED, CANCELED or NOSHOW. */
    status: Open<'OPEN' | 'CONFIRMED' | 'CHECKEDIN' | 'COMPLETED' | 'CANCELED' | 'NOSHOW' | 'INPROGRESS' | 'DELAYED' | 'WAITING'>
    /** When the appointment begins, inclusive, as a UTC instant. */
    start: string
    /** When the appointment ends, exclusive, as a UTC instant. */
    end: string
    /** Id of the patient; null where there is none. */
    patientId: string | null
    /** Id of the doctor. */
    doctorId: string
    /** The room, by its name at the branch; null where there is none. */
    room: string | null
  }
}

/** The patient did not come. */
export interface AppointmentNoshowEvent extends EventEnvelope<'appointment.noshow'> {
  data: {
    /** The id of the appointment. */
    id: string
    object: 'appointment'
    /** Id of the branch. */
    branchId: string
    /** Where the appointment stands, from OPEN to COMPLETED, CANCELED or NOSHOW. */
    status: Open<'OPEN' | 'CONFIRMED' | 'CHECKEDIN' | 'COMPLETED' | 'CANCELED' | 'NOSHOW' | 'INPROGRESS' | 'DELAYED' | 'WAITING'>
    /** When the appointment begins, inclusive, as a UTC instant. */
    start: string
    /** When the appointment ends, exclusive, as a UTC instant. */
    end: string
    /** Id of the patient; null where there is none. */
    patientId: string | null
    /** Id of the doctor. */
    doctorId: string
    /** The room, by its name at the branch; null where there is none. */
    room: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<AppointmentNoshowEvent['data']>
}

/** An appointment was moved or changed, or took a status that has no event of its own. */
export interface AppointmentUpdatedEvent extends EventEnvelope<'appointment.updated'> {
  data: {
    /** The id of the appointment. */
    id: string
    object: 'appointment'
    /** Id of the branch. */
    branchId: string
    /** Where the appointment stands, from OPEN to COMPLETED, CANCELED or NOSHOW. */
    status: Open<'OPEN' | 'CONFIRMED' | 'CHECKEDIN' | 'COMPLETED' | 'CANCELED' | 'NOSHOW' | 'INPROGRESS' | 'DELAYED' | 'WAITING'>
    /** When the appointment begins, inclusive, as a UTC instant. */
    start: string
    /** When the appointment ends, exclusive, as a UTC instant. */
    end: string
    /** Id of the patient; null where there is none. */
    patientId: string | null
    /** Id of the doctor. */
    doctorId: string
    /** The room, by its name at the branch; null where there is none. */
    room: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<AppointmentUpdatedEvent['data']>
}

/** The call of an online appointment was opened. */
export interface VideocallStartedEvent extends EventEnvelope<'videocall.started'> {
  data: {
    /** The id of the videocall. */
    id: string
    object: 'videocall'
    /** Id of the branch. */
    branchId: string
    /** Id of the appointment. */
    appointmentId: string
  }
}

/** An invoice was issued. */
export interface InvoiceCreatedEvent extends EventEnvelope<'invoice.created'> {
  data: {
    /** The id of the invoice. */
    id: string
    object: 'invoice'
    /** Id of the branch. */
    branchId: string
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
    /** What was paid so far, in the currency of the clinic (major units, such as 12.50). */
    paid: number
    /** Whether nothing is left to pay. */
    paidInFull: boolean
    /** Id of the patient. */
    patientId: string
  }
}

/** A payment was recorded against an invoice; paidInFull says whether it is settled. */
export interface InvoicePaidEvent extends EventEnvelope<'invoice.paid'> {
  data: {
    /** The id of the invoice. */
    id: string
    object: 'invoice'
    /** Id of the branch. */
    branchId: string
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
    /** What was paid so far, in the currency of the clinic (major units, such as 12.50). */
    paid: number
    /** Whether nothing is left to pay. */
    paidInFull: boolean
    /** Id of the patient. */
    patientId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<InvoicePaidEvent['data']>
}

/** An invoice was changed or made void, or a payment on it was refunded. */
export interface InvoiceUpdatedEvent extends EventEnvelope<'invoice.updated'> {
  data: {
    /** The id of the invoice. */
    id: string
    object: 'invoice'
    /** Id of the branch. */
    branchId: string
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
    /** What was paid so far, in the currency of the clinic (major units, such as 12.50). */
    paid: number
    /** Whether nothing is left to pay. */
    paidInFull: boolean
    /** Id of the patient. */
    patientId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<InvoiceUpdatedEvent['data']>
}

/** A payment was taken. */
export interface PaymentCreatedEvent extends EventEnvelope<'payment.created'> {
  data: {
    /** The id of the payment. */
    id: string
    object: 'payment'
    /** Id of the branch. */
    branchId: string
    /** What was paid, in the currency of the clinic (major units, such as 12.50). */
    amount: number
    /** How it was paid. */
    type: Open<'CARD' | 'CASH' | 'BANK_TRANSFER' | 'MOBILE_WALLET' | 'CHEQUE' | 'OTHER' | 'BALANCE' | 'INSURANCE'>
    /** Id of the invoice; null where there is none. */
    invoiceId: string | null
    /** Id of the patient. */
    patientId: string
  }
}

/** A payment was given back, or a part of it. */
export interface PaymentRefundedEvent extends EventEnvelope<'payment.refunded'> {
  data: {
    /** The id of the payment. */
    id: string
    object: 'payment'
    /** Id of the branch. */
    branchId: string
    /** What was paid, in the currency of the clinic (major units, such as 12.50). */
    amount: number
    /** How it was paid. */
    type: Open<'CARD' | 'CASH' | 'BANK_TRANSFER' | 'MOBILE_WALLET' | 'CHEQUE' | 'OTHER' | 'BALANCE' | 'INSURANCE'>
    /** Id of the invoice; null where there is none. */
    invoiceId: string | null
    /** Id of the patient. */
    patientId: string
    /** The payment of which this was a part before the part was given back; that one keeps the rest. Null where all of a payment was given back. */
    splitFromId: string | null
  }
}

/** The approval of the insurer was asked for. */
export interface TreatmentApprovalRequestedEvent extends EventEnvelope<'treatment.approval_requested'> {
  data: {
    /** The id of the treatment. */
    id: string
    object: 'treatment'
    /** Id of the branch. */
    branchId: string
    /** Whether it is planned, under way, completed or rejected, or tells of what was found. */
    status: Open<'EXISTING' | 'PLANNED' | 'COMPLETED' | 'IN_PROGRESS' | 'REJECTED' | 'CONDITION'>
    /** Id of the treatment. */
    treatmentId: string
    /** Id of the patient. */
    patientId: string
  }
}

/** The insurer approved a treatment. */
export interface TreatmentApprovedEvent extends EventEnvelope<'treatment.approved'> {
  data: {
    /** The id of the treatment. */
    id: string
    object: 'treatment'
    /** Id of the branch. */
    branchId: string
    /** Whether it is planned, under way, completed or rejected, or tells of what was found. */
    status: Open<'EXISTING' | 'PLANNED' | 'COMPLETED' | 'IN_PROGRESS' | 'REJECTED' | 'CONDITION'>
    /** Id of the treatment. */
    treatmentId: string
    /** Id of the patient. */
    patientId: string
  }
}

/** A treatment moved to another status. */
export interface TreatmentStatusChangedEvent extends EventEnvelope<'treatment.status_changed'> {
  data: {
    /** The id of the treatment. */
    id: string
    object: 'treatment'
    /** Id of the branch. */
    branchId: string
    /** Whether it is planned, under way, completed or rejected, or tells of what was found. */
    status: Open<'EXISTING' | 'PLANNED' | 'COMPLETED' | 'IN_PROGRESS' | 'REJECTED' | 'CONDITION'>
    /** Id of the treatment. */
    treatmentId: string
    /** Id of the patient. */
    patientId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<TreatmentStatusChangedEvent['data']>
}

/** One step of a treatment was completed. */
export interface TreatmentstepCompletedEvent extends EventEnvelope<'treatmentstep.completed'> {
  data: {
    /** The id of the treatment step. */
    id: string
    object: 'treatment_step'
    /** Id of the branch. */
    branchId: string
    /** Where the step stands, in the words of treatments. */
    status: Open<'EXISTING' | 'PLANNED' | 'COMPLETED' | 'IN_PROGRESS' | 'REJECTED' | 'CONDITION'>
    /** Id of the treatment. */
    treatmentId: string
    /** Id of the patient. */
    patientId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<TreatmentstepCompletedEvent['data']>
}

/** The clinic removed the plugin: its tokens are revoked. It goes to the endpoints that subscribe to it, as every event does, and is the last one that they get. */
export interface InstallationUninstalledEvent extends EventEnvelope<'installation.uninstalled'> {
  data: {
    /** The id of the installation. */
    id: string
    object: 'installation'
    /** The name of the plugin in addresses. */
    pluginSlug: string
  }
}

/** Settings of this installation changed; changedKeys says which, the API says what. */
export interface PluginSettingsUpdatedEvent extends EventEnvelope<'plugin.settings.updated'> {
  data: {
    /** The id of the installation. */
    id: string
    object: 'installation'
    /** Keys that changed, never their values. */
    changedKeys: string[]
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<PluginSettingsUpdatedEvent['data']>
}

/** Work was ordered from a lab. */
export interface LaborderCreatedEvent extends EventEnvelope<'laborder.created'> {
  data: {
    /** The id of the lab order. */
    id: string
    object: 'lab_order'
    /** Id of the branch. */
    branchId: string
    /** Follows the flags: delivered over received over pending. */
    status: Open<'pending' | 'received' | 'delivered'>
    /** Id of the lab. */
    labId: string
    /** Id of the patient. */
    patientId: string
  }
}

/** The work was delivered to the patient. */
export interface LaborderDeliveredEvent extends EventEnvelope<'laborder.delivered'> {
  data: {
    /** The id of the lab order. */
    id: string
    object: 'lab_order'
    /** Id of the branch. */
    branchId: string
    /** Follows the flags: delivered over received over pending. */
    status: Open<'pending' | 'received' | 'delivered'>
    /** Id of the lab. */
    labId: string
    /** Id of the patient. */
    patientId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<LaborderDeliveredEvent['data']>
}

/** The clinic received the work from the lab. */
export interface LaborderReceivedEvent extends EventEnvelope<'laborder.received'> {
  data: {
    /** The id of the lab order. */
    id: string
    object: 'lab_order'
    /** Id of the branch. */
    branchId: string
    /** Follows the flags: delivered over received over pending. */
    status: Open<'pending' | 'received' | 'delivered'>
    /** Id of the lab. */
    labId: string
    /** Id of the patient. */
    patientId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<LaborderReceivedEvent['data']>
}

/** A lab order was changed without moving on. */
export interface LaborderUpdatedEvent extends EventEnvelope<'laborder.updated'> {
  data: {
    /** The id of the lab order. */
    id: string
    object: 'lab_order'
    /** Id of the branch. */
    branchId: string
    /** Follows the flags: delivered over received over pending. */
    status: Open<'pending' | 'received' | 'delivered'>
    /** Id of the lab. */
    labId: string
    /** Id of the patient. */
    patientId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<LaborderUpdatedEvent['data']>
}

/** A quotation was made. */
export interface QuotationCreatedEvent extends EventEnvelope<'quotation.created'> {
  data: {
    /** The id of the quotation. */
    id: string
    object: 'quotation'
    /** Id of the branch. */
    branchId: string
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
    /** Whether the patient has signed the offer. */
    signed: boolean
    /** Id of the patient. */
    patientId: string
  }
}

/** The patient signed a quotation. */
export interface QuotationSignedEvent extends EventEnvelope<'quotation.signed'> {
  data: {
    /** The id of the quotation. */
    id: string
    object: 'quotation'
    /** Id of the branch. */
    branchId: string
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
    /** Whether the patient has signed the offer. */
    signed: boolean
    /** Id of the patient. */
    patientId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<QuotationSignedEvent['data']>
}

/** Accepted in subscriptions, never sent; read the field seen of the quotation instead. Accepted in subscriptions, but never sent. */
export interface QuotationViewedEvent extends EventEnvelope<'quotation.viewed'> {
  data: {
    /** The id of the quotation. */
    id: string
    object: 'quotation'
    /** Id of the branch. */
    branchId: string
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
    /** Whether the patient has signed the offer. */
    signed: boolean
    /** Id of the patient. */
    patientId: string
  }
}

/** A prescription was written. */
export interface PrescriptionCreatedEvent extends EventEnvelope<'prescription.created'> {
  data: {
    /** The id of the prescription. */
    id: string
    object: 'prescription'
    /** Id of the branch. */
    branchId: string
    /** Id of the patient. */
    patientId: string
    /** Id of the doctor. */
    doctorId: string
  }
}

/** A claim was opened for an insurer. */
export interface ClaimCreatedEvent extends EventEnvelope<'claim.created'> {
  data: {
    /** The id of the claim. */
    id: string
    object: 'claim'
    /** Id of the branch. */
    branchId: string
    /** How far the claim has come; it only moves forward. */
    status: Open<'PLANNING' | 'IN_REVIEW' | 'PARTIALLY_CLAIMED' | 'FULLY_CLAIMED'>
    /** What the insurer refused to pay, in the currency of the clinic (major units, such as 12.50). */
    rejectedAmount: number
    /** Id of the insurance company. */
    insuranceCompanyId: string
  }
}

/** The amount that the insurer rejects changed. */
export interface ClaimRejectedAmountUpdatedEvent extends EventEnvelope<'claim.rejected_amount_updated'> {
  data: {
    /** The id of the claim. */
    id: string
    object: 'claim'
    /** Id of the branch. */
    branchId: string
    /** How far the claim has come; it only moves forward. */
    status: Open<'PLANNING' | 'IN_REVIEW' | 'PARTIALLY_CLAIMED' | 'FULLY_CLAIMED'>
    /** What the insurer refused to pay, in the currency of the clinic (major units, such as 12.50). */
    rejectedAmount: number
    /** Id of the insurance company. */
    insuranceCompanyId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<ClaimRejectedAmountUpdatedEvent['data']>
}

/** A claim moved to another status. */
export interface ClaimStatusChangedEvent extends EventEnvelope<'claim.status_changed'> {
  data: {
    /** The id of the claim. */
    id: string
    object: 'claim'
    /** Id of the branch. */
    branchId: string
    /** How far the claim has come; it only moves forward. */
    status: Open<'PLANNING' | 'IN_REVIEW' | 'PARTIALLY_CLAIMED' | 'FULLY_CLAIMED'>
    /** What the insurer refused to pay, in the currency of the clinic (major units, such as 12.50). */
    rejectedAmount: number
    /** Id of the insurance company. */
    insuranceCompanyId: string
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<ClaimStatusChangedEvent['data']>
}

/** An online payment failed, or its link was closed, as where less is to be paid than it asks for; nothing was recorded. */
export interface OnlinepaymentFailedEvent extends EventEnvelope<'onlinepayment.failed'> {
  data: {
    /** The id of the online payment. */
    id: string
    object: 'online_payment'
    /** Id of the branch. */
    branchId: string
    /** How the payment went, as the provider reported it. */
    status: Open<'CREATED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUND'>
    /** What the patient pays, in the currency of the clinic (major units, such as 12.50). */
    amount: number
    /** Id of the invoice. */
    invoiceId: string
    /** Id of the payment that it led to; null where there is none. */
    paymentId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<OnlinepaymentFailedEvent['data']>
}

/** An online payment was given back. */
export interface OnlinepaymentRefundedEvent extends EventEnvelope<'onlinepayment.refunded'> {
  data: {
    /** The id of the online payment. */
    id: string
    object: 'online_payment'
    /** Id of the branch. */
    branchId: string
    /** How the payment went, as the provider reported it. */
    status: Open<'CREATED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUND'>
    /** What the patient pays, in the currency of the clinic (major units, such as 12.50). */
    amount: number
    /** Id of the invoice. */
    invoiceId: string
    /** Id of the payment that it led to; null where there is none. */
    paymentId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<OnlinepaymentRefundedEvent['data']>
}

/** The patient paid online; the payment is recorded. */
export interface OnlinepaymentSucceededEvent extends EventEnvelope<'onlinepayment.succeeded'> {
  data: {
    /** The id of the online payment. */
    id: string
    object: 'online_payment'
    /** Id of the branch. */
    branchId: string
    /** How the payment went, as the provider reported it. */
    status: Open<'CREATED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUND'>
    /** What the patient pays, in the currency of the clinic (major units, such as 12.50). */
    amount: number
    /** Id of the invoice. */
    invoiceId: string
    /** Id of the payment that it led to; null where there is none. */
    paymentId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<OnlinepaymentSucceededEvent['data']>
}

/** The tax authority cleared an e-invoice; its status stays SUBMITTED. */
export interface EinvoiceClearedEvent extends EventEnvelope<'einvoice.cleared'> {
  data: {
    /** The id of the einvoice submission. */
    id: string
    object: 'einvoice_submission'
    /** Where the submission stands at the tax authority. */
    status: Open<'NOT_STARTED' | 'PENDING' | 'IN_PROGRESS' | 'SUBMITTED' | 'CLEARED' | 'REJECTED' | 'CANCELLED'>
    /** Id of the invoice; null where there is none. */
    invoiceId: string | null
    /** Which attempt this is, counted from 1. */
    attemptNumber: number
    /** The credit note of the invoice that was reported; null where it is the invoice, or the claim, itself. */
    creditNoteId: string | null
  }
}

/** The tax authority rejected an e-invoice; its messages are read through the API. */
export interface EinvoiceRejectedEvent extends EventEnvelope<'einvoice.rejected'> {
  data: {
    /** The id of the einvoice submission. */
    id: string
    object: 'einvoice_submission'
    /** Where the submission stands at the tax authority. */
    status: Open<'NOT_STARTED' | 'PENDING' | 'IN_PROGRESS' | 'SUBMITTED' | 'CLEARED' | 'REJECTED' | 'CANCELLED'>
    /** Id of the invoice; null where there is none. */
    invoiceId: string | null
    /** Which attempt this is, counted from 1. */
    attemptNumber: number
    /** The credit note of the invoice that was reported; null where it is the invoice, or the claim, itself. */
    creditNoteId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<EinvoiceRejectedEvent['data']>
}

/** The tax authority received an e-invoice. */
export interface EinvoiceSubmittedEvent extends EventEnvelope<'einvoice.submitted'> {
  data: {
    /** The id of the einvoice submission. */
    id: string
    object: 'einvoice_submission'
    /** Where the submission stands at the tax authority. */
    status: Open<'NOT_STARTED' | 'PENDING' | 'IN_PROGRESS' | 'SUBMITTED' | 'CLEARED' | 'REJECTED' | 'CANCELLED'>
    /** Id of the invoice; null where there is none. */
    invoiceId: string | null
    /** Which attempt this is, counted from 1. */
    attemptNumber: number
    /** The credit note of the invoice that was reported; null where it is the invoice, or the claim, itself. */
    creditNoteId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<EinvoiceSubmittedEvent['data']>
}

/** A lead became a patient. */
export interface LeadConvertedEvent extends EventEnvelope<'lead.converted'> {
  data: {
    /** The id of the lead. */
    id: string
    object: 'lead'
    /** Id of the branch. */
    branchId: string
    /** Id of the stage of the pipeline. */
    stageId: string
    /** Id of the staff member who takes care of it; null where there is none. */
    assignedToId: string | null
    /** Id of the patient that the lead became; null where there is none. */
    patientId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<LeadConvertedEvent['data']>
}

/** A lead came in. */
export interface LeadCreatedEvent extends EventEnvelope<'lead.created'> {
  data: {
    /** The id of the lead. */
    id: string
    object: 'lead'
    /** Id of the branch. */
    branchId: string
    /** Id of the stage of the pipeline. */
    stageId: string
    /** Id of the staff member who takes care of it; null where there is none. */
    assignedToId: string | null
    /** Id of the patient that the lead became; null where there is none. */
    patientId: string | null
  }
}

/** A lead moved to a stage that rejects; lead.stage_changed is sent besides. A reason that is given later sends nothing: read it from listLeads with updatedAfter. */
export interface LeadRejectedEvent extends EventEnvelope<'lead.rejected'> {
  data: {
    /** The id of the lead. */
    id: string
    object: 'lead'
    /** Id of the branch. */
    branchId: string
    /** Id of the stage of the pipeline. */
    stageId: string
    /** Id of the staff member who takes care of it; null where there is none. */
    assignedToId: string | null
    /** Id of the patient that the lead became; null where there is none. */
    patientId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<LeadRejectedEvent['data']>
}

/** A lead moved to another stage. Nothing is sent where only its assignee or its reject reason changes: listLeads with updatedAfter shows that. */
export interface LeadStageChangedEvent extends EventEnvelope<'lead.stage_changed'> {
  data: {
    /** The id of the lead. */
    id: string
    object: 'lead'
    /** Id of the branch. */
    branchId: string
    /** Id of the stage of the pipeline. */
    stageId: string
    /** Id of the staff member who takes care of it; null where there is none. */
    assignedToId: string | null
    /** Id of the patient that the lead became; null where there is none. */
    patientId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<LeadStageChangedEvent['data']>
}

/** A message could not be sent; errorCode says why. */
export interface MessageFailedEvent extends EventEnvelope<'message.failed'> {
  data: {
    /** The id of the message. */
    id: string
    object: 'message'
    /** Id of the communication. */
    communicationId: string
    /** The channel by which it is sent. */
    channel: Open<'whatsapp' | 'sms' | 'email'>
    /** The class of error for which it was not sent; null where there is none. */
    errorCode: string | null
  }
}

/** A message was handed to the carrier. */
export interface MessageSentEvent extends EventEnvelope<'message.sent'> {
  data: {
    /** The id of the message. */
    id: string
    object: 'message'
    /** Id of the communication. */
    communicationId: string
    /** The channel by which it is sent. */
    channel: Open<'whatsapp' | 'sms' | 'email'>
    /** The class of error for which it was not sent; null where there is none. */
    errorCode: string | null
  }
}

/** A conversation was assigned to someone, or to nobody. */
export interface ConversationAssignedEvent extends EventEnvelope<'conversation.assigned'> {
  data: {
    /** The id of the conversation. */
    id: string
    object: 'conversation'
    /** Id of the staff member who takes care of it; null where there is none. */
    assignedToId: string | null
    /** Whether the conversation is settled; a message of the other side opens it again. */
    resolved: boolean
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<ConversationAssignedEvent['data']>
}

/** A message came in; the text is read through the API. */
export interface ConversationMessageReceivedEvent extends EventEnvelope<'conversation.message_received'> {
  data: {
    /** The id of the conversation. */
    id: string
    object: 'conversation'
    /** Id of the staff member who takes care of it; null where there is none. */
    assignedToId: string | null
    /** Whether the conversation is settled; a message of the other side opens it again. */
    resolved: boolean
  }
}

/** A conversation was resolved. */
export interface ConversationResolvedEvent extends EventEnvelope<'conversation.resolved'> {
  data: {
    /** The id of the conversation. */
    id: string
    object: 'conversation'
    /** Id of the staff member who takes care of it; null where there is none. */
    assignedToId: string | null
    /** Whether the conversation is settled; a message of the other side opens it again. */
    resolved: boolean
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<ConversationResolvedEvent['data']>
}

/** A patient earned points. */
export interface PointsEarnedEvent extends EventEnvelope<'points.earned'> {
  data: {
    /** The id of the loyalty transaction. */
    id: string
    object: 'loyalty_transaction'
    /** Id of the branch; null where there is none. */
    branchId: string | null
    /** How many points were given, or taken away when negative. */
    points: number
    /** The points that the patient had afterwards. */
    balanceAfter: number
    /** Id of the patient. */
    patientId: string
  }
}

/** A patient redeemed points; points is negative. */
export interface PointsRedeemedEvent extends EventEnvelope<'points.redeemed'> {
  data: {
    /** The id of the loyalty transaction. */
    id: string
    object: 'loyalty_transaction'
    /** Id of the branch; null where there is none. */
    branchId: string | null
    /** How many points were given, or taken away when negative. */
    points: number
    /** The points that the patient had afterwards. */
    balanceAfter: number
    /** Id of the patient. */
    patientId: string
  }
}

/** A patient gave feedback; the comment is read through the API. */
export interface FeedbackSubmittedEvent extends EventEnvelope<'feedback.submitted'> {
  data: {
    /** The id of the feedback. */
    id: string
    object: 'feedback'
    /** Id of the branch. */
    branchId: string
    /** Stars from 1, the worst, to 5, the best. */
    rating: number
  }
}

/** A task was completed. */
export interface TaskCompletedEvent extends EventEnvelope<'task.completed'> {
  data: {
    /** The id of the task. */
    id: string
    object: 'task'
    /** Id of the branch; null where there is none. */
    branchId: string | null
    /** Where the task stands. */
    status: Open<'OPEN' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELED'>
    /** Id of the person who has to do it; null where there is none. */
    assignedToId: string | null
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<TaskCompletedEvent['data']>
}

/** A task was created. */
export interface TaskCreatedEvent extends EventEnvelope<'task.created'> {
  data: {
    /** The id of the task. */
    id: string
    object: 'task'
    /** Id of the branch; null where there is none. */
    branchId: string | null
    /** Where the task stands. */
    status: Open<'OPEN' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELED'>
    /** Id of the person who has to do it; null where there is none. */
    assignedToId: string | null
  }
}

/** The stock of an item fell to its reorder level; sent once for each time that it falls. */
export interface InventoryLowStockEvent extends EventEnvelope<'inventory.low_stock'> {
  data: {
    /** The id of the inventory item. */
    id: string
    object: 'inventory_item'
    /** Id of the branch. */
    branchId: string
    /** How much there is, in the unit of the item. */
    quantity: number
    /** The quantity at which it should be ordered again, in its unit. */
    reorderLevel: number
  }
}

/** Supplies were ordered. */
export interface InventoryorderCreatedEvent extends EventEnvelope<'inventoryorder.created'> {
  data: {
    /** The id of the inventory order. */
    id: string
    object: 'inventory_order'
    /** Id of the branch. */
    branchId: string
    /** How much of the order has come in. */
    status: Open<'PENDING' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'CANCELED'>
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
  }
}

/** An order of supplies was received in full. */
export interface InventoryorderReceivedEvent extends EventEnvelope<'inventoryorder.received'> {
  data: {
    /** The id of the inventory order. */
    id: string
    object: 'inventory_order'
    /** Id of the branch. */
    branchId: string
    /** How much of the order has come in. */
    status: Open<'PENDING' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'CANCELED'>
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
  }
  /** What changed, as it was before. */
  previousAttributes: Previous<InventoryorderReceivedEvent['data']>
}

/** An expense was entered by hand. */
export interface ExpenseCreatedEvent extends EventEnvelope<'expense.created'> {
  data: {
    /** The id of the expense. */
    id: string
    object: 'expense'
    /** Id of the branch. */
    branchId: string
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
    /** Id of the treasury that it was paid from; null where there is none. */
    treasuryId: string | null
  }
}

/** An income was entered by hand; a payment makes its income silently. */
export interface IncomeCreatedEvent extends EventEnvelope<'income.created'> {
  data: {
    /** The id of the income. */
    id: string
    object: 'income'
    /** Id of the branch. */
    branchId: string
    /** The amount after discount, with tax, in the currency of the clinic (major units, such as 12.50). */
    total: number
    /** Id of the treasury that it went to; null where there is none. */
    treasuryId: string | null
  }
}

/** A consent form was signed; formId is its template. */
export interface FormSignedEvent extends EventEnvelope<'form.signed'> {
  data: {
    /** The id of the consent form. */
    id: string
    object: 'consent_form'
    /** Id of the branch. */
    branchId: string
    /** Id of the form; null where there is none. */
    formId: string | null
    /** Id of the patient. */
    patientId: string
    /** The present state. */
    status: Open<'SIGNED'>
  }
}

/** A form was submitted, through the API or in the clinic. */
export interface FormSubmittedEvent extends EventEnvelope<'form.submitted'> {
  data: {
    /** The id of the form submission. */
    id: string
    object: 'form_submission'
    /** Id of the form. */
    formId: string
    /** Id of the patient. */
    patientId: string
    /** DRAFT while it is filled in, SUBMITTED once it counts. */
    status: Open<'DRAFT' | 'SUBMITTED'>
  }
}

/** An encounter was opened. */
export interface EncounterCreatedEvent extends EventEnvelope<'encounter.created'> {
  data: {
    /** The id of the encounter. */
    id: string
    object: 'encounter'
    /** Id of the branch. */
    branchId: string
    /** Id of the patient. */
    patientId: string
    /** Id of the doctor; null where there is none. */
    doctorId: string | null
  }
}

/** A measurement was recorded through the API; its value is read there too. */
export interface MeasurementRecordedEvent extends EventEnvelope<'measurement.recorded'> {
  data: {
    /** The id of the measurement. */
    id: string
    object: 'measurement'
    /** Id of the branch. */
    branchId: string
    /** What was measured. */
    measurementName: Open<'BLOOD_PRESSURE_SYSTOLIC' | 'BLOOD_PRESSURE_DIASTOLIC' | 'HEART_RATE' | 'RESPIRATORY_RATE' | 'TEMPERATURE' | 'OXYGEN_SATURATION' | 'HEIGHT' | 'WEIGHT' | 'BMI' | 'BLOOD_GLUCOSE_FASTING' | 'BLOOD_GLUCOSE_POSTPRANDIAL' | 'TOTAL_CHOLESTEROL' | 'HDL_CHOLESTEROL' | 'LDL_CHOLESTEROL' | 'TRIGLYCERIDES' | 'HEMOGLOBIN' | 'HEMATOCRIT' | 'WBC_COUNT' | 'RBC_COUNT' | 'PLATELET_COUNT' | 'EJECTION_FRACTION' | 'CREATININE' | 'MAP' | 'BSA' | 'IBW' | 'BMR' | 'BUN' | 'GFR' | 'ALT' | 'AST' | 'BILIRUBIN' | 'ALBUMIN' | 'TSH' | 'FREE_T4' | 'FREE_T3' | 'HBA1C' | 'CAPILLARY_REFILL_TIME' | 'CVP' | 'ICP' | 'ETCO2' | 'URINE_OUTPUT' | 'GCS' | 'PAIN_SCORE' | 'APGAR_SCORE' | 'PUPIL_SIZE' | 'PA_O2' | 'PA_CO2' | 'PH' | 'WAIST_CIRCUMFERENCE'>
    /** Id of the encounter. */
    encounterId: string
    /** Id of the patient. */
    patientId: string
  }
}

/** A file was added to a patient. */
export interface FileCreatedEvent extends EventEnvelope<'file.created'> {
  data: {
    /** The id of the file. */
    id: string
    object: 'file'
    /** Id of the patient. */
    patientId: string
    /** The media type of the file. */
    contentType: Open<'image/jpeg' | 'image/png' | 'image/webp' | 'image/tiff' | 'image/bmp' | 'application/pdf' | 'application/dicom'>
    /** The size in bytes. */
    sizeBytes: number
  }
}

/** An x-ray was added to a patient. */
export interface XrayCreatedEvent extends EventEnvelope<'xray.created'> {
  data: {
    /** The id of the xray. */
    id: string
    object: 'xray'
    /** Id of the patient. */
    patientId: string
    /** The media type of the image. */
    contentType: Open<'image/jpeg' | 'image/png' | 'image/webp' | 'image/tiff' | 'image/bmp' | 'application/pdf' | 'application/dicom'>
    /** The size in bytes. */
    sizeBytes: number
  }
}

/** Every event, told apart by `type`. */
export type ClinicEvent =
| PatientCreatedEvent
| PatientDeletedEvent
| PatientUpdatedEvent
| AppointmentCancelledEvent
| AppointmentCheckedinEvent
| AppointmentCompletedEvent
| AppointmentCreatedEvent
| AppointmentNoshowEvent
| AppointmentUpdatedEvent
| VideocallStartedEvent
| InvoiceCreatedEvent
| InvoicePaidEvent
| InvoiceUpdatedEvent
| PaymentCreatedEvent
| PaymentRefundedEvent
| TreatmentApprovalRequestedEvent
| TreatmentApprovedEvent
| TreatmentStatusChangedEvent
| TreatmentstepCompletedEvent
| InstallationUninstalledEvent
| PluginSettingsUpdatedEvent
| LaborderCreatedEvent
| LaborderDeliveredEvent
| LaborderReceivedEvent
| LaborderUpdatedEvent
| QuotationCreatedEvent
| QuotationSignedEvent
| QuotationViewedEvent
| PrescriptionCreatedEvent
| ClaimCreatedEvent
| ClaimRejectedAmountUpdatedEvent
| ClaimStatusChangedEvent
| OnlinepaymentFailedEvent
| OnlinepaymentRefundedEvent
| OnlinepaymentSucceededEvent
| EinvoiceClearedEvent
| EinvoiceRejectedEvent
| EinvoiceSubmittedEvent
| LeadConvertedEvent
| LeadCreatedEvent
| LeadRejectedEvent
| LeadStageChangedEvent
| MessageFailedEvent
| MessageSentEvent
| ConversationAssignedEvent
| ConversationMessageReceivedEvent
| ConversationResolvedEvent
| PointsEarnedEvent
| PointsRedeemedEvent
| FeedbackSubmittedEvent
| TaskCompletedEvent
| TaskCreatedEvent
| InventoryLowStockEvent
| InventoryorderCreatedEvent
| InventoryorderReceivedEvent
| ExpenseCreatedEvent
| IncomeCreatedEvent
| FormSignedEvent
| FormSubmittedEvent
| EncounterCreatedEvent
| MeasurementRecordedEvent
| FileCreatedEvent
| XrayCreatedEvent

/** Every type of event. */
export type EventType = ClinicEvent['type']

/** Accepted in subscriptions, but never sent. */
export type NeverSent = 'quotation.viewed'

/** What `hydrate()` reads after each event; never where there is nothing to read by its id. */
export interface Hydrated {
  'patient.created': Patient
  'patient.deleted': never
  'patient.updated': Patient
  'appointment.cancelled': Appointment
  'appointment.checkedin': Appointment
  'appointment.completed': Appointment
  'appointment.created': Appointment
  'appointment.noshow': Appointment
  'appointment.updated': Appointment
  'videocall.started': Appointment
  'invoice.created': Invoice
  'invoice.paid': Invoice
  'invoice.updated': Invoice
  'payment.created': Payment
  'payment.refunded': Payment
  'treatment.approval_requested': Treatment
  'treatment.approved': Treatment
  'treatment.status_changed': Treatment
  'treatmentstep.completed': Treatment
  'installation.uninstalled': never
  'plugin.settings.updated': Installation
  'laborder.created': LabOrder
  'laborder.delivered': LabOrder
  'laborder.received': LabOrder
  'laborder.updated': LabOrder
  'quotation.created': Quotation
  'quotation.signed': Quotation
  'quotation.viewed': Quotation
  'prescription.created': Prescription
  'claim.created': Claim
  'claim.rejected_amount_updated': Claim
  'claim.status_changed': Claim
  'onlinepayment.failed': OnlinePayment
  'onlinepayment.refunded': OnlinePayment
  'onlinepayment.succeeded': OnlinePayment
  'einvoice.cleared': EinvoiceSubmission
  'einvoice.rejected': EinvoiceSubmission
  'einvoice.submitted': EinvoiceSubmission
  'lead.converted': Lead
  'lead.created': Lead
  'lead.rejected': Lead
  'lead.stage_changed': Lead
  'message.failed': Communication
  'message.sent': Communication
  'conversation.assigned': Conversation
  'conversation.message_received': Conversation
  'conversation.resolved': Conversation
  'points.earned': never
  'points.redeemed': never
  'feedback.submitted': Feedback
  'task.completed': Task
  'task.created': Task
  'inventory.low_stock': InventoryItem
  'inventoryorder.created': InventoryOrder
  'inventoryorder.received': InventoryOrder
  'expense.created': never
  'income.created': never
  'form.signed': never
  'form.submitted': FormSubmission
  'encounter.created': Encounter
  'measurement.recorded': Encounter
  'file.created': ClinicFile
  'xray.created': never
}
