// Printed from the contract by `npm run sdk:print`; do not edit.
import type { Call, CallOptions, EventFollowing, FileUploads, List, Sync } from '../calls.ts'
import type {
  AdjustInventoryItemInput,
  CancelAppointmentInput,
  ConfirmFileUploadInput,
  CreateAppointmentInput,
  CreateFormSubmissionInput,
  CreateLeadInput,
  CreatePatientInput,
  CreatePaymentLinkInput,
  CreateTaskInput,
  CreateWebhookEndpointInput,
  DeleteWebhookEndpointInput,
  GetAnalyticsSummaryInput,
  GetAnalyticsTimeseriesInput,
  GetAppointmentInput,
  GetAvailabilityInput,
  GetBranchInput,
  GetClaimInput,
  GetCommunicationInput,
  GetConversationInput,
  GetEInvoiceSubmissionInput,
  GetEncounterInput,
  GetEventInput,
  GetFeedbackInput,
  GetFormSubmissionInput,
  GetInsuranceCompanyInput,
  GetInventoryItemInput,
  GetInventoryOrderInput,
  GetInvoiceInput,
  GetLabOrderInput,
  GetLeadInput,
  GetOnlinePaymentInput,
  GetPatientFileInput,
  GetPatientInput,
  GetPaymentInput,
  GetPrescriptionInput,
  GetQuotationInput,
  GetSandboxClockInput,
  GetTaskInput,
  GetTreatmentInput,
  GetWebhookEndpointInput,
  ListAppointmentsInput,
  ListBranchesInput,
  ListClaimsInput,
  ListCommunicationsInput,
  ListConsentFormsInput,
  ListConversationMessagesInput,
  ListConversationsInput,
  ListEInvoiceSubmissionsInput,
  ListEncountersInput,
  ListEventsInput,
  ListExpensesInput,
  ListFeedbackInput,
  ListFormSubmissionsInput,
  ListFormsInput,
  ListIncomesInput,
  ListInsuranceCompaniesInput,
  ListInsurancePoliciesInput,
  ListInventoryItemsInput,
  ListInventoryOrdersInput,
  ListInvoicesInput,
  ListLabItemsInput,
  ListLabOrdersInput,
  ListLabsInput,
  ListLeadRejectReasonsInput,
  ListLeadSourcesInput,
  ListLeadStagesInput,
  ListLeadsInput,
  ListLoyaltyAccountsInput,
  ListLoyaltyTransactionsInput,
  ListMedicationsInput,
  ListMessageTemplatesInput,
  ListOnlinePaymentsInput,
  ListPatientFilesInput,
  ListPatientXRaysInput,
  ListPatientsInput,
  ListPaymentsInput,
  ListPolicyClassesInput,
  ListPractitionersInput,
  ListPrescriptionsInput,
  ListProceduresInput,
  ListQuotationsInput,
  ListReferenceMedicationsInput,
  ListTasksInput,
  ListTreasuriesInput,
  ListTreatmentsInput,
  ListWebhookDeliveriesInput,
  MoveSandboxClockInput,
  RecordLoyaltyTransactionInput,
  RecordMeasurementInput,
  RecordPaymentInput,
  RecoverWebhookDeliveriesInput,
  RedeliverWebhookDeliveryInput,
  RequestFileUploadInput,
  ResetSandboxInput,
  RotateWebhookEndpointSecretInput,
  SendMessageInput,
  SendTestEventInput,
  SetSandboxFaultsInput,
  TriggerEventInput,
  UpdateAppointmentInput,
  UpdateConversationInput,
  UpdateInstallationSettingsInput,
  UpdateInventoryOrderInput,
  UpdateLabOrderInput,
  UpdateLeadInput,
  UpdatePatientInput,
  UpdateTaskInput,
  UpdateWebhookEndpointInput,
} from './inputs.generated.ts'
import type {
  AnalyticsSeries,
  AnalyticsSummary,
  Appointment,
  Availability,
  Branch,
  Claim,
  Clinic,
  ClinicFile,
  Communication,
  ConsentForm,
  Conversation,
  ConversationMessage,
  EinvoiceSubmission,
  Encounter,
  EventRecord,
  Expense,
  Feedback,
  FileUpload,
  Form,
  FormSubmission,
  Income,
  Installation,
  InstallationSettings,
  InsuranceCompany,
  InsurancePolicy,
  InventoryAdjustment,
  InventoryItem,
  InventoryOrder,
  Invoice,
  Lab,
  LabItem,
  LabOrder,
  Lead,
  LeadStage,
  LoyaltyAccount,
  LoyaltyTransaction,
  Measurement,
  Medication,
  Message,
  MessageTemplate,
  OnlinePayment,
  Patient,
  Payment,
  PolicyClass,
  Practitioner,
  Prescription,
  Procedure,
  Quotation,
  ReferralSource,
  RejectReason,
  SandboxClock,
  SandboxFaults,
  SandboxRun,
  SandboxTrigger,
  Task,
  Treasury,
  Treatment,
  WebhookDelivery,
  WebhookDeliveryReceipt,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookRecovery,
  Xray,
} from './resources.generated.ts'

/** Patient files. Names, phone numbers, addresses and other personal fields need the further scope patients:read.pii; without it they are left out. */
export interface PatientsFamily extends Sync<Patient, ListPatientsInput> {
  /**
   * List patients. searchTerm matches names, phones, e-mail addresses and file numbers with patients:read.pii, and a national id that is given whole; file numbers alone without it. A deleted file leaves the list, its delta too; the event patient.deleted tells of it.
   *
   * Scope: patients:read. `GET /patients`
   */
  list(input?: ListPatientsInput, options?: CallOptions): List<Patient>
  /**
   * Create a patient. Opens a patient file at a branch. The clinic gives the file number.
   *
   * Scope: patients:write. `POST /patients`
   */
  create(input: CreatePatientInput, options?: CallOptions): Call<Patient>
  /**
   * Get a patient. The patient file as it is now. Names and contacts need patients:read.pii and are left out without it.
   *
   * Scope: patients:read. `GET /patients/:id`
   */
  get(input: GetPatientInput, options?: CallOptions): Call<Patient>
  /**
   * Update a patient. Absent fields stay as they are; null clears a field, and so does an empty text.
   *
   * Scope: patients:write. `PATCH /patients/:id`
   */
  update(input: UpdatePatientInput, options?: CallOptions): Call<Patient>
}

