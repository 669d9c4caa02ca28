import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { latestLink } from '../links/patient-link.ts'
import { onceInSight } from '../patients/once-in-sight.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import { checkedSignatures } from '../signatures/signature.ts'
import type { ConsentFormRow } from './consent-form.ts'

/** A consent with its patient. */
export interface ListedConsent extends ConsentFormRow {
  first_name: string | null
  last_name: string | null
  file_number: number | null
}

const WITH_PATIENT = `select t.*, patient.first_name, patient.last_name, patient.file_number from consent_form t
  join patient on patient.company_id = t.company_id and patient.id = t.patient_id and patient.deleted_at is null
  where t.company_id = $1`

const one = sql<ListedConsent>(`${WITH_PATIENT} and t.id = $2`)
const waiting = sql<ListedConsent>(`${WITH_PATIENT}
  and (t.sign_required and not t.signed or t.signed and t.witness_required and not t.witness_signed)
  and (t.expires_at is null or t.expires_at > $2) and ($3::text is null or t.branch_id = $3)
  and ($4::text[] is null or ${inSightOf('$4', 'patient')})
  order by t.created_at, t.id limit 500`)

/** What waits for a signature or a witness, of the patients whom the member sees, oldest first. */
export async function waitingConsents(
  tx: Tx,
  { branchId }: { branchId?: string | undefined },
): Promise<ListedConsent[]> {
  if (branchId !== undefined) await tx.get('branch', branchId)
  return tx.sql(waiting([tx.clinic.id, tx.now, branchId ?? null, branchesOf(tx)]))
}

/** A consent with the last link to it, and who signed what. */
export async function readConsent(tx: Tx, id: string) {
  const [found] = await tx.sql(one([tx.clinic.id, id]))
  const consent = found ?? refuse('not_found', { resource: 'consent_form' })
  const [link, evidence] = await Promise.all([
    latestLink(tx, { kind: 'CONSENT', subjectId: id }),
    checkedSignatures(tx, [id]),
  ])
  return { consent, link, evidence }
}

/** Of some consents those of patients in sight of these branches, and of those who left it since an instant. */
export const consentsOnceInSight = onceInSight('consent_form')
