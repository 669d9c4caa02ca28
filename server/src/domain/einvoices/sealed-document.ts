import type { Tx } from '../../kernel/tx.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import type { SubmissionRow } from './submission.ts'

/** What the document of a submission is sealed for. */
export const documentPurpose = (companyId: string, id: string): string => `e-invoice document ${companyId} ${id}`

/** The columns of a document, which names the patient with the national id. */
export const sealDocument = (box: SecretBox, companyId: string, { id, xml }: { id: string; xml: string }) => ({
  document_sealed: box.seal(xml, documentPurpose(companyId, id)),
  document_xml: null,
})

/** The document as it was sealed; in clear where it is from before that. */
export function documentOf({ box, clinic }: Tx, { id, document_sealed, document_xml }: SubmissionRow): string | null {
  if (document_sealed === null) return document_xml
  return box.open(document_sealed, documentPurpose(clinic.id, id)).toString()
}
