import { API_VERSION } from '@clinic/contract/api-version.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { type OpenApiDocument, openapi } from '@clinic/contract/openapi.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import type { FastifyInstance } from 'fastify'
import type { VideoLinks } from '../domain/providers/video-links.ts'
import type { Signup } from '../domain/publishers/register.ts'
import type { NewsOf } from '../domain/sandbox/clock/await-clock.ts'
import type { SandboxWorld } from '../domain/sandbox/sandbox-world.ts'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import { serveDescription } from '../http/serve-description.ts'
import type { Implementation } from '../kernel/implement.ts'
import { accountApi } from './account-api.ts'
import { assistantsApi } from './assistants-api.ts'
import { auditApi } from './audit-api.ts'
import { blocksApi } from './blocks-api.ts'
import { booksApi } from './books-api.ts'
import { chartApi } from './chart-api.ts'
import { checkoutApi, type Payments } from './checkout-api.ts'
import { claimsApi } from './claims-api.ts'
import { clinicSettingsApi } from './clinic-settings-api.ts'
import { dayApi } from './day-api.ts'
import { dayRulesApi } from './day-rules-api.ts'
import { deliveriesApi } from './deliveries-api.ts'
import { discountApprovalsApi } from './discount-approvals-api.ts'
import { eInvoiceReportsApi } from './einvoice-reports-api.ts'
import { encountersApi } from './encounters-api.ts'
import { exportsApi } from './exports-api.ts'
import { hoursApi } from './hours-api.ts'
import { installLinksApi } from './install-links-api.ts'
import { installRequestsApi } from './install-requests-api.ts'
import { insuranceApi } from './insurance-api.ts'
import { invoiceChangesApi } from './invoice-changes-api.ts'
import { invoicesApi } from './invoices-api.ts'
import { labOrdersApi } from './lab-orders-api.ts'
import { membersApi } from './members-api.ts'
import { mergesApi } from './merges-api.ts'
import { moneySettingsApi } from './money-settings-api.ts'
import { noticesApi } from './notices-api.ts'
import { onlinePaymentsApi } from './online-payments-api.ts'
import { paperworkApi } from './paperwork-api.ts'
import { patientAlertsApi } from './patient-alerts-api.ts'
import { patientFilesApi } from './patient-files-api.ts'
import type { PatientPages } from './patient-links-api.ts'
import { patientRecordsApi } from './patient-records-api.ts'
import { patientStoryApi } from './patient-story-api.ts'
import { patientsApi } from './patients-api.ts'
import { pluginAccessApi } from './plugin-access-api.ts'
import { pluginHealthApi } from './plugin-health-api.ts'
import { pluginRequestsApi } from './plugin-requests-api.ts'
import { pluginSetupApi } from './plugin-setup-api.ts'
import { pluginStopsApi } from './plugin-stops-api.ts'
import { pluginsApi } from './plugins-api.ts'
import { practitionersApi } from './practitioners-api.ts'
import { prescriptionsApi } from './prescriptions-api.ts'
import { privacyApi } from './privacy-api.ts'
import { proceduresApi } from './procedures-api.ts'
import { quotationsApi } from './quotations-api.ts'
import { registrationsApi } from './registrations-api.ts'
import { remindersApi } from './reminders-api.ts'
import { remittancesApi } from './remittances-api.ts'
import { sandboxApi } from './sandbox-api.ts'
import { sandboxRoomApi } from './sandbox-room-api.ts'
import { securityEventsApi } from './security-events-api.ts'
import { sessionApi } from './session-api.ts'
import { shownPlugins } from './shown-plugins.ts'
import { tasksApi } from './tasks-api.ts'
import { treasuriesApi } from './treasuries-api.ts'
import { treatmentApprovalsApi } from './treatment-approvals-api.ts'
import { treatmentMovesApi } from './treatment-moves-api.ts'
import { videoCallsApi } from './video-calls-api.ts'
import { waitListApi } from './wait-list-api.ts'
import { workplaceApi } from './workplace-api.ts'

interface Outside {
  /** How patients pay online. */
  payments: Payments
  /** Where video calls take place. */
  video: VideoLinks
  pages: PatientPages
  /** Says where requests may be sent. */
  checkUrl(url: string): Promise<UrlCheck>
  /** Where the platform is reached. */
  publicUrl: string
  /** Plays those outside of a sandbox clinic. */
  world: SandboxWorld
  /** Hears what is written in one. */
  newsOf: NewsOf
  /** Of how many patients a day a plugin is shown records unless the clinic says otherwise. */
  patientsPerDay: number
  /** Whether messages of clinics without a carrier go to the sandbox. */
  pretends: boolean
  /** Who may register to make plugins. */
  signup: Signup
}

/** What is written, planned, ordered and offered in the care of a patient. */
const careApi: readonly Implementation[] = [
  ...chartApi,
  ...treatmentMovesApi,
  ...treatmentApprovalsApi,
  ...encountersApi,
  ...prescriptionsApi,
  ...labOrdersApi,
  ...quotationsApi,
]

/** What insurers bear, what patients are billed and pay, and where the money is. */
const moneyApi = [
  ...insuranceApi,
  ...claimsApi,
  ...remittancesApi,
  ...moneySettingsApi,
  ...treasuriesApi,
  ...discountApprovalsApi,
  ...invoicesApi,
  ...invoiceChangesApi,
  ...eInvoiceReportsApi,
  ...booksApi,
]

/** What the console can do: every operation with what it runs. */
export const staffImplementations = (outside: Outside): readonly Implementation[] => {
  const { checkUrl, world, payments, pages, newsOf, patientsPerDay: usual } = outside
  const shown = shownPlugins(usual)
  return [
    ...sessionApi,
    ...accountApi,
    ...registrationsApi(outside.signup),
    ...workplaceApi(outside.video),
    ...patientsApi,
    ...patientAlertsApi,
    ...patientFilesApi,
    ...patientRecordsApi(world.storage),
    ...patientStoryApi,
    ...mergesApi,
    ...careApi,
    ...membersApi,
    ...pluginsApi({ checkUrl, shown, usual }),
    ...pluginHealthApi(usual),
    ...pluginSetupApi,
    ...pluginStopsApi(shown),
    ...installRequestsApi,
    ...installLinksApi,
    ...pluginAccessApi(checkUrl),
    ...deliveriesApi,
    ...pluginRequestsApi,
    ...auditApi,
    ...privacyApi(world.storage),
    ...exportsApi(world.storage),
    ...sandboxApi(world),
    ...sandboxRoomApi(newsOf),
    ...assistantsApi,
    ...noticesApi,
    ...securityEventsApi,
    ...dayApi,
    ...videoCallsApi(outside.video),
    ...waitListApi,
    ...blocksApi,
    ...hoursApi,
    ...dayRulesApi,
    ...remindersApi(outside),
    ...practitionersApi,
    ...proceduresApi,
    ...clinicSettingsApi(outside.publicUrl),
    ...tasksApi,
    ...moneyApi,
    ...checkoutApi(payments),
    ...onlinePaymentsApi(payments),
    ...paperworkApi(pages),
  ]
}

/** The console's API as it runs at an address. */
export const describeStaffApi = (serverUrl: string, operations: readonly Operation[]): OpenApiDocument =>
  openapi({ surface: staffDocument, serverUrl, version: API_VERSION, operations })

/** Serves the description of the console's API. */
export const staffDescription = (scope: FastifyInstance, serverUrl: string, operations: readonly Operation[]): void =>
  serveDescription(scope, () => describeStaffApi(serverUrl, operations))
