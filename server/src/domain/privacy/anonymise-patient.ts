import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import { enqueue } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type FileStorage, storageKey } from '../files/file-storage.ts'
import { filesOfPatient } from '../patients/files-of-patient.ts'
import { forgetSignatures } from '../signatures/forget-signatures.ts'
import { emptied, type Fate, words } from './fate.ts'
import { FATES } from './fates.ts'
import { type PrivacyRow, patientPrivacy, privacyState, requireConfirmed } from './patient-privacy.ts'
import { retentionOf } from './retention.ts'
import { forgetTexts } from './withheld-text.ts'

/** What is anonymous is told by no instant but that of its deletion: updated_at moves where a record stays to be seen. */
function statementOf([table, fate]: [string, Fate]) {
  if (fate.sealed) return []
  const changes = emptied(fate).map(([column, then]) => `${column} = ${then}`)
  for (const column of words(fate.year))
    changes.push(`${column} = make_date(extract(year from ${column})::integer, 1, 1)`)
  if (changes.length === 0) return []
  return [sql(`update ${table} as t set ${changes.join(', ')} where t.company_id = $1 and ${fate.of}`)]
}
/** Contacts are found by their leads and messages by their conversations, which stay. */
const statements = Object.entries(FATES).flatMap(statementOf)

const filesOf = sql<{ id: string }>(`
  select id from file where company_id = $1 and patient_id = $2
  union select id from file_upload where company_id = $1 and patient_id = $2`)
const forgetDocuments = sql(`
  update einvoice_submission set document_sealed = null, document_xml = null, document_forgotten_at = $3
  from invoice
  where einvoice_submission.company_id = $1 and invoice.company_id = $1 and invoice.patient_id = $2
    and einvoice_submission.invoice_id = invoice.id and document_forgotten_at is null and document_hash is not null
    and einvoice_submission.created_at < $3::timestamptz - make_interval(years => $4)`)

/**
 * Makes a restricted file anonymous, for ever: what identifies the patient and what was written goes, with the bytes of
 * files; what remains are numbers, dates, codes and money. The bytes are removed first, so that none outlives its name, and
 * signatures last, by a login of their own.
 */
export async function anonymise(tx: Tx, files: FileStorage, id: string): Promise<void> {
  for (const file of await tx.sql(filesOf([tx.clinic.id, id]))) {
    const key = storageKey(tx.clinic.id, file.id)
    await files.forget(key)
    await files.discard(key)
  }
  for (const empty of statements) await tx.sql(empty([tx.clinic.id, id]))
  await forgetTexts(tx, id)
  await enqueue(tx, forgetSignatures, { patientId: id })
  const { kept } = await retentionOf(tx)
  await tx.sql(forgetDocuments([tx.clinic.id, id, tx.now, kept.moneyYears]))
  await changeRecord(tx, 'patient', await tx.lock('patient', id), { anonymised_at: tx.now })
}

/** The same for the owner who does not wait for the night. Refuses as long as something has to be kept. */
export async function anonymisePatient(
  tx: Tx,
  files: FileStorage,
  { id, confirm }: { id: string; confirm: string },
): Promise<PrivacyRow> {
  const file = await tx.lock('patient', id)
  const privacy = await patientPrivacy(tx, id)
  requireConfirmed(privacy, confirm)
  if (file.restricted_at === null || file.anonymised_at !== null)
    refuse('invalid_state_transition', { from: privacyState(file), to: 'ANONYMISED' })
  if (file.legal_hold !== null) refuse('legal_hold')
  if (privacy.kept_until > tx.now) refuse('retention_not_over', { until: privacy.kept_until })
  for (const one of await filesOfPatient(tx, id)) await anonymise(tx, files, one)
  return patientPrivacy(tx, id)
}

const due = sql<{ id: string }>(`
  select id from patient where company_id = $1 and anonymise_at <= $2
    and restricted_at is not null and anonymised_at is null and legal_hold is null
  order by anonymise_at limit 1 for update skip locked`)

/** Makes the clinic's next file anonymous whose time has come; whether there was one. */
export async function anonymiseNext(tx: Tx, files: FileStorage): Promise<boolean> {
  const [next] = await tx.sql(due([tx.clinic.id, tx.now]))
  if (!next) return false
  await anonymise(tx, files, next.id)
  return true
}
