import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { QuotationRow } from '../clinical/quotation.ts'
import { holdOptions } from '../clinical/quotation-state.ts'
import { signQuotation } from '../clinical/sign-quotation.ts'
import { useLink } from '../links/patient-link.ts'
import { sign } from '../signatures/signature.ts'

/** How a patient signs at the other end of a link. */
export interface PatientSignature {
  linkId: string
  /** The option that is accepted. */
  quotationId: string
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
export async function signByLink(tx: Tx, { linkId, quotationId, ...signer }: PatientSignature): Promise<QuotationRow> {
  const { quotation, options } = await holdOptions(tx, quotationId)
  const link = await useLink(tx, linkId)
  if (!options.some(({ id }) => id === link.subject_id)) refuse('not_found', { resource: 'quotation' })
  if (quotation.document_id === null) refuse('invalid_state_transition', { from: 'CHANGED', to: 'SIGNED' })
  await sign(tx, await tx.get('signed_document', quotation.document_id), { ...signer, linkId })
  return signQuotation(tx, { id: quotationId })
}
