import type { Triggers } from './trigger.ts'
import { appointmentTriggers } from './triggers/appointments.ts'
import { clinicalTriggers } from './triggers/clinical.ts'
import { deskTriggers } from './triggers/desk.ts'
import { documentTriggers } from './triggers/documents.ts'
import { eInvoiceTriggers } from './triggers/e-invoices.ts'
import { leadTriggers } from './triggers/leads.ts'
import { messageTriggers } from './triggers/messages.ts'
import { moneyTriggers } from './triggers/money.ts'
import { onlinePaymentTriggers } from './triggers/online-payments.ts'
import { partnerTriggers } from './triggers/partners.ts'
import { patientTriggers } from './triggers/patients.ts'
import { pluginTriggers } from './triggers/plugin.ts'

/** What causes each event: one that is declared and has no trigger does not compile. */
export const TRIGGERS: Triggers = {
  ...patientTriggers,
  ...appointmentTriggers,
  ...moneyTriggers,
  ...onlinePaymentTriggers,
  ...eInvoiceTriggers,
  ...clinicalTriggers,
  ...documentTriggers,
  ...partnerTriggers,
  ...leadTriggers,
  ...messageTriggers,
  ...deskTriggers,
  ...pluginTriggers,
}
