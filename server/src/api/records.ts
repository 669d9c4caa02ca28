import type { FileStorage } from '../domain/files/file-storage.ts'
import type { Implementation } from '../kernel/implement.ts'
import { analytics } from './analytics.ts'
import { appointments } from './appointments.ts'
import { availability } from './availability.ts'
import { bookkeeping } from './bookkeeping.ts'
import { branches } from './branches.ts'
import { claims } from './claims.ts'
import { clinic } from './clinic.ts'
import { communications } from './communications.ts'
import { conversations } from './conversations.ts'
import { eInvoices } from './einvoices.ts'
import { encounters } from './encounters.ts'
import { feedback } from './feedback.ts'
import { files } from './files.ts'
import { forms } from './forms.ts'
import { insurance } from './insurance.ts'
import { inventory } from './inventory.ts'
import { invoices } from './invoices.ts'
import { labs } from './labs.ts'
import { leads } from './leads.ts'
import { loyalty } from './loyalty.ts'
import { medications } from './medications.ts'
import { patients } from './patients.ts'
import { payments } from './payments.ts'
import { practitioners } from './practitioners.ts'
import { prescriptions } from './prescriptions.ts'
import { procedures } from './procedures.ts'
import { quotations } from './quotations.ts'
import { tasks } from './tasks.ts'
import { treatments } from './treatments.ts'

/** The operations on what a clinic records: of these alone the assistant's tools are made. */
export const recordImplementations = (storage: FileStorage): readonly Implementation[] => [
  ...patients,
  ...appointments,
  ...invoices,
  ...payments,
  ...treatments,
  ...availability,
  ...clinic,
  ...branches,
  ...practitioners,
  ...procedures,
  ...medications,
  ...labs,
  ...quotations,
  ...prescriptions,
  ...insurance,
  ...claims,
  ...eInvoices,
  ...leads,
  ...communications,
  ...conversations,
  ...loyalty,
  ...feedback,
  ...tasks,
  ...inventory,
  ...bookkeeping,
  ...analytics,
  ...forms,
  ...encounters,
  ...files(storage),
]
