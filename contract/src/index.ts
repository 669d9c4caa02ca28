/** The registry: what the running service promises. Everything that walks the interface starts here. */

import * as analytics from './analytics.ts'
import * as appointments from './appointments.ts'
import * as availability from './availability.ts'
import * as bookkeeping from './bookkeeping.ts'
import * as branches from './branches.ts'
import * as claims from './claims.ts'
import * as clinic from './clinic.ts'
import * as communications from './communications.ts'
import * as conversations from './conversations.ts'
import * as eInvoices from './einvoices.ts'
import * as encounters from './encounters.ts'
import * as eventRecords from './events.ts'
import * as feedback from './feedback.ts'
import * as files from './files.ts'
import * as forms from './forms.ts'
import * as installation from './installation.ts'
import * as insurance from './insurance.ts'
import * as inventory from './inventory.ts'
import * as invoices from './invoices.ts'
import type { EventDeclaration, Operation } from './kernel.ts'
import * as labs from './labs.ts'
import * as leads from './leads.ts'
import * as loyalty from './loyalty.ts'
import * as medications from './medications.ts'
import * as onlinePayments from './online-payments.ts'
import * as patients from './patients.ts'
import * as payments from './payments.ts'
import * as practitioners from './practitioners.ts'
import * as prescriptions from './prescriptions.ts'
import * as procedures from './procedures.ts'
import * as quotations from './quotations.ts'
import * as tasks from './tasks.ts'
import * as treatments from './treatments.ts'
import * as webhookEndpoints from './webhook-endpoints.ts'

/**
 * The families that the server implements; whoever implements a further one adds it here, in the order of the
 * specification. The keys name SDK methods and documentation headings.
 */
export const families = {
  patients: {
    list: patients.listPatients,
    create: patients.createPatient,
    get: patients.getPatient,
    update: patients.updatePatient,
  },
  appointments: {
    list: appointments.listAppointments,
    create: appointments.createAppointment,
    get: appointments.getAppointment,
    update: appointments.updateAppointment,
    cancel: appointments.cancelAppointment,
  },
  invoices: { list: invoices.listInvoices, get: invoices.getInvoice },
  payments: { list: payments.listPayments, record: payments.recordPayment, get: payments.getPayment },
  treatments: { list: treatments.listTreatments, get: treatments.getTreatment },
  availability: { get: availability.getAvailability },
  clinic: { get: clinic.getClinic },
  branches: { list: branches.listBranches, get: branches.getBranch },
  practitioners: { list: practitioners.listPractitioners },
  procedures: { list: procedures.listProcedures },
  medications: { listReference: medications.listReferenceMedications, list: medications.listMedications },
  installation: { get: installation.getInstallation, updateSettings: installation.updateInstallationSettings },
  webhookEndpoints: {
    list: webhookEndpoints.listWebhookEndpoints,
    create: webhookEndpoints.createWebhookEndpoint,
    get: webhookEndpoints.getWebhookEndpoint,
    update: webhookEndpoints.updateWebhookEndpoint,
    delete: webhookEndpoints.deleteWebhookEndpoint,
    rotateSecret: webhookEndpoints.rotateWebhookEndpointSecret,
    listDeliveries: webhookEndpoints.listWebhookDeliveries,
    sendTestEvent: webhookEndpoints.sendTestEvent,
    redeliver: webhookEndpoints.redeliverWebhookDelivery,
    recover: webhookEndpoints.recoverWebhookDeliveries,
  },
  labs: { list: labs.listLabs },
  labItems: { list: labs.listLabItems },
  labOrders: { list: labs.listLabOrders, get: labs.getLabOrder, update: labs.updateLabOrder },
  quotations: { list: quotations.listQuotations, get: quotations.getQuotation },
  prescriptions: { list: prescriptions.listPrescriptions, get: prescriptions.getPrescription },
  insuranceCompanies: { list: insurance.listInsuranceCompanies, get: insurance.getInsuranceCompany },
  insurancePolicies: { list: insurance.listInsurancePolicies },
  policyClasses: { list: insurance.listPolicyClasses },
  claims: { list: claims.listClaims, get: claims.getClaim },
  onlinePayments: { list: onlinePayments.listOnlinePayments, get: onlinePayments.getOnlinePayment },
  paymentLinks: { create: onlinePayments.createPaymentLink },
  eInvoiceSubmissions: { list: eInvoices.listEInvoiceSubmissions, get: eInvoices.getEInvoiceSubmission },
  leads: { list: leads.listLeads, create: leads.createLead, get: leads.getLead, update: leads.updateLead },
  leadStages: { list: leads.listLeadStages },
  messages: { send: communications.sendMessage },
  communications: { list: communications.listCommunications },
  conversations: {
    list: conversations.listConversations,
    update: conversations.updateConversation,
    listMessages: conversations.listConversationMessages,
  },
  messageTemplates: { list: communications.listMessageTemplates },
  loyaltyAccounts: { list: loyalty.listLoyaltyAccounts },
  loyaltyTransactions: { list: loyalty.listLoyaltyTransactions, create: loyalty.recordLoyaltyTransaction },
  feedback: { list: feedback.listFeedback, get: feedback.getFeedback },
  tasks: { list: tasks.listTasks, create: tasks.createTask, get: tasks.getTask, update: tasks.updateTask },
  inventoryItems: {
    list: inventory.listInventoryItems,
    get: inventory.getInventoryItem,
    adjust: inventory.adjustInventoryItem,
  },
  inventoryOrders: {
    list: inventory.listInventoryOrders,
    get: inventory.getInventoryOrder,
    update: inventory.updateInventoryOrder,
  },
  expenses: { list: bookkeeping.listExpenses },
  incomes: { list: bookkeeping.listIncomes },
  treasuries: { list: bookkeeping.listTreasuries },
  analytics: { getSummary: analytics.getAnalyticsSummary, getTimeseries: analytics.getAnalyticsTimeseries },
  forms: {
    list: forms.listForms,
    listSubmissions: forms.listFormSubmissions,
    createSubmission: forms.createFormSubmission,
    getSubmission: forms.getFormSubmission,
    listConsents: forms.listConsentForms,
  },
  encounters: {
    list: encounters.listEncounters,
    get: encounters.getEncounter,
    recordMeasurement: encounters.recordMeasurement,
  },
  events: { list: eventRecords.listEvents, get: eventRecords.getEvent },
  files: {
    list: files.listPatientFiles,
    requestUpload: files.requestFileUpload,
    listXRays: files.listPatientXRays,
    confirmUpload: files.confirmFileUpload,
  },
} satisfies Record<string, Record<string, Operation>>

