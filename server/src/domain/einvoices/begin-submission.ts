import { randomUUID } from 'node:crypto'
import type { Tx } from '../../kernel/tx.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { inChain } from './chain.ts'
import { lockWithInvoice, moveSubmission } from './move-submission.ts'
import { clinicRow, registrationOf } from './registration.ts'
import { sealInvoice } from './seal-invoice.ts'
import type { SubmissionRow } from './submission.ts'
import type { SealedDocument } from './tax-authority.ts'
import { ublFacts } from './ubl-facts.ts'
import type { UblFacts } from './ubl-invoice.ts'

export interface ToSend {
  provider: string
  document: SealedDocument
}

/**
 * Seals the document of a submission that waits, in its place in the chain, and says what to send. One that was sealed
 * before is the same; nothing where there is nothing to send any more.
 */
export async function beginSubmission(tx: Tx, id: string): Promise<ToSend | undefined> {
  const waiting = await lockWithInvoice(tx, id)
  const submission = waiting.status === 'PENDING' ? await seal(tx, waiting) : waiting
  const { provider, document_uuid: uuid, document_hash: hash, document_xml: xml } = submission
  if (submission.status !== 'IN_PROGRESS' || uuid === null || hash === null || xml === null) return undefined
  return { provider, document: { uuid, hash, xml } }
}

async function seal(tx: Tx, submission: SubmissionRow): Promise<SubmissionRow> {
  if (submission.invoice_id === null) throw new Error('Only invoices are reported.')
  const facts = await factsOf(tx, await tx.get('invoice', submission.invoice_id))
  const { icv, previousHash, ...sealed } = await inChain(tx, place => sealInvoice({ ...facts, ...place }))
  return moveSubmission(tx, submission, 'IN_PROGRESS', {
    icv,
    document_uuid: sealed.uuid,
    previous_hash: previousHash,
    document_hash: sealed.hash,
    qr: sealed.qr,
    document_xml: sealed.xml,
  })
}

async function factsOf(tx: Tx, invoice: InvoiceRow): Promise<Omit<UblFacts, 'icv' | 'previousHash'>> {
  const registration = registrationOf(await clinicRow(tx))
  if (!registration) throw new Error('The clinic is not registered for VAT any more.')
  const branch = await tx.get('branch', invoice.branch_id)
  const patient = await tx.get('patient', invoice.patient_id)
  const lines = await storedLines(tx, invoice.id)
  return ublFacts({ clinic: tx.clinic, registration, branch, patient, invoice, lines }, randomUUID())
}
