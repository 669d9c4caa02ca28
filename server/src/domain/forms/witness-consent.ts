import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { sign } from '../signatures/signature.ts'
import { type ConsentFormRow, consentState } from './consent-form.ts'

const treating = sql<{ doctor_id: string }>(`
  select doctor_id from appointment where company_id = $1 and id = $2 and doctor_id is not null
  union select doctor_id from treatment where company_id = $1 and id = any($3) and doctor_id is not null`)

/** Whether the member who asks treats the patient: as the doctor of the consent, of its visit or of what it is for. */
export async function isTreating(
  tx: Tx,
  { doctor_id, appointment_id, treatment_ids }: ConsentFormRow,
): Promise<boolean> {
  const own = tx.caller.person?.practitionerId
  if (!own) return false
  if (doctor_id === own) return true
  const doctors = await tx.sql(treating([tx.clinic.id, appointment_id, treatment_ids]))
  return doctors.some(doctor => doctor.doctor_id === own)
}

/** Whether there is a signature that is still to be witnessed. */
export const isWitnessable = (row: ConsentFormRow, now: string): boolean =>
  !row.witness_signed && ['SIGNED', 'UNWITNESSED'].includes(consentState(row, now))

/**
 * Records that a member of the staff witnessed the signature: once, on the very document that the patient signed, and never
 * by the doctor who treats. No event is fired.
 */
export async function witnessConsent(
  tx: Tx,
  { id, signature: name }: { id: string; signature: string },
): Promise<ConsentFormRow> {
  const before = await tx.lock('consent_form', id)
  if (!isWitnessable(before, tx.now)) {
    const from = before.witness_signed ? 'WITNESSED' : consentState(before, tx.now)
    refuse('invalid_state_transition', { from, to: 'WITNESSED' })
  }
  if (await isTreating(tx, before)) refuse('not_permitted', { permission: 'records:write', reason: 'treats' })
  const { address } = tx.caller.person ?? refuse('not_permitted')
  if (before.document_id !== null)
    await sign(tx, await tx.get('signed_document', before.document_id), {
      ...{ name, role: 'WITNESS', address, userAgent: null, userId: tx.caller.id },
    })
  return tx.update('consent_form', id, { witness_signed: true, witness_signed_at: tx.now, witness_name: name })
}
