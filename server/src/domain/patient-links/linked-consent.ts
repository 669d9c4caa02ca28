import type { Tx } from '../../kernel/tx.ts'
import { type ConsentState, consentState, isSignable } from '../forms/consent-form.ts'
import type { LinkState } from '../links/patient-link.ts'
import { type LinkedThing, linkedThing, linkOfKind } from './linked-thing.ts'

/** What a link to a consent shows: the words, as they are signed. It is OPEN while they can be. */
export interface LinkedConsent extends LinkedThing {
  html: string
}

/** What a link to a consent shows, and whether it still does; nothing where it is not there. */
export async function linkedConsent(tx: Tx, linkId: string): Promise<LinkedConsent | undefined> {
  const link = await linkOfKind(tx, linkId, 'CONSENT')
  if (link?.subject_id == null || link.document_id === null) return undefined
  const consent = await tx.get('consent_form', link.subject_id)
  const [thing, { html }] = await Promise.all([
    linkedThing(tx, link, consent.branch_id),
    tx.get('signed_document', link.document_id),
  ])
  // Of a patient who was made anonymous there is nothing left to be read.
  if (html === null) return { ...thing, html: '', state: 'EXPIRED' }
  return { ...thing, html, state: thing.state === 'OPEN' ? stateOf(consentState(consent, tx.now)) : thing.state }
}

/** How a link stands to what is as it is. */
function stateOf(consent: ConsentState): LinkState {
  if (isSignable(consent)) return 'OPEN'
  return consent === 'EXPIRED' || consent === 'REVOKED' ? consent : 'USED'
}
