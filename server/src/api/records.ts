import type { FileStorage } from '../domain/files/file-storage.ts'
import type { Implementation } from '../kernel/implement.ts'
import { analytics } from './analytics.ts'
import { billing } from './billing.ts'
import { clinic } from './clinic.ts'
import { clinical } from './clinical.ts'
import { eInvoices } from './einvoices.ts'
import { files } from './files.ts'
import { forms } from './forms.ts'
import { insurance } from './insurance.ts'
import { inventory } from './inventory.ts'
import { labs } from './labs.ts'
import { leads } from './leads.ts'
import { messaging } from './messaging.ts'
import { patients } from './patients.ts'

/** The operations on what a clinic records: of these alone the assistant's tools are made. */
export const recordImplementations = (storage: FileStorage): readonly Implementation[] => [
  ...patients,
  ...billing,
  ...clinical,
  ...clinic,
  ...labs,
  ...insurance,
  ...eInvoices,
  ...leads,
  ...messaging,
  ...inventory,
  ...analytics,
  ...forms,
  ...files(storage),
]
