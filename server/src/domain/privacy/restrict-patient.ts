import { patientDeleted } from '@clinic/contract/patients.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { filesOfPatient } from '../patients/files-of-patient.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { type PrivacyRow, patientPrivacy, privacyState, requireConfirmed } from './patient-privacy.ts'
import { withholdTexts } from './withheld-text.ts'

interface Erasure {
  id: string
  reason: string
  /** The number of the file, typed. */
  confirm: string
}

/** As long as a restriction can be lifted in any case. */
const GRACE_MS = 30 * 86_400_000

const add = sql(`
  insert into restricted_patient (company_id, patient_id, reason, restricted_by, was_deleted)
  values ($1, $2, $3, $4, $5)`)

/**
 * Restricts a patient's file, which is what erasing it begins with: it is not found any more, nor is what is about the
 * patient's health, forms, files and messages, and visits and invoices stay without free text, unchangeable. Fires
 * patient.deleted, unless the file was deleted before. When nothing has to be kept any longer it is made anonymous.
 */
export async function restrictPatient(tx: Tx, { id, reason, confirm }: Erasure): Promise<PrivacyRow> {
  const file = await tx.lock('patient', id)
  const privacy = await patientPrivacy(tx, id)
  requireConfirmed(privacy, confirm)
  if (file.restricted_at !== null) refuse('invalid_state_transition', { from: privacyState(privacy), to: 'RESTRICTED' })
  if (file.legal_hold !== null) refuse('legal_hold')
  const { coming_visits: comingVisits, open_invoices: openInvoices } = privacy
  if (comingVisits + openInvoices > 0) refuse('in_use', { comingVisits, openInvoices })
  const wasDeleted = file.deleted_at !== null
  const end = Math.max(Date.parse(privacy.kept_until), Date.parse(tx.now) + GRACE_MS)
  // What was merged into the file holds what never moves: it goes the same way.
  for (const one of await filesOfPatient(tx, id)) await restrict(tx, one, { reason, end })
  if (!wasDeleted) tx.emit(patientDeleted, { id, branchId: file.branch_id, doctorId: file.doctor_id })
  await raiseAlarm(tx, 'erasure', tx.caller.id)
  return patientPrivacy(tx, id)
}

async function restrict(tx: Tx, id: string, { reason, end }: { reason: string; end: number }): Promise<void> {
  const file = await tx.lock('patient', id)
  if (file.restricted_at !== null) return
  await withholdTexts(tx, id)
  await tx.sql(add([tx.clinic.id, id, reason, tx.caller.id, file.deleted_at !== null]))
  await changeRecord(tx, 'patient', file, {
    restricted_at: tx.now,
    anonymise_at: new Date(end).toISOString(),
    deleted_at: file.deleted_at ?? tx.now,
  })
}