/** Appointments of a patient with a doctor at a branch. A doctor or a room is never booked twice. */
export interface AppointmentsFamily extends Sync<Appointment, ListAppointmentsInput> {
  /**
   * List appointments. from and to apply to the start of the appointment; where one of them is given, the list is in order of the start, latest first.
   *
   * Scope: appointments:read. `GET /appointments`
   */
  list(input?: ListAppointmentsInput, options?: CallOptions): List<Appointment>
  /**
   * Book an appointment. Ends after it starts, at most 12 hours later. Whatever the availability offers can be booked; urgent books outside the hours of the branch and the doctor, and what has already begun, but never over another appointment. A room that the branch lists takes the spelling of that list; no room is booked twice.
   *
   * Scope: appointments:write. `POST /appointments`
   */
  create(input: CreateAppointmentInput, options?: CallOptions): Call<Appointment>
  /**
   * Get an appointment. The appointment as it is now. Read it after an appointment event, which carries ids and states alone.
   *
   * Scope: appointments:read. `GET /appointments/:id`
   */
  get(input: GetAppointmentInput, options?: CallOptions): Call<Appointment>
  /**
   * Update an appointment. Absent fields stay as they are; null clears title, details or room. Times change only before the patient has checked in, the room until the visit is over; new times obey the rules of booking. details.reason of invalid_state_transition says what is settled.
   *
   * Scope: appointments:write. `PATCH /appointments/:id`
   */
  update(input: UpdateAppointmentInput, options?: CallOptions): Call<Appointment>
  /**
   * Cancel an appointment. Frees the slot.
   *
   * Scope: appointments:write. `POST /appointments/:id/cancel`
   */
  cancel(input: CancelAppointmentInput, options?: CallOptions): Call<Appointment>
}

/** When a doctor can be booked. What is offered here can be booked as it stands. */
export interface AvailabilityFamily {
  /**
   * Get the free slots of a doctor. Dates are days in the time zone of the clinic. What is offered can be booked as it stands. A doctor who cannot be booked at the branch, or a branch that is not active, has no slots.
   *
   * Scope: availability:read. `GET /availability`
   */
  get(input: GetAvailabilityInput, options?: CallOptions): Call<Availability>
}

/** Invoices, and what is still to be paid on them. */
export interface InvoicesFamily extends Sync<Invoice, ListInvoicesInput> {
  /**
   * List invoices. from and to span at most 366 days; from alone means until now and later, and to asks for from. What is wider is refused as window_too_wide: ask for it in parts of at most 366 days, each from where the one before ended. Without either, the cursor leads through all there is.
   *
   * Scope: invoices:read. `GET /invoices`
   */
  list(input?: ListInvoicesInput, options?: CallOptions): List<Invoice>
  /**
   * Get an invoice. The invoice with its totals and what is still to be paid. Read it after an invoice or payment event.
   *
   * Scope: invoices:read. `GET /invoices/:id`
   */
  get(input: GetInvoiceInput, options?: CallOptions): Call<Invoice>
}

/** Money taken against invoices, and what was refunded. */
export interface PaymentsFamily extends Sync<Payment, ListPaymentsInput> {
  /**
   * List payments. from and to span at most 366 days; from alone means until now and later, and to asks for from. What is wider is refused as window_too_wide: ask for it in parts of at most 366 days, each from where the one before ended. Without either, the cursor leads through all there is.
   *
   * Scope: payments:read. `GET /payments`
   */
  list(input?: ListPaymentsInput, options?: CallOptions): List<Payment>
  /**
   * Record a payment. Takes money against an invoice as a receptionist does: the treasury is chosen and the totals of invoice and patient follow. The payment id comes from the Idempotency-Key, so that a late retry collides instead of charging twice. Payment links that ask for more than is left are closed, each with an onlinepayment.failed event. Where the clinic gives points for what is paid, points.earned follows.
   *
   * Scope: payments:write. `POST /payments`
   */
  record(input: RecordPaymentInput, options?: CallOptions): Call<Payment>
  /**
   * Get a payment. One payment as it is now, with what was refunded or claimed of it.
   *
   * Scope: payments:read. `GET /payments/:id`
   */
  get(input: GetPaymentInput, options?: CallOptions): Call<Payment>
}

/** Payment pages for patients, and how the payments on them went. */
export interface OnlinePaymentsFamily extends Sync<OnlinePayment, ListOnlinePaymentsInput> {
  /**
   * List online payments. from and to span at most 366 days; from alone means until now and later, and to asks for from. What is wider is refused as window_too_wide: ask for it in parts of at most 366 days, each from where the one before ended. Without either, the cursor leads through all there is.
   *
   * Scope: onlinepayments:read. `GET /online-payments`
   */
  list(input?: ListOnlinePaymentsInput, options?: CallOptions): List<OnlinePayment>
  /**
   * Get an online payment. One payment link, and whether it was paid. Read it after an online payment event.
   *
   * Scope: onlinepayments:read. `GET /online-payments/:id`
   */
  get(input: GetOnlinePaymentInput, options?: CallOptions): Call<OnlinePayment>
}

/** Payment pages for patients, and how the payments on them went. */
export interface PaymentLinksFamily {
  /**
   * Create a payment link. Opens a hosted payment page on the gateway of the clinic. The outcome arrives as an onlinepayment event; the platform records the payment itself, so do not record it again. Once less is to be paid than the link asks for, the clinic closes it, or its time is over, it is closed for good: FAILED, without a paymentLink. For what is left, make a new one.
   *
   * Scope: paymentlinks:write. `POST /payment-links`
   */
  create(input: CreatePaymentLinkInput, options?: CallOptions): Call<OnlinePayment>
}

/** What was submitted to the tax authority, and what it answered. */
export interface EinvoiceSubmissionsFamily extends Sync<EinvoiceSubmission, ListEInvoiceSubmissionsInput> {
  /**
   * List e-invoice submissions. from and to span at most 366 days; from alone means until now and later, and to asks for from. What is wider is refused as window_too_wide: ask for it in parts of at most 366 days, each from where the one before ended. Without either, the cursor leads through all there is.
   *
   * Scope: einvoices:read. `GET /einvoice-submissions`
   */
  list(input?: ListEInvoiceSubmissionsInput, options?: CallOptions): List<EinvoiceSubmission>
  /**
   * Get an e-invoice submission. One attempt to report an invoice or a claim to the tax authority, with what the authority said of it.
   *
   * Scope: einvoices:read. `GET /einvoice-submissions/:id`
   */
  get(input: GetEInvoiceSubmissionInput, options?: CallOptions): Call<EinvoiceSubmission>
}

