/** The registry of the console's API: all that it promises, in the order in which it is documented. */
import { type OperationsOf, operationsOf } from '../registry.ts'
import * as account from './account.ts'
import * as aging from './aging.ts'
import * as appointments from './appointments.ts'
import * as assistants from './assistants.ts'
import * as audit from './audit.ts'
import * as auditVerification from './audit-verification.ts'
import * as blocks from './blocks.ts'
import * as bookEntries from './book-entries.ts'
import * as bookReports from './book-reports.ts'
import * as branches from './branches.ts'
import * as catalogue from './catalogue.ts'
import * as chart from './chart.ts'
import * as checkout from './checkout.ts'
import * as claims from './claims.ts'
import * as clinicForms from './clinic-forms.ts'
import * as clinicSecurity from './clinic-security.ts'
import * as clinicSettings from './clinic-settings.ts'
import * as consents from './consents.ts'
import * as coverage from './coverage.ts'
import * as day from './day.ts'
import * as dayCloses from './day-closes.ts'
import * as dayRules from './day-rules.ts'
import * as deliveries from './deliveries.ts'
import * as discountApprovals from './discount-approvals.ts'
import * as eInvoiceReports from './einvoice-reports.ts'
import * as encounters from './encounters.ts'
import * as staffExports from './exports.ts'
import * as installLinks from './install-links.ts'
import * as installRequests from './install-requests.ts'
import * as installations from './installations.ts'
import * as insurance from './insurance.ts'
import * as invitations from './invitations.ts'
import * as invoiceChanges from './invoice-changes.ts'
import * as invoices from './invoices.ts'
import * as labOrders from './lab-orders.ts'
import * as members from './members.ts'
import * as merges from './merges.ts'
import * as moneySettings from './money-settings.ts'
import * as noteTemplates from './note-templates.ts'
import * as notices from './notices.ts'
import * as onlinePayments from './online-payments.ts'
import * as passwordResets from './password-resets.ts'
import * as patientAlerts from './patient-alerts.ts'
import * as patientFeedback from './patient-feedback.ts'
import * as patientFiles from './patient-files.ts'
import * as patientLinks from './patient-links.ts'
import * as patientRecords from './patient-records.ts'
import * as patientRelations from './patient-relations.ts'
import * as patientStory from './patient-story.ts'
import * as patients from './patients.ts'
import * as payments from './payments.ts'
import * as plan from './plan.ts'
import * as pluginEndpoints from './plugin-endpoints.ts'
import * as pluginHealth from './plugin-health.ts'
import * as pluginRequests from './plugin-requests.ts'
import * as pluginSetup from './plugin-setup.ts'
import * as pluginStops from './plugin-stops.ts'
import * as pluginTokens from './plugin-tokens.ts'
import * as practitioners from './practitioners.ts'
import * as prescriptions from './prescriptions.ts'
import * as privacy from './privacy.ts'
import * as procedureSupplies from './procedure-supplies.ts'
import * as procedures from './procedures.ts'
import * as quotations from './quotations.ts'
import * as receipts from './receipts.ts'
import * as registrations from './registrations.ts'
import * as reminders from './reminders.ts'
import * as remittances from './remittances.ts'
import * as retention from './retention.ts'
import * as sandbox from './sandbox.ts'
import * as sandboxRoom from './sandbox-room.ts'
import * as search from './search.ts'
import * as securityEvents from './security-events.ts'
import * as session from './session.ts'
import * as shifts from './shifts.ts'
import * as submissions from './submissions.ts'
import * as tasks from './tasks.ts'
import * as tenders from './tenders.ts'
import * as treasuries from './treasuries.ts'
import * as treatmentApprovals from './treatment-approvals.ts'
import * as treatmentMoves from './treatment-moves.ts'
import * as videoCalls from './video-calls.ts'
import * as waitList from './wait-list.ts'
import * as workplace from './workplace.ts'

export const staffFamilies = {
  session,
  account,
  passwordResets,
  registrations,
  workplace,
  members,
  invitations,
  catalogue,
  installations,
  pluginSetup,
  pluginHealth,
  pluginStops,
  installRequests,
  installLinks,
  pluginTokens,
  pluginEndpoints,
  deliveries,
  pluginRequests,
  audit,
  auditVerification,
  search,
  patients,
  patientAlerts,
  patientRelations,
  patientFiles,
  patientRecords,
  patientStory,
  merges,
  coverage,
  chart,
  treatmentMoves,
  treatmentApprovals,
  encounters,
  labOrders,
  noteTemplates,
  prescriptions,
  quotations,
  consents,
  clinicForms,
  submissions,
  patientFeedback,
  patientLinks,
  plan,
  privacy,
  retention,
  staffExports,
  sandbox,
  sandboxRoom,
  assistants,
  clinicSecurity,
  notices,
  securityEvents,
  day,
  appointments,
  videoCalls,
  waitList,
  blocks,
  branches,
  shifts,
  practitioners,
  procedures,
  procedureSupplies,
  clinicSettings,
  dayRules,
  insurance,
  claims,
  remittances,
  aging,
  moneySettings,
  reminders,
  tasks,
  checkout,
  discountApprovals,
  invoices,
  invoiceChanges,
  receipts,
  eInvoiceReports,
  payments,
  tenders,
  onlinePayments,
  treasuries,
  bookEntries,
  bookReports,
  dayCloses,
}

export const staffOperations = operationsOf(staffFamilies)

export type StaffOperations = OperationsOf<typeof staffFamilies>
