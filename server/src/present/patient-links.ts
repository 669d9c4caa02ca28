import { createPatientLink, LINK_KINDS, PatientLink } from '@clinic/contract/staff/patient-links.ts'
import { linkState, type PatientLinkRow } from '../domain/links/patient-link.ts'
import { presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

interface ShownLink extends PatientLinkRow {
  now: string
}

const kindOf = wordOf(LINK_KINDS)
const AS_LINK = {
  kind: ({ kind }: ShownLink) => kindOf(kind),
  subjectId: ({ subject_id }: ShownLink) => subject_id ?? '',
  state: (row: ShownLink) => linkState(row, row.now),
} as const

export const presentPatientLink = presenter<ShownLink, typeof PatientLink>(PatientLink, AS_LINK)

export const presentNewPatientLink = presenter<ShownLink & { url: string }, typeof createPatientLink.returns>(
  createPatientLink.returns,
  AS_LINK,
)
