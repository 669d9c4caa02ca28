import type { SecretBox } from '../../kernel/values/secret-box.ts'

/** What the document of a submission is sealed for. */
export const documentPurpose = (companyId: string, id: string): string => `e-invoice document ${companyId} ${id}`

/** The columns of a document, which names the patient with the national id. */
export const sealDocument = (box: SecretBox, companyId: string, { id, xml }: { id: string; xml: string }) => ({
  document_sealed: box.seal(xml, documentPurpose(companyId, id)),
  document_xml: null,
})
