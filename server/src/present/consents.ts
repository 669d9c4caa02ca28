import type { Static } from '@clinic/contract/kernel.ts'
import type { CONSENT_DEEDS, ConsentSheet } from '@clinic/contract/staff/consent-sheet.ts'
import { ConsentEntry, ConsentEvidence } from '@clinic/contract/staff/consent-sheet.ts'
import { ConsentTemplate } from '@clinic/contract/staff/consents.ts'
import type { ConsentState } from '../domain/forms/consent-form.ts'
import type { ConsentTemplateRow } from '../domain/forms/consent-template.ts'
import type { ListedConsent } from '../domain/forms/read-consents.ts'
import { linkState, type PatientLinkRow } from '../domain/links/patient-link.ts'
import type { SignatureRow } from '../domain/signatures/signature.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'
import { patientName } from './patient-name.ts'

export const presentConsentTemplate = presenter<ConsentTemplateRow, typeof ConsentTemplate>(ConsentTemplate)

/** A consent as it is shown to the member who asks. */
export interface ShownConsent extends ListedConsent {
  state: ConsentState
  allowed: (typeof CONSENT_DEEDS)[number][]
}

export const presentConsentEntry = presenter<ShownConsent, typeof ConsentEntry>(ConsentEntry, { patientName })

type Evidence = SignatureRow & { genuine: boolean }
const presentEvidence = presenter<Evidence, typeof ConsentEvidence>(ConsentEvidence)

interface Sheet {
  consent: ShownConsent
  link: PatientLinkRow | undefined
  evidence: readonly Evidence[]
  readAt: string
}

export const presentConsentSheet: Presenter<Sheet, Static<typeof ConsentSheet>> = (
  { consent, link, evidence, readAt },
  clinic,
) => ({
  ...presentConsentEntry(consent, clinic),
  body: consent.body,
  bodyAr: consent.body_ar,
  link: link ? { id: link.id, state: linkState(link, readAt), expiresAt: link.expires_at } : null,
  evidence: evidence.map(one => presentEvidence(one, clinic)),
})