/** What was planned and done for a patient, tooth by tooth, in one or several steps. */
export interface TreatmentsFamily extends Sync<Treatment, ListTreatmentsInput> {
  /**
   * List treatments. What is planned, in progress and done. Filter by patient for a treatment plan.
   *
   * Scope: treatments:read. `GET /treatments`
   */
  list(input?: ListTreatmentsInput, options?: CallOptions): List<Treatment>
  /**
   * Get a treatment. One treatment with its steps, its price and what was paid. Read it after a treatment event.
   *
   * Scope: treatments:read. `GET /treatments/:id`
   */
  get(input: GetTreatmentInput, options?: CallOptions): Call<Treatment>
}

/** Price offers to patients, and whether they were signed. */
export interface QuotationsFamily extends Sync<Quotation, ListQuotationsInput> {
  /**
   * List quotations. from and to span at most 366 days; from alone means until now and later, and to asks for from. What is wider is refused as window_too_wide: ask for it in parts of at most 366 days, each from where the one before ended. Without either, the cursor leads through all there is.
   *
   * Scope: quotations:read. `GET /quotations`
   */
  list(input?: ListQuotationsInput, options?: CallOptions): List<Quotation>
  /**
   * Get a quotation. One price offer as it is now, and whether it was signed. Read it after a quotation event.
   *
   * Scope: quotations:read. `GET /quotations/:id`
   */
  get(input: GetQuotationInput, options?: CallOptions): Call<Quotation>
}

/** Visits: complaints, findings, notes and vital signs. */
export interface EncountersFamily extends Sync<Encounter, ListEncountersInput> {
  /**
   * List encounters. Visits with their notes and measurements. Filter by patient for a medical history.
   *
   * Scope: encounters:read. `GET /encounters`
   */
  list(input?: ListEncountersInput, options?: CallOptions): List<Encounter>
  /**
   * Get an encounter. The notes of one visit, with what was measured in it.
   *
   * Scope: encounters:read. `GET /encounters/:id`
   */
  get(input: GetEncounterInput, options?: CallOptions): Call<Encounter>
  /**
   * Record a measurement. Adds a vital sign or laboratory value to an encounter and compares it with the earlier ones of the patient.
   *
   * Scope: encounters:write. `POST /encounters/:id/measurements`
   */
  recordMeasurement(input: RecordMeasurementInput, options?: CallOptions): Call<Measurement>
}

/** What was prescribed to a patient. */
export interface PrescriptionsFamily extends Sync<Prescription, ListPrescriptionsInput> {
  /**
   * List prescriptions. What doctors prescribed. Filter by patient for what a patient was given.
   *
   * Scope: prescriptions:read. `GET /prescriptions`
   */
  list(input?: ListPrescriptionsInput, options?: CallOptions): List<Prescription>
  /**
   * Get a prescription. One prescription with its medications.
   *
   * Scope: prescriptions:read. `GET /prescriptions/:id`
   */
  get(input: GetPrescriptionInput, options?: CallOptions): Call<Prescription>
}

/** The medications that doctors of the clinic prescribe. */
export interface MedicationsFamily extends Sync<Medication, ListMedicationsInput> {
  /**
   * List medications. The medications that the doctors of the clinic choose from, with the usual dosage.
   *
   * Scope: prescriptions:read or procedures:read. `GET /medications`
   */
  list(input?: ListMedicationsInput, options?: CallOptions): List<Medication>
  /**
   * List medications as reference data. The same list as GET /medications.
   *
   * Scope: prescriptions:read or procedures:read. `GET /reference/medications`
   */
  listReference(input?: ListReferenceMedicationsInput, options?: CallOptions): List<Medication>
}

/** Files and x-rays of a patient. An upload has three steps: request a target, send the file there as multipart form data, confirm. */
export interface FilesFamily extends Sync<ClinicFile, ListPatientFilesInput>, FileUploads {
  /**
   * List the files of a patient. Documents and pictures of one patient, each with a downloadUrl that is good for a short time. X-rays have a list of their own, too.
   *
   * Scope: files:read. `GET /patients/:id/files`
   */
  list(input: ListPatientFilesInput, options?: CallOptions): List<ClinicFile>
  /**
   * Get a file of a patient. With a fresh downloadUrl. An upload becomes a file once it is confirmed.
   *
   * Scope: files:read. `GET /patients/:id/files/:fileId`
   */
  get(input: GetPatientFileInput, options?: CallOptions): Call<ClinicFile>
  /**
   * Ask where to upload a file. First of three steps: ask, send the file to uploadUrl as multipart form data with the given fields and the file last, confirm.
   *
   * Scope: files:write. `POST /patients/:id/files`
   */
  requestUpload(input: RequestFileUploadInput, options?: CallOptions): Call<FileUpload>
  /**
   * Confirm an upload. Last of three steps: compares what arrived with what was announced and makes it part of the record.
   *
   * Scope: files:write. `POST /patients/:id/files/:fileId/confirm`
   */
  confirmUpload(input: ConfirmFileUploadInput, options?: CallOptions): Call<ClinicFile>
}

/** Files and x-rays of a patient. An upload has three steps: request a target, send the file there as multipart form data, confirm. */
export interface XraysFamily extends Sync<Xray, ListPatientXRaysInput> {
  /**
   * List the x-rays of a patient. X-rays of one patient with their images, each with a downloadUrl that is good for a short time.
   *
   * Scope: files:read. `GET /patients/:id/xrays`
   */
  list(input: ListPatientXRaysInput, options?: CallOptions): List<Xray>
}

/** Forms, what patients answered in them, and consent forms. */
export interface FormsFamily extends Sync<Form, ListFormsInput> {
  /**
   * List forms. The forms that the clinic has patients fill in. Their ids are what submissions name.
   *
   * Scope: forms:read. `GET /forms`
   */
  list(input?: ListFormsInput, options?: CallOptions): List<Form>
}

/** Forms, what patients answered in them, and consent forms. */
export interface FormSubmissionsFamily extends Sync<FormSubmission, ListFormSubmissionsInput> {
  /**
   * List form submissions. What patients answered in forms, drafts included. Filter by form, patient or status.
   *
   * Scope: forms:read. `GET /form-submissions`
   */
  list(input?: ListFormSubmissionsInput, options?: CallOptions): List<FormSubmission>
  /**
   * Submit a form for a patient. Answers the current version of an active form: a map from the key of a field to the answer (a string, a number, true or false, or a list of them for multiselect and teeth). What is required and asked must be answered; what visibleWhen hides must not be. A second submission of the same patient is refused unless the form allows several.
   *
   * Scope: forms:write. `POST /form-submissions`
   */
  create(input: CreateFormSubmissionInput, options?: CallOptions): Call<FormSubmission>
  /**
   * Get a form submission. The answers of one patient to one form. Read it after form.submitted, which leaves the answers out.
   *
   * Scope: forms:read. `GET /form-submissions/:id`
   */
  get(input: GetFormSubmissionInput, options?: CallOptions): Call<FormSubmission>
}

