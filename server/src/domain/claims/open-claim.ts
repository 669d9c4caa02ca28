import { claimCreated } from '@clinic/contract/claims.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type ClaimRow, claimFacts } from './claim.ts'
import { agreedAmounts, requireTerms } from './claim-amounts.ts'
import {
  assignInvoices,
  type ClaimSpan,
  claimableInvoices,
  insurersShare,
  unclaimedInvoices,
} from './claimed-invoices.ts'

export interface NewClaim
  extends ClaimSpan,
    Partial<Pick<NewFields<'claim'>, 'name' | 'partialPaymentPercent' | 'promptPaymentPercent'>> {
  /** Unless told, all of the span that are on no claim yet. */
  invoiceIds?: readonly string[]
}

/** Opens a claim, PLANNING, with the clinic's next number, for the insurer's share of the invoices. */
export async function openClaim(tx: Tx, input: NewClaim): Promise<ClaimRow> {
  const { partialPaymentPercent = 0, promptPaymentPercent = 0, invoiceIds, ...fields } = input
  requireTerms({ partialPaymentPercent, promptPaymentPercent })
  if (input.endDate < input.startDate)
    refuseInput({ path: '/endDate', code: 'before_start', message: 'must not be before startDate' })
  const invoices = await (invoiceIds ? claimableInvoices(tx, invoiceIds, input) : unclaimedInvoices(tx, input))
  const totalMinor = insurersShare(invoices)
  const claim = await tx.insert('claim', {
    id: newId('clm', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('claim'),
    ...columnsOf({ ...fields, partialPaymentPercent, promptPaymentPercent }),
    ...agreedAmounts({ totalMinor, partialPaymentPercent, promptPaymentPercent }),
    status: 'PLANNING',
    invoice_count: invoices.length,
  })
  await assignInvoices(tx, invoices, claim.id)
  tx.emit(claimCreated, claimFacts(tx.clinic, claim))
  return claim
}
