import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { QuotationRow } from '../clinical/quotation.ts'
import { holdOptions } from '../clinical/quotation-state.ts'
import { signQuotation } from '../clinical/sign-quotation.ts'
import { type ConsentFormRow, signConsentForm } from '../forms/consent-form.ts'
import { useLink } from '../links/patient-link.ts'
import { sign } from '../signatures/signature.ts'

/** How a patient signs at the other end of a link. */
export interface PatientSignature {
  linkId: string
  name: string
  role: 'PATIENT' | 'GUARDIAN'
  drawing: Buffer | null
  address: string | null
  userAgent: string | null
}

/**
 * Signs one of the options that a link offers, and uses the link up. What is signed is the document that was frozen for the
 * version that the link offers. Of two who sign at the same time one is refused.
 */
export async function signByLink(
  tx: Tx,
  { quotationId, ...signer }: PatientSignature & { quotationId: string },
): Promise<QuotationRow> {
  const { quotation, options } = await holdOptions(tx, quotationId)
  const link = await useLink(tx, signer.linkId)
  if (!options.some(({ id }) => id === link.subject_id)) refuse('not_found', { resource: 'quotation' })
  if (quotation.document_id === null) refuse('invalid_state_transition', { from: 'CHANGED', to: 'SIGNED' })
  await sign(tx, await tx.get('signed_document', quotation.document_id), signer)
  return signQuotation(tx, { id: quotationId })
}

/**
 * Signs the consent that a link shows, to the byte, and uses the link up: it fires form.signed, once. Of two who sign at the
 * same time one is refused.
 */
export async function signConsentByLink(
  tx: Tx,
  { consentId, ...signer }: PatientSignature & { consentId: string },
): Promise<ConsentFormRow> {
  const signed = await signConsentForm(tx, { id: consentId, name: signer.name })
  const link = await useLink(tx, signer.linkId)
  if (link.subject_id !== consentId || link.document_id === null)
    return refuse('not_found', { resource: 'consent_form' })
  await sign(tx, await tx.get('signed_document', link.document_id), signer)
  return signed
}
