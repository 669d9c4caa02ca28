import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type ChainPlace, documentFacts } from './document-facts.ts'
import { FIRST_PREVIOUS_HASH, sealInvoice } from './seal-invoice.ts'
import { documentOf, sealDocument } from './sealed-document.ts'
import { lockWithInvoice, moveSubmission, type SubmissionRow } from './submission.ts'
import type { SealedDocument } from './tax-authority.ts'

const takePlace = sql<ChainPlace>(`
  insert into einvoice_chain as chain (company_id, last_icv, last_hash) values ($1, 1, $2)
  on conflict (company_id) do update set last_icv = chain.last_icv + 1
  returning last_icv as icv, last_hash as "previousHash"`)
const setHash = sql('update einvoice_chain set last_hash = $2 where company_id = $1')

interface ToSend {
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
  const { provider, document_uuid: uuid, document_hash: hash } = submission
  const xml = documentOf(tx, submission)
  if (submission.status !== 'IN_PROGRESS' || uuid === null || hash === null || xml === null) return undefined
  return { provider, document: { uuid, hash, xml } }
}

async function seal(tx: Tx, submission: SubmissionRow): Promise<SubmissionRow> {
  if (submission.invoice_id === null) throw new Error('Only invoices are reported.')
  const invoice = await tx.get('invoice', submission.invoice_id)
  const facts = await documentFacts(tx, invoice, submission.credit_note_id)
  const { icv, previousHash, ...sealed } = await inChain(tx, place => sealInvoice({ ...facts, ...place }))
  return moveSubmission(tx, submission, 'IN_PROGRESS', {
    icv,
    document_uuid: sealed.uuid,
    previous_hash: previousHash,
    document_hash: sealed.hash,
    qr: sealed.qr,
    ...sealDocument(tx.box, tx.clinic.id, { id: submission.id, xml: sealed.xml }),
  })
}

/**
 * Takes the next place in the clinic's chain for a document and keeps its hash for the one after it. Documents of a clinic
 * are sealed one after the other; a transaction that fails leaves no gap.
 */
async function inChain<Sealed extends { hash: string }>(
  tx: Tx,
  seal: (place: ChainPlace) => Sealed,
): Promise<Sealed & ChainPlace> {
  const [place] = await tx.sql(takePlace([tx.clinic.id, FIRST_PREVIOUS_HASH]))
  if (!place) throw new Error('The chain gave no place.')
  const sealed = seal(place)
  await tx.sql(setHash([tx.clinic.id, sealed.hash]))
  return { ...sealed, ...place }
}