/** Forms, what patients answered in them, and consent forms. */
export interface ConsentFormsFamily extends Sync<ConsentForm, ListConsentFormsInput> {
  /**
   * List consent forms. What patients were asked to consent to, signed or not. Filter by signed for those still open.
   *
   * Scope: forms:read. `GET /consent-forms`
   */
  list(input?: ListConsentFormsInput, options?: CallOptions): List<ConsentForm>
}

/** Dental laboratories, what they make, and the work ordered from them. */
export interface LabsFamily extends Sync<Lab, ListLabsInput> {
  /**
   * List labs. The laboratories that the clinic orders from, disabled ones included.
   *
   * Scope: laborders:read. `GET /labs`
   */
  list(input?: ListLabsInput, options?: CallOptions): List<Lab>
}

/** Dental laboratories, what they make, and the work ordered from them. */
export interface LabItemsFamily extends Sync<LabItem, ListLabItemsInput> {
  /**
   * List what labs make, with prices. What laboratories make, with their prices. Filter by laboratory before ordering.
   *
   * Scope: laborders:read. `GET /lab-items`
   */
  list(input?: ListLabItemsInput, options?: CallOptions): List<LabItem>
}

/** Dental laboratories, what they make, and the work ordered from them. */
export interface LabOrdersFamily extends Sync<LabOrder, ListLabOrdersInput> {
  /**
   * List lab orders. Crowns, bridges and other work ordered from laboratories. Filter by status for what is still awaited.
   *
   * Scope: laborders:read. `GET /lab-orders`
   */
  list(input?: ListLabOrdersInput, options?: CallOptions): List<LabOrder>
  /**
   * Get a lab order. One order to a laboratory and where it stands. Read it after a lab order event.
   *
   * Scope: laborders:read. `GET /lab-orders/:id`
   */
  get(input: GetLabOrderInput, options?: CallOptions): Call<LabOrder>
  /**
   * Update a lab order. Absent fields stay as they are; null clears shade or details. received and delivered can be set, never taken back; setting one again changes nothing.
   *
   * Scope: laborders:write. `PATCH /lab-orders/:id`
   */
  update(input: UpdateLabOrderInput, options?: CallOptions): Call<LabOrder>
}

/** Insurance companies, their policies, and what the classes of a policy cover. */
export interface InsuranceCompaniesFamily extends Sync<InsuranceCompany, ListInsuranceCompaniesInput> {
  /**
   * List insurance companies. The insurers that the clinic works with. searchTerm finds one by a part of its name.
   *
   * Scope: insurance:read. `GET /insurance-companies`
   */
  list(input?: ListInsuranceCompaniesInput, options?: CallOptions): List<InsuranceCompany>
  /**
   * Get an insurance company. One insurer with its contact and what it usually covers.
   *
   * Scope: insurance:read. `GET /insurance-companies/:id`
   */
  get(input: GetInsuranceCompanyInput, options?: CallOptions): Call<InsuranceCompany>
}

/** Insurance companies, their policies, and what the classes of a policy cover. */
export interface InsurancePoliciesFamily extends Sync<InsurancePolicy, ListInsurancePoliciesInput> {
  /**
   * List insurance policies. Policies of insurers, such as those of an employer. Their classes say what is covered.
   *
   * Scope: insurance:read. `GET /insurance-policies`
   */
  list(input?: ListInsurancePoliciesInput, options?: CallOptions): List<InsurancePolicy>
}

/** Insurance companies, their policies, and what the classes of a policy cover. */
export interface PolicyClassesFamily extends Sync<PolicyClass, ListPolicyClassesInput> {
  /**
   * List the classes of insurance policies. What each class of insured persons is covered for. Filter by policy.
   *
   * Scope: insurance:read. `GET /policy-classes`
   */
  list(input?: ListPolicyClassesInput, options?: CallOptions): List<PolicyClass>
}

/** What is claimed from insurers, and what they paid or rejected. */
export interface ClaimsFamily extends Sync<Claim, ListClaimsInput> {
  /**
   * List insurance claims. from and to span at most 366 days; from alone means until now and later, and to asks for from. What is wider is refused as window_too_wide: ask for it in parts of at most 366 days, each from where the one before ended. Without either, the cursor leads through all there is.
   *
   * Scope: claims:read. `GET /claims`
   */
  list(input?: ListClaimsInput, options?: CallOptions): List<Claim>
  /**
   * Get an insurance claim. The claim with its amounts and its invoices as they are now. Read it after a claim event.
   *
   * Scope: claims:read. `GET /claims/:id`
   */
  get(input: GetClaimInput, options?: CallOptions): Call<Claim>
}

/** Prospective patients on their way through the stages of the clinic. Once a lead is a patient, its name and e-mail address are left out and its phone number masked without the scope patients:read.pii. */
export interface LeadsFamily extends Sync<Lead, ListLeadsInput> {
  /**
   * List leads. Prospective patients. Filter by stage for a column of the pipeline and by assignedToId for one person.
   *
   * Scope: leads:read. `GET /leads`
   */
  list(input?: ListLeadsInput, options?: CallOptions): List<Lead>
  /**
   * Create a lead. As the public lead form does: with its contact record, assigned to the staff in turn.
   *
   * Scope: leads:write. `POST /leads`
   */
  create(input: CreateLeadInput, options?: CallOptions): Call<Lead>
  /**
   * Get a lead. The lead as it is now. Read it after a lead event.
   *
   * Scope: leads:read. `GET /leads/:id`
   */
  get(input: GetLeadInput, options?: CallOptions): Call<Lead>
  /**
   * Update a lead. Absent fields stay as they are; null clears assignedToId or score. A new stageId moves the lead through the pipeline: order, counters, due date and history follow. rejectReasonId says why, for a stage that rejects; without it the stage takes the lead, and the reason may follow later. lead.stage_changed is sent where stageId changes, with lead.rejected besides where the new stage rejects. No event tells of the other fields, a reason that follows or another assignee among them: listLeads with updatedAfter shows each such change.
   *
   * Scope: leads:write. `PATCH /leads/:id`
   */
  update(input: UpdateLeadInput, options?: CallOptions): Call<Lead>
}

/** Prospective patients on their way through the stages of the clinic. Once a lead is a patient, its name and e-mail address are left out and its phone number masked without the scope patients:read.pii. */
export interface LeadStagesFamily {
  /**
   * List lead stages. In the order of the pipeline, from left to right.
   *
   * Scope: leads:read. `GET /lead-stages`
   */
  list(input?: ListLeadStagesInput, options?: CallOptions): List<LeadStage>
}