export const operations: readonly Operation[] = Object.values(families).flatMap((family): Operation[] =>
  Object.values(family),
)

/** The 63 events, in the order of the specification. */
export const events: readonly EventDeclaration[] = [
  patients.patientCreated,
  patients.patientUpdated,
  patients.patientDeleted,
  appointments.appointmentCreated,
  appointments.appointmentUpdated,
  appointments.appointmentCancelled,
  appointments.appointmentCheckedIn,
  appointments.appointmentCompleted,
  appointments.appointmentNoShow,
  invoices.invoiceCreated,
  invoices.invoiceUpdated,
  invoices.invoicePaid,
  payments.paymentCreated,
  payments.paymentRefunded,
  installation.installationUninstalled,
  installation.pluginSettingsUpdated,
  labs.labOrderCreated,
  labs.labOrderUpdated,
  labs.labOrderReceived,
  labs.labOrderDelivered,
  treatments.treatmentStatusChanged,
  treatments.treatmentStepCompleted,
  quotations.quotationCreated,
  quotations.quotationViewed,
  quotations.quotationSigned,
  prescriptions.prescriptionCreated,
  encounters.encounterCreated,
  encounters.measurementRecorded,
  forms.formSubmitted,
  forms.formSigned,
  files.fileCreated,
  files.xRayCreated,
  appointments.videoCallStarted,
  claims.claimCreated,
  claims.claimStatusChanged,
  claims.claimRejectedAmountUpdated,
  treatments.treatmentApprovalRequested,
  treatments.treatmentApproved,
  onlinePayments.onlinePaymentSucceeded,
  onlinePayments.onlinePaymentFailed,
  onlinePayments.onlinePaymentRefunded,
  eInvoices.eInvoiceSubmitted,
  eInvoices.eInvoiceCleared,
  eInvoices.eInvoiceRejected,
  leads.leadCreated,
  leads.leadStageChanged,
  leads.leadConverted,
  leads.leadRejected,
  communications.messageSent,
  communications.messageFailed,
  conversations.conversationMessageReceived,
  conversations.conversationAssigned,
  conversations.conversationResolved,
  loyalty.pointsEarned,
  loyalty.pointsRedeemed,
  feedback.feedbackSubmitted,
  tasks.taskCreated,
  tasks.taskCompleted,
  inventory.inventoryLowStock,
  inventory.inventoryOrderCreated,
  inventory.inventoryOrderReceived,
  bookkeeping.expenseCreated,
  bookkeeping.incomeCreated,
]
