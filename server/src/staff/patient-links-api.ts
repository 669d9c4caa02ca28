import { createPatientLink, revokePatientLink } from '@clinic/contract/staff/patient-links.ts'
import { revokeLink } from '../domain/links/patient-link.ts'
import { makePatientLink } from '../domain/patient-links/make-link.ts'
import { requireRight } from '../domain/patient-links/subjects.ts'
import { implement } from '../kernel/implement.ts'
import { presentNewPatientLink, presentPatientLink } from '../present/patient-links.ts'

/** Where the pages are that patients open by a link. */
export interface PatientPages {
  patientLinkOf(page: string, token: string): string
}

/** The links by which patients see and sign what concerns them. */
export const patientLinksApi = ({ patientLinkOf: linkOf }: PatientPages) => [
  implement(createPatientLink, async (tx, input) => {
    const { link, url } = await makePatientLink(tx, input, { linkOf })
    return { data: presentNewPatientLink({ ...link, url, now: tx.now }, tx.clinic) }
  }),
  implement(revokePatientLink, async (tx, input) => {
    requireRight(tx, (await tx.get('patient_link', input.id)).kind)
    return { data: presentPatientLink({ ...(await revokeLink(tx, input)), now: tx.now }, tx.clinic) }
  }),
]