/** Prospective patients on their way through the stages of the clinic. Once a lead is a patient, its name and e-mail address are left out and its phone number masked without the scope patients:read.pii. */
export interface LeadSourcesFamily {
  /**
   * List lead sources. Newest first, each with its sub-sources in the order in which they were added. Their ids are what sourceId and subSourceId of a new lead take.
   *
   * Scope: leads:read. `GET /lead-sources`
   */
  list(input?: ListLeadSourcesInput, options?: CallOptions): List<ReferralSource>
}

/** Prospective patients on their way through the stages of the clinic. Once a lead is a patient, its name and e-mail address are left out and its phone number masked without the scope patients:read.pii. */
export interface LeadRejectReasonsFamily {
  /**
   * List the reasons for which leads are lost. Newest first. Their ids are what rejectReasonId of a lead takes.
   *
   * Scope: leads:read. `GET /lead-reject-reasons`
   */
  list(input?: ListLeadRejectReasonsInput, options?: CallOptions): List<RejectReason>
}

/** Messages to patients. Phone numbers are looked up inside and never returned, and previews name nobody without the scope patients:read.pii. */
export interface MessagesFamily {
  /**
   * Send a message to a patient. Queues the message; message.sent or message.failed tells the outcome. The phone number is looked up inside and never returned.
   *
   * Scope: communications:send. `POST /messages`
   */
  send(input: SendMessageInput, options?: CallOptions): Call<Message>
}

/** Messages to patients. Phone numbers are looked up inside and never returned, and previews name nobody without the scope patients:read.pii. */
export interface MessageTemplatesFamily extends Sync<MessageTemplate, ListMessageTemplatesInput> {
  /**
   * List message templates. The texts that messages are made of. Only approved ones may be sent: filter by status.
   *
   * Scope: communications:send. `GET /message-templates`
   */
  list(input?: ListMessageTemplatesInput, options?: CallOptions): List<MessageTemplate>
}

/** Messages to patients. Phone numbers are looked up inside and never returned, and previews name nobody without the scope patients:read.pii. */
export interface CommunicationsFamily extends Sync<Communication, ListCommunicationsInput> {
  /**
   * List communications. Messages to patients and others, those still waiting and those that failed included. Filter by patient or channel.
   *
   * Scope: communications:read. `GET /communications`
   */
  list(input?: ListCommunicationsInput, options?: CallOptions): List<Communication>
  /**
   * Get a communication. By the communicationId of a sent message, or of message.sent and message.failed.
   *
   * Scope: communications:read. `GET /communications/:id`
   */
  get(input: GetCommunicationInput, options?: CallOptions): Call<Communication>
}

/** Chats with patients and others. Phone numbers are masked without the scope patients:read.pii. */
export interface ConversationsFamily extends Sync<Conversation, ListConversationsInput> {
  /**
   * List conversations. The chats of the clinic with patients, leads and others. Filter by resolved for the inbox and by assignedToId for one person.
   *
   * Scope: conversations:read. `GET /conversations`
   */
  list(input?: ListConversationsInput, options?: CallOptions): List<Conversation>
  /**
   * Get a conversation. The conversation as it is now, without its messages. Read it after a conversation event.
   *
   * Scope: conversations:read. `GET /conversations/:id`
   */
  get(input: GetConversationInput, options?: CallOptions): Call<Conversation>
  /**
   * Assign or resolve a conversation. Absent fields stay as they are; assignedToId null unassigns. Resolving clears unseenCount; the next inbound message opens the conversation again.
   *
   * Scope: conversations:write. `PATCH /conversations/:id`
   */
  update(input: UpdateConversationInput, options?: CallOptions): Call<Conversation>
  /**
   * List the messages of a conversation. Newest first.
   *
   * Scope: conversations:read. `GET /conversations/:id/messages`
   */
  listMessages(input: ListConversationMessagesInput, options?: CallOptions): List<ConversationMessage>
}

/** Points of patients, and how they were earned and redeemed. */
export interface LoyaltyAccountsFamily extends Sync<LoyaltyAccount, ListLoyaltyAccountsInput> {
  /**
   * List loyalty accounts. The points that patients have, one account for each patient who collects.
   *
   * Scope: loyalty:read. `GET /loyalty-accounts`
   */
  list(input?: ListLoyaltyAccountsInput, options?: CallOptions): List<LoyaltyAccount>
}

/** Points of patients, and how they were earned and redeemed. */
export interface LoyaltyTransactionsFamily extends Sync<LoyaltyTransaction, ListLoyaltyTransactionsInput> {
  /**
   * List loyalty transactions. Every change of points: earned, redeemed, expired and adjusted ones.
   *
   * Scope: loyalty:read. `GET /loyalty-transactions`
   */
  list(input?: ListLoyaltyTransactionsInput, options?: CallOptions): List<LoyaltyTransaction>
  /**
   * Give or redeem points. Points last for a year; what expires first is used first. invoiceId is one of the patient’s. The tier follows from all points ever earned: SILVER from 1000, GOLD from 5000, PLATINUM from 20000.
   *
   * Scope: loyalty:write. `POST /loyalty-transactions`
   */
  record(input: RecordLoyaltyTransactionInput, options?: CallOptions): Call<LoyaltyTransaction>
}

/** How patients rated their visit. */
export interface FeedbackFamily extends Sync<Feedback, ListFeedbackInput> {
  /**
   * List feedback. Ratings and comments of patients, such as those of one doctor or one branch.
   *
   * Scope: feedback:read. `GET /feedback`
   */
  list(input?: ListFeedbackInput, options?: CallOptions): List<Feedback>
  /**
   * Get one piece of feedback. The rating and the comment of one patient. Read it after feedback.submitted, which leaves the comment out.
   *
   * Scope: feedback:read. `GET /feedback/:id`
   */
  get(input: GetFeedbackInput, options?: CallOptions): Call<Feedback>
}

/** What the staff of the clinic has to do. */
export interface TasksFamily extends Sync<Task, ListTasksInput> {
  /**
   * List tasks. What the staff has to do, done tasks included. Filter by status for the open ones.
   *
   * Scope: tasks:read. `GET /tasks`
   */
  list(input?: ListTasksInput, options?: CallOptions): List<Task>
  /**
   * Create a task. priority is NORMAL unless given.
   *
   * Scope: tasks:write. `POST /tasks`
   */
  create(input: CreateTaskInput, options?: CallOptions): Call<Task>
  /**
   * Get a task. The task as it is now. Read it after a task event.
   *
   * Scope: tasks:read. `GET /tasks/:id`
   */
  get(input: GetTaskInput, options?: CallOptions): Call<Task>
  /**
   * Update a task. Absent fields stay as they are; null clears details, due and the ids. A task that was completed or canceled can be taken up again; a completed one cannot be canceled, nor a canceled one completed.
   *
   * Scope: tasks:write. `PATCH /tasks/:id`
   */
  update(input: UpdateTaskInput, options?: CallOptions): Call<Task>
}

