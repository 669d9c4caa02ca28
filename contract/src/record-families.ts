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
import * as feedback from './feedback.ts'
import * as files from './files.ts'
import * as forms from './forms.ts'
import * as installation from './installation.ts'
import * as insurance from './insurance.ts'
import * as inventory from './inventory.ts'
import * as invoices from './invoices.ts'
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

/**
 * The families of what a clinic records and grants, in the order in which they are documented. A new family is listed here
 * and nowhere else: its operations and events are what its module exports.
 */
export const recordFamilies = {
  patients,
  appointments,
  invoices,
  payments,
  treatments,
  availability,
  clinic,
  branches,
  practitioners,
  procedures,
  medications,
  installation,
  labs,
  quotations,
  prescriptions,
  insurance,
  claims,
  onlinePayments,
  eInvoices,
  leads,
  communications,
  conversations,
  loyalty,
  feedback,
  tasks,
  inventory,
  bookkeeping,
  analytics,
  forms,
  encounters,
  files,
}
