import { hash } from 'node:crypto'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { Html } from '../../kernel/values/html.ts'
import { newId } from '../../kernel/values/ids.ts'

export type SignedDocumentRow = TableRow<'signed_document'>

/** What can be signed. */
export type SignedKind = 'ENCOUNTER' | 'QUOTATION' | 'FORM_SUBMISSION' | 'CONSENT_FORM'

/** The SHA-256 of the exact bytes of a document, hexadecimal. */
export const documentHash = (markup: string): string => hash('sha256', Buffer.from(markup, 'utf8'), 'hex')

const lastOfSubject = sql<{ version_num: number }>(`
  select version_num from signed_document where company_id = $1 and subject_id = $2 order by version_num desc limit 1`)

/**
 * Keeps a document as it will be signed. Each is a version of its own, also where the words are the same; two that are
 * frozen together for one subject are refused by the database, so the caller holds the lock of the subject.
 */
export async function freezeDocument(
  tx: Tx,
  { html: { markup }, ...subject }: { subjectKind: SignedKind; subjectId: string; patientId: string; html: Html },
): Promise<SignedDocumentRow> {
  const [last] = await tx.sql(lastOfSubject([tx.clinic.id, subject.subjectId]))
  return tx.insert('signed_document', {
    id: newId('sdc', Date.parse(tx.now)),
    patient_id: subject.patientId,
    subject_kind: subject.subjectKind,
    subject_id: subject.subjectId,
    version_num: (last?.version_num ?? 0) + 1,
    html: markup,
    sha256: documentHash(markup),
  })
}
