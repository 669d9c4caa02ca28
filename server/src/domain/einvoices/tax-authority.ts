import type { ClinicFacts } from '../../kernel/tx.ts'

/** A document as it is sent. */
export interface SealedDocument {
  uuid: string
  /** Base64 of the SHA-256 of the document without its QR code. */
  hash: string
  xml: string
}

/** What the authority says of a document: clearance counts as reception, too. */
export interface AuthorityAnswer {
  outcome: 'RECEIVED' | 'CLEARED' | 'REJECTED'
  infoMessages: string[]
  warningMessages: string[]
  errorMessages: string[]
}

/**
 * A tax authority that takes e-invoices. A document that was sent before, with the same uuid and hash, is answered as it was
 * the first time. No answer is an exception, which the staff reads and after which the document is sent again.
 */
export interface TaxAuthority {
  submit(document: SealedDocument): Promise<AuthorityAnswer>
}

/** The authorities there are, by the name that a submission has of its provider. */
export interface TaxAuthorities {
  connect(provider: string, clinic: ClinicFacts): TaxAuthority
}
