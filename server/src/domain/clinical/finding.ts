import { FINDINGS } from '@clinic/contract/staff/chart-item.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type Finding = (typeof FINDINGS)[number]

export const findingOf = wordOf(FINDINGS)

/** What a finding is called where nothing else is said, also to plugins. */
export const FINDING_NAMES: Readonly<Record<Finding, string>> = {
  CARIES: 'Caries',
  FRACTURE: 'Fracture',
  MISSING: 'Missing tooth',
  IMPACTED: 'Impacted tooth',
  PERIAPICAL: 'Periapical lesion',
  MOBILE: 'Mobile tooth',
  FILLING: 'Filling',
  CROWN: 'Crown',
  BRIDGE: 'Bridge',
  VENEER: 'Veneer',
  ROOT_CANAL: 'Root canal treatment',
  IMPLANT: 'Implant',
  DENTURE: 'Denture',
  SEALANT: 'Sealant',
  OTHER: 'Other finding',
}
