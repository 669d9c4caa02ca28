import { hash } from 'node:crypto'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import type { TableRow } from '../../db/tables.ts'

export type HeadRow = TableRow<'audit_head'>
/** What a head says, before it is signed. */
export type UnsignedHead = Omit<HeadRow, 'signature' | 'leaves' | 'peaks'>

const fieldsOf = ({ company_id, root, previous, sealed_at, sealed_to, key_id, ...head }: UnsignedHead) => ({
  clinic: company_id,
  ...{ number: head.number, day: head.day, size: head.size, closing: head.closing, imported: head.imported },
  root: root.toString('hex'),
  previous: previous?.toString('hex') ?? null,
  sealedAt: sealed_at,
  sealedTo: sealed_to,
  key: key_id,
})

/** A head in words, as it is exported: what it says and the signature over that. */
export const headShown = (head: Omit<HeadRow, 'leaves' | 'peaks'>) => ({
  ...fieldsOf(head),
  signature: head.signature.toString('hex'),
})

/** What is signed: canonical JSON (RFC 8785). */
export const signedText = (head: UnsignedHead): string => canonicalJson(fieldsOf(head))

/** What the next head refers to. */
export const headHash = (head: Omit<HeadRow, 'leaves' | 'peaks'>): Buffer =>
  hash('sha256', canonicalJson(headShown(head)), 'buffer')
