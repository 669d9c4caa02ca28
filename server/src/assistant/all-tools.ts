import type { Tool } from './tool.ts'
import { billingTools } from './tools/billing-tools.ts'
import { clinicTools } from './tools/clinic-tools.ts'
import { clinicalTools } from './tools/clinical-tools.ts'
import { connectionTools } from './tools/connection-tools.ts'
import { documentTools } from './tools/document-tools.ts'
import { patientTools } from './tools/patient-tools.ts'
import { scheduleTools } from './tools/schedule-tools.ts'
import { searchPatients } from './tools/search-patients.ts'

/** Every tool there is, in the order in which they are listed. */
export const ALL_TOOLS: readonly Tool[] = [
  ...connectionTools,
  ...clinicTools,
  searchPatients,
  ...patientTools,
  ...scheduleTools,
  ...clinicalTools,
  ...documentTools,
  ...billingTools,
]
