import type { Tx } from '../../kernel/tx.ts'
import { isVoid } from '../billing/invoice-row.ts'
import { type LinkOf, type Receipt, readReceipt, requireReceipt } from '../receipts/read-receipt.ts'
import { type LinkedThing, linkedThing, linkOfKind } from './linked-thing.ts'

/** Gets the receipt of an invoice that was issued ready to be seen. The invoice is held, so that there is one link. */
export async function prepareReceipt(tx: Tx, { id }: { id: string }) {
  const invoice = await tx.lock('invoice', id)
  requireReceipt(invoice)
  return { subjectId: id, patientId: invoice.patient_id, endsAt: null }
}

/** What a link to a receipt shows: the invoice as it is now. */
export interface LinkedReceipt extends LinkedThing {
  /** Nothing once the link is over, or the invoice void. */
  receipt: Receipt | undefined
}

export async function linkedReceipt(tx: Tx, linkId: string, linkOf: LinkOf): Promise<LinkedReceipt | undefined> {
  const link = await linkOfKind(tx, linkId, 'RECEIPT')
  if (link?.subject_id == null) return undefined
  const invoice = await tx.get('invoice', link.subject_id)
  const thing = await linkedThing(tx, link, invoice.branch_id)
  const state = thing.state === 'OPEN' && isVoid(invoice) ? 'REVOKED' : thing.state
  return { ...thing, state, receipt: state === 'OPEN' ? await readReceipt(tx, invoice.id, linkOf) : undefined }
}
