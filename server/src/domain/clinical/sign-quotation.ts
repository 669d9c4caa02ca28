import { quotationSigned } from '@clinic/contract/quotations.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type QuotationRow, quotationFacts } from './quotation.ts'

/** Records the patient's signature, once, and fires quotation.signed. */
export async function signQuotation(tx: Tx, { id }: { id: string }): Promise<QuotationRow> {
  const before = await tx.lock('quotation', id)
  if (before.signed) refuse('invalid_state_transition', { from: 'SIGNED', to: 'SIGNED' })
  const after = await tx.update('quotation', id, { signed: true, signed_at: tx.now, seen: true })
  tx.emit(quotationSigned, quotationFacts(tx, after), { signed: false })
  return after
}
