import type { TENDER_TYPES } from '@clinic/contract/staff/tenders.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import type { Tx } from '../../kernel/tx.ts'
import { treasuryFor } from '../books/treasury.ts'
import { holdBilled } from './billed-treatments.ts'
import { type InvoiceRow, isPaidInFull } from './invoice-row.ts'
import { invoiceState } from './invoice-state.ts'
import { requireCredit } from './patient-totals.ts'
import { payFromCredit } from './pay-from-credit.ts'
import { holdPoints } from './points-of-payment.ts'
import { requirePending } from './record-payment.ts'
import { takePayment } from './take-payment.ts'

export interface Tender {
  type: (typeof TENDER_TYPES)[number] | 'LINK'
  amountMinor: number
  treasuryId?: string
  reference?: string
  /** The cash that was handed over. */
  receivedMinor?: number
}

interface Taken {
  invoiceId: string
  tenders: readonly Tender[]
  /** Whether what is more than is left to pay becomes the patient's credit. */
  keepsExcess: boolean
  /** Makes a link for what the patient pays later, where one is among the tenders. */
  link?: (invoiceId: string, amountMinor: number, id: string) => Promise<unknown>
}

const recorded = sql<{ id: string }>('select id from payment where company_id = $1 and id = any($2)')

/**
 * Takes money against an issued invoice in several ways, in their order: all of them or none. The row lock makes two
 * cashiers queue. The ids come from the Idempotency-Key: a retry that escapes the stored answers finds its payments.
 */
export async function takeTenders(tx: Tx, { invoiceId, tenders, keepsExcess, link }: Taken): Promise<void> {
  const invoice = await tx.lock('invoice', invoiceId)
  const ids = tenders.map(({ type }, place) => idOfRequest(tx, type === 'LINK' ? 'opy' : 'pay', String(place)))
  if ((await tx.sql(recorded([tx.clinic.id, ids]))).length > 0) refuse('idempotency_conflict')
  requirePayable(invoice)
  // What is paid on an invoice for credit is credit already.
  if (!keepsExcess || invoice.balance_invoice)
    requirePending(
      tx,
      invoice,
      tenders.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    )
  const takesCredit = tenders.some(({ type }) => type === 'CREDIT')
  // Of several the first leaves the patient held, as credit does.
  if (takesCredit || tenders.length > 1) await holdBilled(tx, { ...invoice, invoice_id: invoiceId })
  if (takesCredit) await holdPoints(tx, invoice.patient_id)
  for (const [place, tender] of tenders.entries()) {
    const id = ids[place] ?? ''
    if (tender.type === 'LINK') await link?.(invoiceId, tender.amountMinor, id)
    else await take(tx, invoiceId, tender, tender.type, id)
  }
}

function requirePayable(invoice: InvoiceRow): void {
  const state = invoiceState(invoice)
  if (state === 'DRAFT' || state === 'VOID') refuse('invalid_state_transition', { from: state, to: 'PAID' })
  if (isPaidInFull(invoice)) refuse('invoice_already_paid')
}

/** The invoice is locked; each way of paying sees what the one before it left. */
async function take(
  tx: Tx,
  invoiceId: string,
  { amountMinor, receivedMinor, ...told }: Tender,
  type: (typeof TENDER_TYPES)[number],
  id: string,
): Promise<void> {
  const invoice = await tx.get('invoice', invoiceId)
  if (type === 'CREDIT') {
    await requireCredit(tx, invoice.patient_id, amountMinor)
    await payFromCredit(tx, { id, invoiceId, amountMinor })
    return
  }
  const treasuryId = await treasuryFor(tx, invoice.branch_id, type, told.treasuryId)
  await takePayment(tx, invoice, {
    id,
    type,
    amountMinor,
    treasuryId,
    reference: told.reference ?? null,
    receivedMinor: receivedMinor ?? null,
  })
}
