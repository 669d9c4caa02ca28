import { claimCreated } from '@clinic/contract/claims.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { agreedColumns, type ClaimRow, claimFacts } from './claim.ts'
import { requireTerms } from './claim-terms.ts'
import {
  assignInvoices,
  type ClaimSpan,
  claimableInvoices,
  insurersShare,
  unclaimedInvoices,
} from './claimed-invoices.ts'

export interface NewClaim extends ClaimSpan {
  name?: string | null
  /** 0 unless told. */
  partialPaymentPercent?: number
  /** 0 unless told. */
  promptPaymentPercent?: number
  /** Unless told, all of the span that are on no claim yet. */
  invoiceIds?: readonly string[]
}

/** Opens a claim, PLANNING, with the clinic's next number, for the insurer's share of the invoices. */
export async function openClaim(tx: Tx, input: NewClaim): Promise<ClaimRow> {
  const { partialPaymentPercent = 0, promptPaymentPercent = 0, invoiceIds } = input
  requireTerms({ partialPaymentPercent, promptPaymentPercent })
  if (input.endDate < input.startDate)
    refuseInput({ path: '/endDate', code: 'before_start', message: 'must not be before startDate' })
  const invoices = await (invoiceIds ? claimableInvoices(tx, invoiceIds, input) : unclaimedInvoices(tx, input))
  const totalMinor = insurersShare(invoices)
  const claim = await tx.insert('claim', {
    id: newId('clm', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('claim'),
    name: input.name ?? null,
    status: 'PLANNING',
    branch_id: input.branchId,
    insurance_company_id: input.insuranceCompanyId,
    start_date: input.startDate,
    end_date: input.endDate,
    invoice_count: invoices.length,
    partial_payment_percent: partialPaymentPercent,
    prompt_payment_percent: promptPaymentPercent,
    ...agreedColumns({ totalMinor, partialPaymentPercent, promptPaymentPercent }),
  })
  await assignInvoices(tx, invoices, claim.id)
  tx.emit(claimCreated, claimFacts(tx.clinic, claim))
  return claim
}
