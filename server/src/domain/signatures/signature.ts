import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { documentHash, type SignedDocumentRow } from './signed-document.ts'

export type SignatureRow = TableRow<'signature'>

/** How a person signed: by the name that was typed, or by a drawing beside it. */
interface Signer {
  name: string
  role: 'PATIENT' | 'GUARDIAN' | 'WITNESS' | 'DOCTOR'
  /** A PNG of 60 KB at most. */
  drawing?: Buffer | null
  address: string | null
  userAgent: string | null
  /** One of the two: the link under which a patient signs, or the member of staff who does. */
  linkId?: string
  userId?: string
}

/** Signs a document as it was frozen. */
export const sign = (tx: Tx, document: SignedDocumentRow, signer: Signer): Promise<SignatureRow> =>
  tx.insert('signature', {
    id: newId('sgn', Date.parse(tx.now)),
    patient_id: document.patient_id,
    subject_kind: document.subject_kind,
    subject_id: document.subject_id,
    document_id: document.id,
    sha256: document.sha256,
    kind: signer.drawing ? 'DRAWN' : 'TYPED',
    drawing: signer.drawing ?? null,
    name: signer.name,
    role: signer.role,
    address: signer.address,
    user_agent: signer.userAgent,
    link_id: signer.linkId ?? null,
    user_id: signer.userId ?? null,
  })

const ofSubjects = sql<SignatureRow>(`
  select * from signature where company_id = $1 and subject_id = any($2) order by created_at, id`)

/** The signatures on the documents about subjects, oldest first. */
export const signaturesOf = (tx: Tx, ...subjectIds: string[]): Promise<SignatureRow[]> =>
  tx.sql(ofSubjects([tx.clinic.id, subjectIds]))

/** Whether what was signed is what is kept; of an anonymous patient, of which the words are gone, by the hashes alone. */
export const isGenuine = (
  signature: Pick<SignatureRow, 'sha256'>,
  document: Pick<SignedDocumentRow, 'sha256' | 'html'>,
): boolean =>
  signature.sha256 === document.sha256 && (document.html === null || documentHash(document.html) === document.sha256)

/** The same for a signature of the clinic, with the document that it is on. */
export async function verifySignature(tx: Tx, id: string): Promise<boolean> {
  const signature = await tx.get('signature', id)
  return isGenuine(signature, await tx.get('signed_document', signature.document_id))
}

const documents = sql<SignedDocumentRow>('select * from signed_document where company_id = $1 and id = any($2)')

/** The signatures on the documents about subjects, oldest first, each with whether what was signed is what is kept. */
export async function checkedSignatures(tx: Tx, subjectIds: readonly string[]) {
  const signatures = await signaturesOf(tx, ...subjectIds)
  const ids = signatures.map(({ document_id }) => document_id)
  const rows = ids.length === 0 ? [] : await tx.sql(documents([tx.clinic.id, ids]))
  const byId = new Map(rows.map(row => [row.id, row]))
  return signatures.map(signature => {
    const document = byId.get(signature.document_id)
    return { ...signature, genuine: document !== undefined && isGenuine(signature, document) }
  })
}
