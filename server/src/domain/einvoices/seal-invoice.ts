import { hash } from 'node:crypto'
import { qrOf } from './qr-of-document.ts'
import type { SealedDocument } from './tax-authority.ts'
import { qrReference, type UblFacts, ublInvoice } from './ubl-invoice.ts'

export interface SealedInvoice extends SealedDocument {
  qr: string
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The document with its hash and its QR code. The QR code is in the document, but not in what is hashed. */
export function sealInvoice(facts: UblFacts): SealedInvoice {
  const qr = qrOf(facts)
  const canonical = ublInvoice(facts, qr)
  const sealed = hash('sha256', canonical.replace(qrReference(qr), ''), 'base64')
  return { uuid: facts.uuid, hash: sealed, qr, xml: DECLARATION + canonical }
}

/** What the first document of a chain has in place of the hash of the one before it: base64 of the SHA-256 of "0" in hex. */
export const FIRST_PREVIOUS_HASH = Buffer.from(hash('sha256', '0', 'hex')).toString('base64')
