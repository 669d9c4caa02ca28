import { randomBytes } from 'node:crypto'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { tokenHash } from '../../kernel/values/plugin-token.ts'

export type PatientLinkRow = TableRow<'patient_link'>

/** What a link is to, besides visits. */
export type LinkKind = 'QUOTATION' | 'FORM' | 'CONSENT' | 'RECEIPT' | 'FEEDBACK'

export interface NewLink {
  kind: LinkKind
  subjectId: string
  patientId: string
  documentId?: string | null
  expiresAt: string
  /** Whether who opens it says in which year the patient was born before anything is shown. */
  asksBirthYear: boolean
  /** Whether what it ends with is kept, sealed: papers that are printed later name it. */
  isKept?: boolean
}

const TOKEN_BYTES = 24

/** What the end of a link is sealed for. */
export const linkPurpose = (companyId: string, id: string): string => `patient link ${companyId} ${id}`

/** What a link ends with that was kept. */
export const keptToken = ({ box, clinic }: Tx, { id, token_sealed }: PatientLinkRow): string | undefined =>
  token_sealed === null ? undefined : box.open(token_sealed, linkPurpose(clinic.id, id)).toString()

const replace = sql(`
  update patient_link set replaced_at = $4, updated_at = $4
  where company_id = $1 and kind = $2 and subject_id = $3
    and num_nonnulls(used_at, revoked_at, replaced_at) = 0`)

/** Ends the links to something that is no longer what they show. The caller holds the lock of the subject. */
export async function replaceLinks(tx: Tx, { kind, subjectId }: Pick<NewLink, 'kind' | 'subjectId'>): Promise<void> {
  await tx.sql(replace([tx.clinic.id, kind, subjectId, tx.now]))
}

/** Makes the one link to something; what it ends with is told once. The caller holds the lock of the subject. */
export async function newPatientLink(tx: Tx, link: NewLink): Promise<{ link: PatientLinkRow; token: string }> {
  await replaceLinks(tx, link)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const id = newId('plk', Date.parse(tx.now))
  const row = await tx.insert('patient_link', {
    ...{ id, kind: link.kind, token_hash: tokenHash(token) },
    token_sealed: link.isKept ? tx.box.seal(token, linkPurpose(tx.clinic.id, id)) : null,
    ...{ subject_id: link.subjectId, document_id: link.documentId ?? null, patient_id: link.patientId },
    ...{ expires_at: link.expiresAt, asks_birth_year: link.asksBirthYear },
  })
  return { link: row, token }
}

export type LinkState = 'OPEN' | 'USED' | 'REVOKED' | 'REPLACED' | 'EXPIRED'

/** Whether a link shows anything, or why not. */
export function linkState(
  link: Pick<PatientLinkRow, 'used_at' | 'revoked_at' | 'replaced_at' | 'expires_at'>,
  now: string,
): LinkState {
  if (link.used_at !== null) return 'USED'
  if (link.replaced_at !== null) return 'REPLACED'
  if (link.revoked_at !== null) return 'REVOKED'
  return Date.parse(link.expires_at) <= Date.parse(now) ? 'EXPIRED' : 'OPEN'
}

/** Takes a link back that shows something. */
export async function revokeLink(tx: Tx, { id }: { id: string }): Promise<PatientLinkRow> {
  const before = await tx.lock('patient_link', id)
  if (before.subject_id === null) refuse('not_found', { resource: 'patient_link' })
  const from = linkState(before, tx.now)
  if (from !== 'OPEN') refuse('invalid_state_transition', { from, to: 'REVOKED' })
  return tx.update('patient_link', id, { revoked_at: tx.now })
}

/** What a link is used for, once: it is held, and shows nothing afterwards. */
export async function useLink(tx: Tx, id: string): Promise<PatientLinkRow> {
  const before = await tx.lock('patient_link', id)
  const from = linkState(before, tx.now)
  if (from !== 'OPEN') refuse('invalid_state_transition', { from, to: 'USED' })
  return tx.update('patient_link', id, { used_at: tx.now })
}

const latest = sql<PatientLinkRow>(`
  select * from patient_link where company_id = $1 and kind = $2 and subject_id = $3
  order by created_at desc, id desc limit 1`)

/** The newest link to something, if there is one. */
export const latestLink = async (
  tx: Tx,
  { kind, subjectId }: Pick<NewLink, 'kind' | 'subjectId'>,
): Promise<PatientLinkRow | undefined> => (await tx.sql(latest([tx.clinic.id, kind, subjectId])))[0]
