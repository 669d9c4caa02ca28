/** The registry: what the running service promises. Everything that walks the interface starts here. */

import * as appointments from './appointments.ts'
import * as availability from './availability.ts'
import * as branches from './branches.ts'
import * as clinic from './clinic.ts'
import * as installation from './installation.ts'
import type { EventDeclaration, Operation } from './kernel.ts'
import * as patients from './patients.ts'
import * as practitioners from './practitioners.ts'
import * as procedures from './procedures.ts'
import * as webhookEndpoints from './webhook-endpoints.ts'

/** Families in the order of the specification; the keys name SDK methods and documentation headings. */
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
  availability: { get: availability.getAvailability },
  clinic: { get: clinic.getClinic },
  branches: { list: branches.listBranches, get: branches.getBranch },
  practitioners: { list: practitioners.listPractitioners },
  procedures: { list: procedures.listProcedures },
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
  },
} satisfies Record<string, Record<string, Operation>>

export const operations: readonly Operation[] = Object.values(families).flatMap((family): Operation[] =>
  Object.values(family),
)

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
  installation.installationUninstalled,
  installation.pluginSettingsUpdated,
  appointments.videoCallStarted,
]
