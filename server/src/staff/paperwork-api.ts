import { consentsApi } from './consents-api.ts'
import { feedbackApi } from './feedback-api.ts'
import { formsApi } from './forms-api.ts'
import { type PatientPages, patientLinksApi } from './patient-links-api.ts'
import { receiptsApi } from './receipts-api.ts'

/** What patients read, sign and fill in, and the links by which they do. */
export const paperworkApi = (pages: PatientPages) => [
  ...consentsApi,
  ...formsApi,
  ...feedbackApi,
  ...patientLinksApi(pages),
  ...receiptsApi(pages),
]