/** Stock, its movements and purchase orders. */
export interface InventoryItemsFamily extends Sync<InventoryItem, ListInventoryItemsInput> {
  /**
   * List inventory items. searchTerm matches name, sku or barcode.
   *
   * Scope: inventory:read. `GET /inventory-items`
   */
  list(input?: ListInventoryItemsInput, options?: CallOptions): List<InventoryItem>
  /**
   * Get an inventory item. One item of the stock as it is now. Read it after an inventory event.
   *
   * Scope: inventory:read. `GET /inventory-items/:id`
   */
  get(input: GetInventoryItemInput, options?: CallOptions): Call<InventoryItem>
  /**
   * Adjust the stock of an item. Stock never goes below zero.
   *
   * Scope: inventory:write. `POST /inventory-items/:id/adjustments`
   */
  adjust(input: AdjustInventoryItemInput, options?: CallOptions): Call<InventoryAdjustment>
}

/** Stock, its movements and purchase orders. */
export interface InventoryOrdersFamily extends Sync<InventoryOrder, ListInventoryOrdersInput> {
  /**
   * List inventory orders. Orders from suppliers. Filter by status for those still awaited.
   *
   * Scope: inventory:read. `GET /inventory-orders`
   */
  list(input?: ListInventoryOrdersInput, options?: CallOptions): List<InventoryOrder>
  /**
   * Get an inventory order. One order from a supplier with its items and how much of each arrived.
   *
   * Scope: inventory:read. `GET /inventory-orders/:id`
   */
  get(input: GetInventoryOrderInput, options?: CallOptions): Call<InventoryOrder>
  /**
   * Mark an inventory order as received. Everything still missing enters the stock. Marking a received order again changes nothing.
   *
   * Scope: inventory:write. `PATCH /inventory-orders/:id`
   */
  update(input: UpdateInventoryOrderInput, options?: CallOptions): Call<InventoryOrder>
}

/** Expenses, income and the treasuries that money goes to. */
export interface ExpensesFamily extends Sync<Expense, ListExpensesInput> {
  /**
   * List expenses. Money that the clinic paid out: suppliers, salaries, rent. Follow it with updatedAfter to keep books in step.
   *
   * Scope: bookkeeping:read. `GET /expenses`
   */
  list(input?: ListExpensesInput, options?: CallOptions): List<Expense>
}

/** Expenses, income and the treasuries that money goes to. */
export interface IncomesFamily extends Sync<Income, ListIncomesInput> {
  /**
   * List incomes. Money that came in: entries made by hand, and one entry for each payment, which names it in paymentId.
   *
   * Scope: bookkeeping:read. `GET /incomes`
   */
  list(input?: ListIncomesInput, options?: CallOptions): List<Income>
}

/** Expenses, income and the treasuries that money goes to. */
export interface TreasuriesFamily extends Sync<Treasury, ListTreasuriesInput> {
  /**
   * List treasuries. Where money is kept; a payment may name one.
   *
   * Scope: bookkeeping:read or payments:write. `GET /treasuries`
   */
  list(input?: ListTreasuriesInput, options?: CallOptions): List<Treasury>
}

/** Figures of the clinic, as totals and as series over time. */
export interface AnalyticsFamily {
  /**
   * Get the figures of a span of time. The invoices, takings, patients, leads and appointments of one span, counted from what is recorded now. For a course over time ask for the time series.
   *
   * Scope: analytics:read. `GET /analytics/summary`
   */
  getSummary(input: GetAnalyticsSummaryInput, options?: CallOptions): Call<AnalyticsSummary>
  /**
   * Get one figure over time. One point for each interval of the span, for a chart. Intervals begin where days and months begin in the time zone of the clinic.
   *
   * Scope: analytics:read. `GET /analytics/timeseries`
   */
  getTimeseries(input: GetAnalyticsTimeseriesInput, options?: CallOptions): Call<AnalyticsSeries>
}

/** The clinic that installed the plugin: its country, currency, time zone and tax registration. */
export interface ClinicFamily {
  /**
   * Get the clinic. Name, currency, time zone, tax and brand of the clinic. Read it once after installing: days and amounts follow from it.
   *
   * Scope: clinic:read. `GET /clinic`
   */
  get(input?: Record<string, never>, options?: CallOptions): Call<Clinic>
}

/** The places where the clinic works, with their rooms and opening hours. */
export interface BranchesFamily extends Sync<Branch, ListBranchesInput> {
  /**
   * List branches. Every place where the clinic works, closed ones included: active says which. Read it first: most records name a branch.
   *
   * Scope: clinic:read. `GET /branches`
   */
  list(input?: ListBranchesInput, options?: CallOptions): List<Branch>
  /**
   * Get a branch. One place where the clinic works, with its hours, rooms, phones and kinds of appointments.
   *
   * Scope: clinic:read. `GET /branches/:id`
   */
  get(input: GetBranchInput, options?: CallOptions): Call<Branch>
}

/** Doctors and staff. Phone numbers and e-mail addresses need the further scope practitioners:read.contact. */
export interface PractitionersFamily extends Sync<Practitioner, ListPractitionersInput> {
  /**
   * List practitioners. Doctors and other members of the staff. Filter by isDoctor and branch for whom an appointment may be with.
   *
   * Scope: practitioners:read. `GET /practitioners`
   */
  list(input?: ListPractitionersInput, options?: CallOptions): List<Practitioner>
}

/** What the clinic does, and what it costs. */
export interface ProceduresFamily extends Sync<Procedure, ListProceduresInput> {
  /**
   * List procedures. The price list. searchTerm matches name or code.
   *
   * Scope: procedures:read. `GET /procedures`
   */
  list(input?: ListProceduresInput, options?: CallOptions): List<Procedure>
}

/** What the clinic granted to the plugin, and the settings it entered. */
export interface InstallationFamily {
  /**
   * Get this installation. What the clinic granted. settings is {} without settings:read; secret settings are never shown.
   *
   * Any token. `GET /installation`
   */
  get(input?: Record<string, never>, options?: CallOptions): Call<Installation>
  /**
   * Update the settings of this installation. The body is the map itself. It is merged key by key, null deletes a key. It must satisfy the settings schema of the plugin version, or without one hold at most 200 keys and 64 KiB.
   *
   * Scope: settings:write. `PATCH /installation/settings`
   */
  updateSettings(input: UpdateInstallationSettingsInput, options?: CallOptions): Call<InstallationSettings>
}

