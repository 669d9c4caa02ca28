// Printed from the contract by `npm run sdk:print`; do not edit.

/** A UTC instant: a Date, or ISO 8601 text such as 2026-11-20T09:30:00Z. */
export type Instant = string | Date

/** What `patients.list` takes. */
export interface ListPatientsInput {
  /** Id of the branch that keeps the file. */
  branchId?: string | undefined
  /** Only records that hold this text, in any case. */
  searchTerm?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `patients.create` takes. */
export interface CreatePatientInput {
  /** Id of the branch that keeps the file. */
  branchId: string
  /** The first name. */
  firstName: string
  /** The last name. */
  lastName: string
  /** The phone number, E.164; in requests also as dialled in the country of the clinic. */
  phoneNumber?: string | undefined
  /** A second phone number, E.164; in requests also as dialled in the country of the clinic. */
  phoneNumber2?: string | undefined
  /** The e-mail address of the patient. */
  email?: string | undefined
  /** The gender, as the clinic recorded it. */
  gender?: string | undefined
  /** How the patient is addressed, such as Dr. or Mrs. */
  title?: string | undefined
  /** The day of birth in the calendar. */
  birthDate?: string | undefined
  /** The postal address, as one text. */
  address?: string | undefined
  /** The nationality, as the clinic recorded it. */
  nationality?: string | undefined
  /** The marital status, as the clinic recorded it. */
  maritalStatus?: string | undefined
  /** The number of the identity document. */
  nationalId?: string | undefined
  /** The kind of identity document that nationalId is of. */
  identifierType?: string | undefined
  /** The file number that the clinic gave of its own, such as that of a paper file. */
  clinicFileNumber?: string | undefined
  /** Remarks in free text. */
  details?: string | undefined
  /** Id of the doctor who takes care of the patient. */
  doctorId?: string | undefined
}

/** What `patients.get` takes. */
export interface GetPatientInput {
  /** The id of the patient. */
  id: string
}

/** What `patients.update` takes. */
export interface UpdatePatientInput {
  /** The id of the patient. */
  id: string
  /** The first name. */
  firstName?: string | undefined
  /** The last name. */
  lastName?: string | undefined
  /** The phone number, E.164; in requests also as dialled in the country of the clinic; null where there is none. */
  phoneNumber?: string | null | undefined
  /** A second phone number, E.164; in requests also as dialled in the country of the clinic; null where there is none. */
  phoneNumber2?: string | null | undefined
  /** The e-mail address of the patient; null where there is none. */
  email?: string | null | undefined
  /** The gender, as the clinic recorded it; null where there is none. */
  gender?: string | null | undefined
  /** How the patient is addressed, such as Dr. or Mrs; null where there is none. */
  title?: string | null | undefined
  /** The day of birth in the calendar; null where there is none. */
  birthDate?: string | null | undefined
  /** The postal address, as one text; null where there is none. */
  address?: string | null | undefined
  /** The nationality, as the clinic recorded it; null where there is none. */
  nationality?: string | null | undefined
  /** The marital status, as the clinic recorded it; null where there is none. */
  maritalStatus?: string | null | undefined
  /** The number of the identity document; null where there is none. */
  nationalId?: string | null | undefined
  /** The kind of identity document that nationalId is of; null where there is none. */
  identifierType?: string | null | undefined
  /** The file number that the clinic gave of its own, such as that of a paper file; null where there is none. */
  clinicFileNumber?: string | null | undefined
  /** Remarks in free text; null where there is none. */
  details?: string | null | undefined
  /** Id of the doctor who takes care of the patient; null where there is none. */
  doctorId?: string | null | undefined
}

/** What `appointments.list` takes. */
export interface ListAppointmentsInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the doctor. */
  doctorId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Where the appointment stands, from OPEN to COMPLETED, CANCELED or NOSHOW. */
  status?: 'OPEN' | 'CONFIRMED' | 'CHECKEDIN' | 'COMPLETED' | 'CANCELED' | 'NOSHOW' | 'INPROGRESS' | 'DELAYED' | 'WAITING' | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `appointments.create` takes. */
export interface CreateAppointmentInput {
  /** When the appointment begins, inclusive, as a UTC instant. */
  start: Instant
  /** When the appointment ends, exclusive, as a UTC instant. */
  end: Instant
  /** Id of the branch. */
  branchId: string
  /** Id of the doctor. */
  doctorId: string
  /** Id of the patient. */
  patientId?: string | undefined
  /** A short text that shows in the calendar. */
  title?: string | undefined
  /** Remarks on the appointment, for the staff. */
  details?: string | undefined
  /** The room, by its name at the branch. */
  room?: string | undefined
  /** Whether it cannot wait. */
  urgent?: boolean | undefined
}

/** What `appointments.get` takes. */
export interface GetAppointmentInput {
  /** The id of the appointment. */
  id: string
}

/** What `appointments.update` takes. */
export interface UpdateAppointmentInput {
  /** The id of the appointment. */
  id: string
  /** When the appointment begins, inclusive, as a UTC instant. */
  start?: Instant | undefined
  /** When the appointment ends, exclusive, as a UTC instant. */
  end?: Instant | undefined
  /** A short text that shows in the calendar; null where there is none. */
  title?: string | null | undefined
  /** Remarks on the appointment, for the staff; null where there is none. */
  details?: string | null | undefined
  /** The room, by its name at the branch; null where there is none. */
  room?: string | null | undefined
}

/** What `appointments.cancel` takes. */
export interface CancelAppointmentInput {
  /** The id of the appointment. */
  id: string
  /** Why it was canceled, in free text. */
  cancelReason?: string | undefined
}

/** What `availability.get` takes. */
export interface GetAvailabilityInput {
  /** Id of the branch. */
  branchId: string
  /** Id of the doctor. */
  doctorId: string
  /** One day, today or within the next 60 days. */
  date?: string | undefined
  /** From today on; ignored when date is set. */
  days?: number | undefined
}

/** What `invoices.list` takes. */
export interface ListInvoicesInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `invoices.get` takes. */
export interface GetInvoiceInput {
  /** The id of the invoice. */
  id: string
}

/** What `payments.list` takes. */
export interface ListPaymentsInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `payments.record` takes. */
export interface RecordPaymentInput {
  /** Id of the invoice. */
  invoiceId: string
  /** What was paid, above zero, in the currency of the clinic (major units, such as 12.50). */
  amount: number
  /** How it was paid. */
  type: 'CARD' | 'CASH' | 'BANK_TRANSFER' | 'MOBILE_WALLET' | 'CHEQUE' | 'OTHER'
  /** Default: the invoice branch's default treasury for the type. */
  treasuryId?: string | undefined
  /** Transaction id of the terminal or gateway. */
  reference?: string | undefined
}

/** What `payments.get` takes. */
export interface GetPaymentInput {
  /** The id of the payment. */
  id: string
}

/** What `onlinePayments.list` takes. */
export interface ListOnlinePaymentsInput {
  /** How the payment went, as the provider reported it. */
  status?: 'CREATED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUND' | undefined
  /** Id of the invoice. */
  invoiceId?: string | undefined
  /** Id of the branch. */
  branchId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `onlinePayments.get` takes. */
export interface GetOnlinePaymentInput {
  /** The id of the online payment. */
  id: string
}

/** What `paymentLinks.create` takes. */
export interface CreatePaymentLinkInput {
  /** Id of the invoice. */
  invoiceId: string
  /** In the currency of the clinic. Default: what is still to be paid. */
  amount?: number | undefined
}

/** What `einvoiceSubmissions.list` takes. */
export interface ListEInvoiceSubmissionsInput {
  /** Where the submission stands at the tax authority. */
  status?: 'NOT_STARTED' | 'PENDING' | 'IN_PROGRESS' | 'SUBMITTED' | 'CLEARED' | 'REJECTED' | 'CANCELLED' | undefined
  /** Id of the invoice. */
  invoiceId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `einvoiceSubmissions.get` takes. */
export interface GetEInvoiceSubmissionInput {
  /** The id of the einvoice submission. */
  id: string
}

/** What `treatments.list` takes. */
export interface ListTreatmentsInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Id of the doctor. */
  doctorId?: string | undefined
  /** Whether it is planned, under way, completed or rejected, or tells of what was found. */
  status?: 'EXISTING' | 'PLANNED' | 'COMPLETED' | 'IN_PROGRESS' | 'REJECTED' | 'CONDITION' | undefined
  /** Whether the insurer has to approve before the treatment. */
  approvalRequired?: boolean | undefined
  /** Whether the insurer approved it. */
  approved?: boolean | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `treatments.get` takes. */
export interface GetTreatmentInput {
  /** The id of the treatment. */
  id: string
}

/** What `quotations.list` takes. */
export interface ListQuotationsInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Whether the patient has signed the offer. */
  signed?: boolean | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `quotations.get` takes. */
export interface GetQuotationInput {
  /** The id of the quotation. */
  id: string
}

/** What `encounters.list` takes. */
export interface ListEncountersInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `encounters.get` takes. */
export interface GetEncounterInput {
  /** The id of the encounter. */
  id: string
}

/** What `encounters.recordMeasurement` takes. */
export interface RecordMeasurementInput {
  /** The id of the encounter. */
  id: string
  /** What was measured. */
  name: 'BLOOD_PRESSURE_SYSTOLIC' | 'BLOOD_PRESSURE_DIASTOLIC' | 'HEART_RATE' | 'RESPIRATORY_RATE' | 'TEMPERATURE' | 'OXYGEN_SATURATION' | 'HEIGHT' | 'WEIGHT' | 'BMI' | 'BLOOD_GLUCOSE_FASTING' | 'BLOOD_GLUCOSE_POSTPRANDIAL' | 'TOTAL_CHOLESTEROL' | 'HDL_CHOLESTEROL' | 'LDL_CHOLESTEROL' | 'TRIGLYCERIDES' | 'HEMOGLOBIN' | 'HEMATOCRIT' | 'WBC_COUNT' | 'RBC_COUNT' | 'PLATELET_COUNT' | 'EJECTION_FRACTION' | 'CREATININE' | 'MAP' | 'BSA' | 'IBW' | 'BMR' | 'BUN' | 'GFR' | 'ALT' | 'AST' | 'BILIRUBIN' | 'ALBUMIN' | 'TSH' | 'FREE_T4' | 'FREE_T3' | 'HBA1C' | 'CAPILLARY_REFILL_TIME' | 'CVP' | 'ICP' | 'ETCO2' | 'URINE_OUTPUT' | 'GCS' | 'PAIN_SCORE' | 'APGAR_SCORE' | 'PUPIL_SIZE' | 'PA_O2' | 'PA_CO2' | 'PH' | 'WAIST_CIRCUMFERENCE'
  /** In the usual unit of the measurement; from -1000000000 to 1000000000. */
  value: number
}

/** What `prescriptions.list` takes. */
export interface ListPrescriptionsInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `prescriptions.get` takes. */
export interface GetPrescriptionInput {
  /** The id of the prescription. */
  id: string
}

/** What `medications.list` takes. */
export interface ListMedicationsInput {
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `medications.listReference` takes. */
export interface ListReferenceMedicationsInput {
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `files.list` takes. */
export interface ListPatientFilesInput {
  /** The id of the patient. */
  id: string
  /** Id of the treatment. */
  operationId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `files.get` takes. */
export interface GetPatientFileInput {
  /** The id of the patient. */
  id: string
  /** Id of the file. */
  fileId: string
}

/** What `files.requestUpload` takes. */
export interface RequestFileUploadInput {
  /** The id of the patient. */
  id: string
  /** The name that the file is shown under. */
  fileName: string
  /** The media type of what will be sent. */
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/tiff' | 'image/bmp' | 'application/pdf' | 'application/dicom'
  /** The size of what will be sent, in bytes. */
  sizeBytes: number
  /** Whether it is a plain file or an image of an x-ray. */
  kind: 'file' | 'xray'
  /** Id of the treatment. */
  operationId?: string | undefined
}

/** What `files.confirmUpload` takes. */
export interface ConfirmFileUploadInput {
  /** The id of the patient. */
  id: string
  /** Id of the file. */
  fileId: string
}

/** What `xrays.list` takes. */
export interface ListPatientXRaysInput {
  /** The id of the patient. */
  id: string
  /** Id of the treatment. */
  operationId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `forms.list` takes. */
export interface ListFormsInput {
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `formSubmissions.list` takes. */
export interface ListFormSubmissionsInput {
  /** Id of the form. */
  formId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** DRAFT while it is filled in, SUBMITTED once it counts. */
  status?: 'DRAFT' | 'SUBMITTED' | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `formSubmissions.create` takes. */
export interface CreateFormSubmissionInput {
  /** Id of the form. */
  formId: string
  /** Id of the patient. */
  patientId: string
  /** A reference of your own. */
  ref?: string | undefined
  /** The answers, by the keys of the questions; without patients:read.pii none to a question of type phone or email. */
  answers: Record<string, unknown>
}

/** What `formSubmissions.get` takes. */
export interface GetFormSubmissionInput {
  /** The id of the form submission. */
  id: string
}

/** What `consentForms.list` takes. */
export interface ListConsentFormsInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Whether it was signed. */
  signed?: boolean | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `labs.list` takes. */
export interface ListLabsInput {
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `labItems.list` takes. */
export interface ListLabItemsInput {
  /** Id of the lab. */
  labId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `labOrders.list` takes. */
export interface ListLabOrdersInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Id of the lab. */
  labId?: string | undefined
  /** Follows the flags: delivered over received over pending. */
  status?: 'pending' | 'received' | 'delivered' | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `labOrders.get` takes. */
export interface GetLabOrderInput {
  /** The id of the lab order. */
  id: string
}

/** What `labOrders.update` takes. */
export interface UpdateLabOrderInput {
  /** The id of the lab order. */
  id: string
  received?: true | undefined
  delivered?: true | undefined
  /** The shade of the tooth, such as A2; null where there is none. */
  shade?: string | null | undefined
  /** Remarks in free text; null where there is none. */
  details?: string | null | undefined
}

/** What `insuranceCompanies.list` takes. */
export interface ListInsuranceCompaniesInput {
  /** Only records that hold this text, in any case. */
  searchTerm?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `insuranceCompanies.get` takes. */
export interface GetInsuranceCompanyInput {
  /** The id of the insurance company. */
  id: string
}

/** What `insurancePolicies.list` takes. */
export interface ListInsurancePoliciesInput {
  /** Id of the insurance company. */
  insuranceCompanyId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `policyClasses.list` takes. */
export interface ListPolicyClassesInput {
  /** Id of the policy. */
  policyId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `claims.list` takes. */
export interface ListClaimsInput {
  /** How far the claim has come; it only moves forward. */
  status?: 'PLANNING' | 'IN_REVIEW' | 'PARTIALLY_CLAIMED' | 'FULLY_CLAIMED' | undefined
  /** Id of the insurance company. */
  insuranceCompanyId?: string | undefined
  /** Id of the branch. */
  branchId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `claims.get` takes. */
export interface GetClaimInput {
  /** The id of the claim. */
  id: string
}

/** What `leads.list` takes. */
export interface ListLeadsInput {
  /** Id of the stage of the pipeline. */
  stageId?: string | undefined
  /** Id of the staff member who takes care of it. */
  assignedToId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `leads.create` takes. */
export interface CreateLeadInput {
  /** The name of the prospective patient. */
  name: string
  /** The phone number, E.164 where it is known as such. */
  phone: string
  /** Default: the first stage of the pipeline. */
  stageId?: string | undefined
  /** Default: the first branch. */
  branchId?: string | undefined
  /** The referral source. */
  sourceId?: string | undefined
  /** Needs sourceId. */
  subSourceId?: string | undefined
  /** What the clinic expects to earn, in the currency of the clinic (major units, such as 12.50). */
  dealSize?: number | undefined
  /** Remarks on the lead, in free text. */
  notes?: string | undefined
}

/** What `leads.get` takes. */
export interface GetLeadInput {
  /** The id of the lead. */
  id: string
}

/** What `leads.update` takes. */
export interface UpdateLeadInput {
  /** The id of the lead. */
  id: string
  /** Id of the stage of the pipeline. */
  stageId?: string | undefined
  /** Id of the staff member who takes care of it; null where there is none. */
  assignedToId?: string | null | undefined
  /** How promising the lead is, from 0 to 100; null where there is none. */
  score?: number | null | undefined
  /** What the clinic expects to earn, in the currency of the clinic (major units, such as 12.50). */
  dealSize?: number | undefined
  /** Id of the reason for which the lead was rejected. */
  rejectReasonId?: string | undefined
}

/** What `leadStages.list` takes. */
export interface ListLeadStagesInput {
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
}

/** What `leadSources.list` takes. */
export interface ListLeadSourcesInput {
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
}

/** What `leadRejectReasons.list` takes. */
export interface ListLeadRejectReasonsInput {
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
}

/** What `messages.send` takes. */
export interface SendMessageInput {
  /** Id of the patient; the phone number is looked up inside. */
  patientId: string
  /** The channel by which it is sent. */
  channel: 'whatsapp' | 'sms'
  /** An APPROVED template; required for whatsapp. */
  templateId?: string | undefined
  /** Values of the placeholders of the template, in order; whatsapp only. */
  variables?: readonly string[] | undefined
  /** Required for sms, and sms only. */
  text?: string | undefined
}

/** What `messageTemplates.list` takes. */
export interface ListMessageTemplatesInput {
  /** Whether it may be sent: only APPROVED ones are. */
  status?: 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED' | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `communications.list` takes. */
export interface ListCommunicationsInput {
  /** Id of the patient. */
  patientId?: string | undefined
  /** Only what is sent by this channel. */
  channel?: 'whatsapp' | 'sms' | 'email' | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `communications.get` takes. */
export interface GetCommunicationInput {
  /** The id of the communication. */
  id: string
}

/** What `conversations.list` takes. */
export interface ListConversationsInput {
  /** Whether the conversation is settled; a message of the other side opens it again. */
  resolved?: boolean | undefined
  /** Id of the staff member who takes care of it. */
  assignedToId?: string | undefined
  /** The same as assignedToId, by the name that the filter had before. */
  assignedTo?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `conversations.get` takes. */
export interface GetConversationInput {
  /** The id of the conversation. */
  id: string
}

/** What `conversations.update` takes. */
export interface UpdateConversationInput {
  /** The id of the conversation. */
  id: string
  /** Id of the staff member who takes care of it; null where there is none. */
  assignedToId?: string | null | undefined
  /** Whether the conversation is settled; a message of the other side opens it again. */
  resolved?: boolean | undefined
}

/** What `conversations.listMessages` takes. */
export interface ListConversationMessagesInput {
  /** The id of the conversation. */
  id: string
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
}

/** What `loyaltyAccounts.list` takes. */
export interface ListLoyaltyAccountsInput {
  /** Id of the patient. */
  patientId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `loyaltyTransactions.list` takes. */
export interface ListLoyaltyTransactionsInput {
  /** Id of the patient. */
  patientId?: string | undefined
  /** Why the points changed. */
  type?: 'EARN' | 'REDEEM' | 'ADJUST' | 'EXPIRE' | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `loyaltyTransactions.record` takes. */
export interface RecordLoyaltyTransactionInput {
  /** Id of the patient. */
  patientId: string
  /** What happens to the points. */
  type: 'EARN' | 'REDEEM'
  /** How many points; what is taken away by REDEEM is given as a positive number. */
  points: number
  /** Why, in words for people. */
  reason?: string | undefined
  /** Id of the invoice. */
  invoiceId?: string | undefined
}

/** What `feedback.list` takes. */
export interface ListFeedbackInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Id of the doctor. */
  doctorId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Stars from 1, the worst, to 5, the best. */
  rating?: number | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `feedback.get` takes. */
export interface GetFeedbackInput {
  /** The id of the feedback. */
  id: string
}

/** What `tasks.list` takes. */
export interface ListTasksInput {
  /** Where the task stands. */
  status?: 'OPEN' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELED' | undefined
  /** Id of the person who has to do it. */
  assignedToId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Id of the lead. */
  leadId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `tasks.create` takes. */
export interface CreateTaskInput {
  /** The title, in a few words. */
  title: string
  /** What has to be done, in free text. */
  details?: string | undefined
  /** When it has to be done, as a UTC instant. */
  due?: Instant | undefined
  /** How urgent it is. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH' | undefined
  /** Id of the person who has to do it. */
  assignedToId?: string | undefined
  /** Id of the patient. */
  patientId?: string | undefined
  /** Id of the lead. */
  leadId?: string | undefined
  /** Id of the branch. */
  branchId?: string | undefined
}

/** What `tasks.get` takes. */
export interface GetTaskInput {
  /** The id of the task. */
  id: string
}

/** What `tasks.update` takes. */
export interface UpdateTaskInput {
  /** The id of the task. */
  id: string
  /** The title, in a few words. */
  title?: string | undefined
  /** What has to be done, in free text; null where there is none. */
  details?: string | null | undefined
  /** When it has to be done, as a UTC instant; null where there is none. */
  due?: Instant | null | undefined
  /** How urgent it is. */
  priority?: 'LOW' | 'NORMAL' | 'HIGH' | undefined
  /** Id of the person who has to do it; null where there is none. */
  assignedToId?: string | null | undefined
  /** Id of the patient; null where there is none. */
  patientId?: string | null | undefined
  /** Id of the lead; null where there is none. */
  leadId?: string | null | undefined
  /** Id of the branch; null where there is none. */
  branchId?: string | null | undefined
  /** Where the task stands. */
  status?: 'OPEN' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELED' | undefined
}

/** What `inventoryItems.list` takes. */
export interface ListInventoryItemsInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** true: only items at their reorder level or below. */
  lowStock?: boolean | undefined
  /** Only records that hold this text, in any case. */
  searchTerm?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `inventoryItems.get` takes. */
export interface GetInventoryItemInput {
  /** The id of the inventory item. */
  id: string
}

/** What `inventoryItems.adjust` takes. */
export interface AdjustInventoryItemInput {
  /** The id of the inventory item. */
  id: string
  /** What comes in, or goes out when negative; not 0, at most a million, with at most 3 decimals. */
  quantityDelta: number
  /** Why the stock changed. */
  reason: 'USAGE' | 'COUNT' | 'WASTE' | 'RETURN' | 'TRANSFER'
  /** Remarks on the change, in free text. */
  note?: string | undefined
  /** Id of the treatment. */
  treatmentId?: string | undefined
}

/** What `inventoryOrders.list` takes. */
export interface ListInventoryOrdersInput {
  /** How much of the order has come in. */
  status?: 'PENDING' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'CANCELED' | undefined
  /** Id of the branch. */
  branchId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `inventoryOrders.get` takes. */
export interface GetInventoryOrderInput {
  /** The id of the inventory order. */
  id: string
}

/** What `inventoryOrders.update` takes. */
export interface UpdateInventoryOrderInput {
  /** The id of the inventory order. */
  id: string
  received?: true | undefined
}

/** What `expenses.list` takes. */
export interface ListExpensesInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `incomes.list` takes. */
export interface ListIncomesInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Start of the window, inclusive. */
  from?: Instant | undefined
  /** End of the window, exclusive. */
  to?: Instant | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `treasuries.list` takes. */
export interface ListTreasuriesInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `analytics.getSummary` takes. */
export interface GetAnalyticsSummaryInput {
  /** Start of the span, inclusive. */
  from: Instant
  /** End of the span, exclusive; at most 366 days after from. */
  to: Instant
  /** Id of the branch. */
  branchId?: string | undefined
  /** Counts what is the doctor’s: of leads, those that are assigned to them. */
  doctorId?: string | undefined
}

/** What `analytics.getTimeseries` takes. */
export interface GetAnalyticsTimeseriesInput {
  /** The figure that is followed. */
  metric: 'invoiced' | 'collected' | 'refunded' | 'newPatients' | 'newLeads' | 'leadsConverted' | 'appointments' | 'noShowRate' | 'chairUtilization'
  /** How long each point of the series is. */
  interval: 'day' | 'week' | 'month'
  /** Start of the span, inclusive. */
  from: Instant
  /** End of the span, exclusive; at most 366 days after from. */
  to: Instant
  /** Id of the branch. */
  branchId?: string | undefined
  /** Counts what is the doctor’s: of leads, those that are assigned to them. */
  doctorId?: string | undefined
}

/** What `branches.list` takes. */
export interface ListBranchesInput {
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `branches.get` takes. */
export interface GetBranchInput {
  /** The id of the branch. */
  id: string
}

/** What `practitioners.list` takes. */
export interface ListPractitionersInput {
  /** Id of the branch. */
  branchId?: string | undefined
  /** true: only doctors that can be booked. */
  isDoctor?: boolean | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `procedures.list` takes. */
export interface ListProceduresInput {
  /** Id of the group in the catalogue. */
  groupId?: string | undefined
  /** Only records that hold this text, in any case. */
  searchTerm?: string | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
  /** Only records updated strictly after this instant. */
  updatedAfter?: Instant | undefined
}

/** What `installation.updateSettings` takes. */
export interface UpdateInstallationSettingsInput {
  settings: Record<string, unknown>
}

/** What `webhookEndpoints.create` takes. */
export interface CreateWebhookEndpointInput {
  /** A public https address; http and local addresses only for a test installation. */
  url: string
  /** Event types that the installation was granted. */
  events: readonly ('patient.created' | 'patient.deleted' | 'patient.updated' | 'appointment.cancelled' | 'appointment.checkedin' | 'appointment.completed' | 'appointment.created' | 'appointment.noshow' | 'appointment.updated' | 'videocall.started' | 'invoice.created' | 'invoice.paid' | 'invoice.updated' | 'payment.created' | 'payment.refunded' | 'treatment.approval_requested' | 'treatment.approved' | 'treatment.status_changed' | 'treatmentstep.completed' | 'installation.uninstalled' | 'plugin.settings.updated' | 'laborder.created' | 'laborder.delivered' | 'laborder.received' | 'laborder.updated' | 'quotation.created' | 'quotation.signed' | 'quotation.viewed' | 'prescription.created' | 'claim.created' | 'claim.rejected_amount_updated' | 'claim.status_changed' | 'onlinepayment.failed' | 'onlinepayment.refunded' | 'onlinepayment.succeeded' | 'einvoice.cleared' | 'einvoice.rejected' | 'einvoice.submitted' | 'lead.converted' | 'lead.created' | 'lead.rejected' | 'lead.stage_changed' | 'message.failed' | 'message.sent' | 'conversation.assigned' | 'conversation.message_received' | 'conversation.resolved' | 'points.earned' | 'points.redeemed' | 'feedback.submitted' | 'task.completed' | 'task.created' | 'inventory.low_stock' | 'inventoryorder.created' | 'inventoryorder.received' | 'expense.created' | 'income.created' | 'form.signed' | 'form.submitted' | 'encounter.created' | 'measurement.recorded' | 'file.created' | 'xray.created')[]
}

/** What `webhookEndpoints.get` takes. */
export interface GetWebhookEndpointInput {
  /** The id of the webhook endpoint. */
  id: string
}

/** What `webhookEndpoints.update` takes. */
export interface UpdateWebhookEndpointInput {
  /** The id of the webhook endpoint. */
  id: string
  /** A public https address; http and local addresses only for a test installation. */
  url?: string | undefined
  /** Event types that the installation was granted. */
  events?: readonly ('patient.created' | 'patient.deleted' | 'patient.updated' | 'appointment.cancelled' | 'appointment.checkedin' | 'appointment.completed' | 'appointment.created' | 'appointment.noshow' | 'appointment.updated' | 'videocall.started' | 'invoice.created' | 'invoice.paid' | 'invoice.updated' | 'payment.created' | 'payment.refunded' | 'treatment.approval_requested' | 'treatment.approved' | 'treatment.status_changed' | 'treatmentstep.completed' | 'installation.uninstalled' | 'plugin.settings.updated' | 'laborder.created' | 'laborder.delivered' | 'laborder.received' | 'laborder.updated' | 'quotation.created' | 'quotation.signed' | 'quotation.viewed' | 'prescription.created' | 'claim.created' | 'claim.rejected_amount_updated' | 'claim.status_changed' | 'onlinepayment.failed' | 'onlinepayment.refunded' | 'onlinepayment.succeeded' | 'einvoice.cleared' | 'einvoice.rejected' | 'einvoice.submitted' | 'lead.converted' | 'lead.created' | 'lead.rejected' | 'lead.stage_changed' | 'message.failed' | 'message.sent' | 'conversation.assigned' | 'conversation.message_received' | 'conversation.resolved' | 'points.earned' | 'points.redeemed' | 'feedback.submitted' | 'task.completed' | 'task.created' | 'inventory.low_stock' | 'inventoryorder.created' | 'inventoryorder.received' | 'expense.created' | 'income.created' | 'form.signed' | 'form.submitted' | 'encounter.created' | 'measurement.recorded' | 'file.created' | 'xray.created')[] | undefined
  /** Whether events are sent to it. */
  active?: boolean | undefined
}

/** What `webhookEndpoints.delete` takes. */
export interface DeleteWebhookEndpointInput {
  /** The id of the webhook endpoint. */
  id: string
}

/** What `webhookEndpoints.rotateSecret` takes. */
export interface RotateWebhookEndpointSecretInput {
  /** The id of the webhook endpoint. */
  id: string
}

/** What `webhookEndpoints.sendTestEvent` takes. */
export interface SendTestEventInput {
  /** The id of the webhook endpoint. */
  id: string
  /** Default: the first event type the endpoint subscribes to. */
  eventType?: 'patient.created' | 'patient.deleted' | 'patient.updated' | 'appointment.cancelled' | 'appointment.checkedin' | 'appointment.completed' | 'appointment.created' | 'appointment.noshow' | 'appointment.updated' | 'videocall.started' | 'invoice.created' | 'invoice.paid' | 'invoice.updated' | 'payment.created' | 'payment.refunded' | 'treatment.approval_requested' | 'treatment.approved' | 'treatment.status_changed' | 'treatmentstep.completed' | 'installation.uninstalled' | 'plugin.settings.updated' | 'laborder.created' | 'laborder.delivered' | 'laborder.received' | 'laborder.updated' | 'quotation.created' | 'quotation.signed' | 'quotation.viewed' | 'prescription.created' | 'claim.created' | 'claim.rejected_amount_updated' | 'claim.status_changed' | 'onlinepayment.failed' | 'onlinepayment.refunded' | 'onlinepayment.succeeded' | 'einvoice.cleared' | 'einvoice.rejected' | 'einvoice.submitted' | 'lead.converted' | 'lead.created' | 'lead.rejected' | 'lead.stage_changed' | 'message.failed' | 'message.sent' | 'conversation.assigned' | 'conversation.message_received' | 'conversation.resolved' | 'points.earned' | 'points.redeemed' | 'feedback.submitted' | 'task.completed' | 'task.created' | 'inventory.low_stock' | 'inventoryorder.created' | 'inventoryorder.received' | 'expense.created' | 'income.created' | 'form.signed' | 'form.submitted' | 'encounter.created' | 'measurement.recorded' | 'file.created' | 'xray.created' | undefined
}

/** What `webhookEndpoints.listDeliveries` takes. */
export interface ListWebhookDeliveriesInput {
  /** The id of the webhook endpoint. */
  id: string
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
}

/** What `webhookEndpoints.redeliver` takes. */
export interface RedeliverWebhookDeliveryInput {
  /** The id of the webhook endpoint. */
  id: string
  /** Id of the delivery. */
  deliveryId: string
}

/** What `webhookEndpoints.recover` takes. */
export interface RecoverWebhookDeliveriesInput {
  /** The id of the webhook endpoint. */
  id: string
  /** Inclusive; at most 30 days ago. */
  since: Instant
  /** Exclusive; default now. */
  until?: Instant | undefined
  /** Default: all it subscribes to. */
  eventTypes?: readonly ('patient.created' | 'patient.deleted' | 'patient.updated' | 'appointment.cancelled' | 'appointment.checkedin' | 'appointment.completed' | 'appointment.created' | 'appointment.noshow' | 'appointment.updated' | 'videocall.started' | 'invoice.created' | 'invoice.paid' | 'invoice.updated' | 'payment.created' | 'payment.refunded' | 'treatment.approval_requested' | 'treatment.approved' | 'treatment.status_changed' | 'treatmentstep.completed' | 'installation.uninstalled' | 'plugin.settings.updated' | 'laborder.created' | 'laborder.delivered' | 'laborder.received' | 'laborder.updated' | 'quotation.created' | 'quotation.signed' | 'quotation.viewed' | 'prescription.created' | 'claim.created' | 'claim.rejected_amount_updated' | 'claim.status_changed' | 'onlinepayment.failed' | 'onlinepayment.refunded' | 'onlinepayment.succeeded' | 'einvoice.cleared' | 'einvoice.rejected' | 'einvoice.submitted' | 'lead.converted' | 'lead.created' | 'lead.rejected' | 'lead.stage_changed' | 'message.failed' | 'message.sent' | 'conversation.assigned' | 'conversation.message_received' | 'conversation.resolved' | 'points.earned' | 'points.redeemed' | 'feedback.submitted' | 'task.completed' | 'task.created' | 'inventory.low_stock' | 'inventoryorder.created' | 'inventoryorder.received' | 'expense.created' | 'income.created' | 'form.signed' | 'form.submitted' | 'encounter.created' | 'measurement.recorded' | 'file.created' | 'xray.created')[] | undefined
}

/** What `events.list` takes. */
export interface ListEventsInput {
  /** What happened. */
  type?: 'patient.created' | 'patient.deleted' | 'patient.updated' | 'appointment.cancelled' | 'appointment.checkedin' | 'appointment.completed' | 'appointment.created' | 'appointment.noshow' | 'appointment.updated' | 'videocall.started' | 'invoice.created' | 'invoice.paid' | 'invoice.updated' | 'payment.created' | 'payment.refunded' | 'treatment.approval_requested' | 'treatment.approved' | 'treatment.status_changed' | 'treatmentstep.completed' | 'installation.uninstalled' | 'plugin.settings.updated' | 'laborder.created' | 'laborder.delivered' | 'laborder.received' | 'laborder.updated' | 'quotation.created' | 'quotation.signed' | 'quotation.viewed' | 'prescription.created' | 'claim.created' | 'claim.rejected_amount_updated' | 'claim.status_changed' | 'onlinepayment.failed' | 'onlinepayment.refunded' | 'onlinepayment.succeeded' | 'einvoice.cleared' | 'einvoice.rejected' | 'einvoice.submitted' | 'lead.converted' | 'lead.created' | 'lead.rejected' | 'lead.stage_changed' | 'message.failed' | 'message.sent' | 'conversation.assigned' | 'conversation.message_received' | 'conversation.resolved' | 'points.earned' | 'points.redeemed' | 'feedback.submitted' | 'task.completed' | 'task.created' | 'inventory.low_stock' | 'inventoryorder.created' | 'inventoryorder.received' | 'expense.created' | 'income.created' | 'form.signed' | 'form.submitted' | 'encounter.created' | 'measurement.recorded' | 'file.created' | 'xray.created' | undefined
  /** Id of an event: only what happened after it, oldest first. */
  after?: string | undefined
  /** Seconds to wait for an event where there is none yet. In a sandbox clinic alone; elsewhere it is refused. */
  wait?: number | undefined
  /** Opaque: nextCursor of the previous page. */
  cursor?: string | undefined
  /** How many records a page has at most. */
  limit?: number | undefined
}

/** What `events.get` takes. */
export interface GetEventInput {
  /** The id of the event. */
  id: string
}

/** What `sandbox.trigger` takes. */
export interface TriggerEventInput {
  /** The type of the event: any but quotation.viewed, which is never sent. */
  type: 'patient.created' | 'patient.deleted' | 'patient.updated' | 'appointment.cancelled' | 'appointment.checkedin' | 'appointment.completed' | 'appointment.created' | 'appointment.noshow' | 'appointment.updated' | 'videocall.started' | 'invoice.created' | 'invoice.paid' | 'invoice.updated' | 'payment.created' | 'payment.refunded' | 'treatment.approval_requested' | 'treatment.approved' | 'treatment.status_changed' | 'treatmentstep.completed' | 'installation.uninstalled' | 'plugin.settings.updated' | 'laborder.created' | 'laborder.delivered' | 'laborder.received' | 'laborder.updated' | 'quotation.created' | 'quotation.signed' | 'prescription.created' | 'claim.created' | 'claim.rejected_amount_updated' | 'claim.status_changed' | 'onlinepayment.failed' | 'onlinepayment.refunded' | 'onlinepayment.succeeded' | 'einvoice.cleared' | 'einvoice.rejected' | 'einvoice.submitted' | 'lead.converted' | 'lead.created' | 'lead.rejected' | 'lead.stage_changed' | 'message.failed' | 'message.sent' | 'conversation.assigned' | 'conversation.message_received' | 'conversation.resolved' | 'points.earned' | 'points.redeemed' | 'feedback.submitted' | 'task.completed' | 'task.created' | 'inventory.low_stock' | 'inventoryorder.created' | 'inventoryorder.received' | 'expense.created' | 'income.created' | 'form.signed' | 'form.submitted' | 'encounter.created' | 'measurement.recorded' | 'file.created' | 'xray.created'
  /** Fields of what is done; each type takes its own. Written by people: it may name anybody. */
  set?: Record<string, unknown> | undefined
  /** How often, one after the other. */
  times?: number | undefined
}

/** What `sandbox.reset` takes. */
export interface ResetSandboxInput {
  /** Says that all records which were made here since may go. */
  confirm: 'reset'
}

/** What `sandbox.getClock` takes. */
export interface GetSandboxClockInput {
  /** Also answers what is due until then, by the clock of the clinic. */
  until?: Instant | undefined
}

/** What `sandbox.moveClock` takes. */
export interface MoveSandboxClockInput {
  /** By how much, from now or from `to` on: an ISO 8601 duration such as P90D, PT2H or P1M. */
  advance?: string | undefined
  /** To when, by the clock of the clinic. */
  to?: Instant | undefined
  /** How long to wait for the clock to arrive before it is answered 202, in seconds. */
  waitSeconds?: number | undefined
}

/** What `sandbox.setFaults` takes. */
export interface SetSandboxFaultsInput {
  /** How long each request waits first, in milliseconds. */
  latencyMs?: number | undefined
  /** How many requests are refused as rate_limited (429), from 0 to 1. */
  rateLimited?: number | undefined
  /** How many are refused as internal_error (500), from 0 to 1. */
  failed?: number | undefined
  /** How many are refused as service_unavailable (503), from 0 to 1. */
  unavailable?: number | undefined
  /** Of how many the connection is closed before anything is done, from 0 to 1. */
  droppedBefore?: number | undefined
  /** Of how many it is closed after all was done, without an answer, from 0 to 1. */
  droppedAfter?: number | undefined
  /** Whether requests that only read are spared all of these. */
  writesOnly?: boolean | undefined
  /** How many a page of a list holds at most, whatever was asked for; 0 leaves pages as they are. */
  pageLimit?: number | undefined
  /** How many deliveries are sent twice, from 0 to 1. */
  duplicated?: number | undefined
  /** Whether deliveries come in another order than what they tell of happened. */
  shuffled?: boolean | undefined
  /** How much later each delivery is sent, in seconds. */
  delayedSeconds?: number | undefined
  /** What the waits between the attempts of a delivery are divided by: 3600 makes seconds of hours. */
  compressRetries?: number | undefined
  /** After how many minutes it ends by itself. */
  minutes?: number | undefined
}
