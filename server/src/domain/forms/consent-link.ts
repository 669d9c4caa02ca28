import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { freezeDocument } from '../signatures/signed-document.ts'
import { consentDocument } from './consent-document.ts'
import { consentState, isSignable } from './consent-form.ts'

/** Gets a consent ready to be signed by a link: what the patient reads is frozen, once. */
export async function prepareToSign(tx: Tx, { id }: { id: string }) {
  const before = await tx.lock('consent_form', id)
  const from = consentState(before, tx.now)
  if (!isSignable(from)) refuse('invalid_state_transition', { from, to: 'SENT' })
  const { patient_id: patientId, expires_at: endsAt } = before
  const documentId = before.document_id ?? (await freeze(tx, before)).id
  if (before.document_id === null) await tx.update('consent_form', id, { document_id: documentId })
  return { subjectId: id, patientId, documentId, endsAt }
}

const freeze = async (tx: Tx, row: Parameters<typeof consentDocument>[1]) =>
  freezeDocument(tx, {
    ...{ subjectKind: 'CONSENT_FORM', subjectId: row.id, patientId: row.patient_id },
    html: await consentDocument(tx, row),
  })