/** Where events are sent, which of them, and how each delivery went. */
export interface WebhookEndpointsFamily {
  /**
   * List webhook endpoints. All of them, without paging.
   *
   * Scope: webhooks:manage. `GET /webhook-endpoints`
   */
  list(input?: Record<string, never>, options?: CallOptions): Call<WebhookEndpoint[]>
  /**
   * Create a webhook endpoint. The answer holds signingSecret. Keep it: it is not shown again.
   *
   * Scope: webhooks:manage. `POST /webhook-endpoints`
   */
  create(input: CreateWebhookEndpointInput, options?: CallOptions): Call<WebhookEndpointWithSecret>
  /**
   * Get a webhook endpoint. Whether it is still active, and what it subscribes to. Its signing secret is not shown.
   *
   * Scope: webhooks:manage. `GET /webhook-endpoints/:id`
   */
  get(input: GetWebhookEndpointInput, options?: CallOptions): Call<WebhookEndpoint>
  /**
   * Update a webhook endpoint. active true enables it again after it was disabled and sets consecutiveFailures back to 0.
   *
   * Scope: webhooks:manage. `PATCH /webhook-endpoints/:id`
   */
  update(input: UpdateWebhookEndpointInput, options?: CallOptions): Call<WebhookEndpoint>
  /**
   * Delete a webhook endpoint. Nothing more is sent to it. Answers the endpoint as it was, with active false.
   *
   * Scope: webhooks:manage. `DELETE /webhook-endpoints/:id`
   */
  delete(input: DeleteWebhookEndpointInput, options?: CallOptions): Call<WebhookEndpoint | null>
  /**
   * Rotate the signing secret. Answers the new signingSecret. For 24 hours requests are signed with the old secret as well.
   *
   * Scope: webhooks:manage. `POST /webhook-endpoints/:id/rotate-secret`
   */
  rotateSecret(input: RotateWebhookEndpointSecretInput, options?: CallOptions): Call<WebhookEndpointWithSecret>
  /**
   * Send a test event. Sends the example of an event type through the ordinary signing and delivery, and leaves a delivery record with origin TEST. The request carries Service-Event-Test: true; its ids are those of the example and name no records.
   *
   * Scope: webhooks:manage. `POST /webhook-endpoints/:id/test-event`
   */
  sendTestEvent(input: SendTestEventInput, options?: CallOptions): Call<WebhookDeliveryReceipt>
  /**
   * List the deliveries of a webhook endpoint. What was posted to it, with the last answer to each. For events that seem to be missing.
   *
   * Scope: webhooks:manage. `GET /webhook-endpoints/:id/deliveries`
   */
  listDeliveries(input: ListWebhookDeliveriesInput, options?: CallOptions): List<WebhookDelivery>
  /**
   * Deliver an event again. Creates a new delivery of the same event, with the same event id.
   *
   * Scope: webhooks:manage. `POST /webhook-endpoints/:id/deliveries/:deliveryId/redeliver`
   */
  redeliver(input: RedeliverWebhookDeliveryInput, options?: CallOptions): Call<WebhookDelivery>
  /**
   * Recover missed events. Delivers again, in the background, every event of the span that it subscribes to and missed.
   *
   * Scope: webhooks:manage. `POST /webhook-endpoints/:id/recover`
   */
  recover(input: RecoverWebhookDeliveriesInput, options?: CallOptions): Call<WebhookRecovery>
}

/** The events of the last 30 days, as they were sent: for reading again what an endpoint missed. */
export interface EventsFamily extends EventFollowing {
  /**
   * List events. The events of the last 30 days of the types that the installation was granted, newest first. Some changes have no event of their own, such as another assignee of a lead: a list with updatedAfter shows every one.
   *
   * Any token. `GET /events`
   */
  list(input?: ListEventsInput, options?: CallOptions): List<EventRecord>
  /**
   * Get an event. One event of those that the installation was granted, as it is posted to webhook endpoints.
   *
   * Any token. `GET /events/:id`
   */
  get(input: GetEventInput, options?: CallOptions): Call<EventRecord>
}

/** For trying a plugin out in a sandbox clinic: causing what otherwise only a clinic, its patients or its providers do. With a token of a live clinic none of it is there. */
export interface SandboxFamily {
  /**
   * Cause an event. Does in the sandbox clinic what causes an event of the type, as its staff, its patients or its providers would: on fitting records, which are made first where there are none. The events that led to it happen as well. A token of a live clinic is answered as if there were no such path.  set says what the record is to be, or which one is meant:  - `patient.created`: `branchId`, `firstName`, `lastName`, `phoneNumber`, `phoneNumber2`, `email`, `gender`, `title`, `birthDate`, `address`, `nationality`, `maritalStatus`, `nationalId`, `identifierType`, `clinicFileNumber`, `details`, `doctorId` - `patient.deleted`: `id` - `patient.updated`: `id`, `firstName`, `lastName`, `phoneNumber`, `phoneNumber2`, `email`, `gender`, `title`, `birthDate`, `address`, `nationality`, `maritalStatus`, `nationalId`, `identifierType`, `clinicFileNumber`, `details`, `doctorId` - `appointment.cancelled`: `id`, `cancelReason` - `appointment.checkedin`: `id` - `appointment.completed`: `id` - `appointment.created`: `start`, `end`, `branchId`, `doctorId`, `patientId`, `title`, `details`, `room`, `urgent` - `appointment.noshow`: `id` - `appointment.updated`: `id`, `start`, `end`, `title`, `details`, `room` - `videocall.started`: `id` - `invoice.created`: `patientId` - `invoice.paid`: `invoiceId`, `amount`, `type`, `treasuryId`, `reference` - `invoice.updated`: `id`, `discount` - `payment.created`: `invoiceId`, `amount`, `type`, `treasuryId`, `reference` - `payment.refunded`: `id` - `treatment.approval_requested`: `id`, `insuranceCompanyId` - `treatment.approved`: `id`, `preAuth` - `treatment.status_changed`: `id` - `treatmentstep.completed`: `id` - `installation.uninstalled`: `reinstall` - `plugin.settings.updated`: nothing - `laborder.created`: `patientId` - `laborder.delivered`: `id` - `laborder.received`: `id` - `laborder.updated`: `id`, `shade`, `details` - `quotation.created`: `patientId` - `quotation.signed`: `id` - `prescription.created`: `patientId` - `claim.created`: `insuranceCompanyId` - `claim.rejected_amount_updated`: `id`, `rejectedAmount` - `claim.status_changed`: `id` - `onlinepayment.failed`: `invoiceId`, `amount` - `onlinepayment.refunded`: `invoiceId`, `amount` - `onlinepayment.succeeded`: `invoiceId`, `amount` - `einvoice.cleared`: `patientId` - `einvoice.rejected`: `patientId` - `einvoice.submitted`: `patientId` - `lead.converted`: `id`, `patientId` - `lead.created`: `name`, `phone`, `stageId`, `branchId`, `sourceId`, `subSourceId`, `dealSize`, `notes` - `lead.rejected`: `id`, `rejectReasonId` - `lead.stage_changed`: `id`, `stageId` - `message.failed`: `text` - `message.sent`: `patientId`, `text` - `conversation.assigned`: `id`, `assignedToId` - `conversation.message_received`: `patientId`, `text` - `conversation.resolved`: `id` - `points.earned`: `patientId`, `points`, `reason` - `points.redeemed`: `patientId`, `points`, `reason` - `feedback.submitted`: `patientId`, `rating`, `recommendScore`, `comment` - `task.completed`: `id` - `task.created`: `title`, `details`, `due`, `priority`, `assignedToId`, `patientId`, `leadId`, `branchId` - `inventory.low_stock`: `id` - `inventoryorder.created`: `inventoryItemId`, `quantity` - `inventoryorder.received`: `id` - `expense.created`: `name`, `total` - `income.created`: `name`, `amount` - `form.signed`: `id` - `form.submitted`: `formId`, `patientId`, `ref`, `answers` - `encounter.created`: `patientId` - `measurement.recorded`: `id`, `name`, `value` - `file.created`: `patientId`, `fileName` - `xray.created`: `patientId`, `fileName`
   *
   * Any token. In sandbox clinics alone. `POST /sandbox/triggers`
   */
  trigger(input: TriggerEventInput, options?: CallOptions): Call<SandboxTrigger>
  /**
   * Reset the sandbox. Puts back the records that the sandbox had at the beginning, with the ids that they had, and the real time. Members, installed plugins with their tokens and endpoints, and the audit stay as they are. Cursors from before are refused as invalid_cursor. The clock says how far it has come. In a clinic’s own sandbox its people say whether plugins may do this; where they may not it is refused as insufficient_scope, with reason plugins_move_time.
   *
   * Any token. In sandbox clinics alone. `POST /sandbox/reset`
   */
  reset(input: ResetSandboxInput, options?: CallOptions): Call<SandboxRun>
  /**
   * Get the time of the clinic. What time it is in this sandbox clinic, and how a move of its clock or a reset comes on.
   *
   * Any token. In sandbox clinics alone. `GET /sandbox/clock`
   */
  getClock(input?: GetSandboxClockInput, options?: CallOptions): Call<SandboxClock>
  /**
   * Move the time of the clinic. The clock goes forward only, at most 366 days in one move and 5 years in all; a reset alone brings it back to the real time. All that is due on the way is done in its order, each at its own instant: points expire, links close, messages and documents go out, and events happen as they would. It is answered 200 once the clock has arrived; where that takes longer than 60 seconds, 202 with how far it has come, and the clock says the rest. What writes meanwhile waits for five seconds, then it is refused as service_unavailable. In a clinic’s own sandbox its people say whether plugins may do this; where they may not it is refused as insufficient_scope, with reason plugins_move_time.
   *
   * Any token. In sandbox clinics alone. `PUT /sandbox/clock`
   */
  moveClock(input?: MoveSandboxClockInput, options?: CallOptions): Call<SandboxClock>
  /**
   * Get what goes wrong on purpose. What goes wrong on purpose for this installation, and until when.
   *
   * Any token. In sandbox clinics alone. `GET /sandbox/faults`
   */
  getFaults(input?: Record<string, never>, options?: CallOptions): Call<SandboxFaults>
  /**
   * Let things go wrong on purpose. Lets requests and deliveries of this installation go wrong, so that a plugin can be seen to bear it. Replaces what was set before: what is left out does not go wrong, and {} ends it. An answer that a fault had a hand in says so in Service-Sandbox-Fault. Paths below /sandbox are spared. An installation in a live clinic has no faults.
   *
   * Any token. In sandbox clinics alone. `PUT /sandbox/faults`
   */
  setFaults(input?: SetSandboxFaultsInput, options?: CallOptions): Call<SandboxFaults>
}

/** Every family of operations. */
export interface Families {
  patients: PatientsFamily
  appointments: AppointmentsFamily
  availability: AvailabilityFamily
  invoices: InvoicesFamily
  payments: PaymentsFamily
  onlinePayments: OnlinePaymentsFamily
  paymentLinks: PaymentLinksFamily
  einvoiceSubmissions: EinvoiceSubmissionsFamily
  treatments: TreatmentsFamily
  quotations: QuotationsFamily
  encounters: EncountersFamily
  prescriptions: PrescriptionsFamily
  medications: MedicationsFamily
  files: FilesFamily
  xrays: XraysFamily
  forms: FormsFamily
  formSubmissions: FormSubmissionsFamily
  consentForms: ConsentFormsFamily
  labs: LabsFamily
  labItems: LabItemsFamily
  labOrders: LabOrdersFamily
  insuranceCompanies: InsuranceCompaniesFamily
  insurancePolicies: InsurancePoliciesFamily
  policyClasses: PolicyClassesFamily
  claims: ClaimsFamily
  leads: LeadsFamily
  leadStages: LeadStagesFamily
  leadSources: LeadSourcesFamily
  leadRejectReasons: LeadRejectReasonsFamily
  messages: MessagesFamily
  messageTemplates: MessageTemplatesFamily
  communications: CommunicationsFamily
  conversations: ConversationsFamily
  loyaltyAccounts: LoyaltyAccountsFamily
  loyaltyTransactions: LoyaltyTransactionsFamily
  feedback: FeedbackFamily
  tasks: TasksFamily
  inventoryItems: InventoryItemsFamily
  inventoryOrders: InventoryOrdersFamily
  expenses: ExpensesFamily
  incomes: IncomesFamily
  treasuries: TreasuriesFamily
  analytics: AnalyticsFamily
  clinic: ClinicFamily
  branches: BranchesFamily
  practitioners: PractitionersFamily
  procedures: ProceduresFamily
  installation: InstallationFamily
  webhookEndpoints: WebhookEndpointsFamily
  events: EventsFamily
  sandbox: SandboxFamily
}
