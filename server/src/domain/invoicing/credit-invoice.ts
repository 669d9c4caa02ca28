import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { formerFacts } from '../../kernel/values/differences.ts'
import { newId } from '../../kernel/values/ids.ts'
import { freeTreatments, settleTreatments } from '../billing/billed-treatments.ts'
import { closePaymentLinks } from '../billing/close-payment-links.ts'
import { addNotedLines, type CreditNoteRow, notedLines } from '../billing/credit-notes.ts'
import { type LeftLine, linesLeft, totalsLeft } from '../billing/credited-lines.ts'
import { freePayments } from '../billing/free-payments.ts'
import { type InvoiceRow, invoiceFacts, isVoid } from '../billing/invoice-row.ts'
import { movePatientTotals } from '../billing/patient-totals.ts'
import { returnPoints } from '../billing/points-of-payment.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { followInvoice } from '../claims/change-claim-invoices.ts'
import { isWithInsurer } from '../claims/claim.ts'
import { reportCreditNote } from '../einvoices/report-invoice.ts'
import { type CreditWish, wantedLines } from './credit-wish.ts'
import { percentBetween } from './invoice-amounts.ts'

interface Credit {
  id: string
  lines: readonly CreditWish[]
  reason: string
  /** Whether what was paid above what is left is given back; else it is the patient's credit. */
  refunds?: boolean
  /** Whether what was done can be billed again where all of its line is credited. */
  billAgain?: boolean
}

type Totals = ReturnType<typeof totalsLeft>

/** What stands against a credit note, by its word among states; nothing where there can be one. */
export function creditBarrier(invoice: InvoiceRow): string | undefined {
  const { released_at, balance_invoice, e_invoice_status: reported, total_minor } = invoice
  if (isVoid(invoice)) return 'VOID'
  if (released_at === null) return 'DRAFT'
  if (balance_invoice) return 'BALANCE'
  // The authority is looking at it; what it rejected is corrected itself.
  if (reported === 'IN_PROGRESS' || reported === 'REJECTED') return reported
  return total_minor === 0 ? 'CREDITED' : undefined
}

/**
 * Takes something off an invoice that was issued: the note's amounts are the totals before less the totals of what is left, so
 * that all notes together are exactly what is missing. What was paid above what is left becomes credit or is given back, and
 * links that ask for more are closed. Once the insurer has the claim only the patient's part is credited.
 */
export async function creditInvoice(tx: Tx, credit: Credit): Promise<CreditNoteRow> {
  const before = await tx.lock('invoice', credit.id)
  const barrier = creditBarrier(before)
  if (barrier !== undefined) refuse('invalid_state_transition', { from: barrier, to: 'CREDITED' })
  const [lines, earlier] = await Promise.all([storedLines(tx, before.id), notedLines(tx, before.id)])
  const credited = wantedLines(tx, linesLeft(lines, earlier), credit.lines)
  const left = linesLeft(lines, [...earlier, ...credited])
  const totals = await sharedTotals(tx, before, totalsLeft(before, left))
  const note = noteOf(before, totals)
  const overpaidMinor = Math.max(before.paid_minor + totals.insurance_minor - totals.total_minor, 0)
  const paid_minor = before.paid_minor - overpaidMinor
  await closePaymentLinks(tx, { ...before, pending_minor: totals.total_minor - totals.insurance_minor - paid_minor })
  const after = await tx.update('invoice', before.id, {
    ...{ ...totals, paid_minor, credited_minor: before.credited_minor + note.total_minor },
    discount_percent: percentBetween(totals.discount_minor, totals.subtotal_minor),
  })
  if (credit.billAgain)
    await freeTreatments(tx, after, wholeTreatments(left, new Set(credited.map(one => one.line_id))))
  await settleTreatments(tx, after)
  await followInvoice(tx, before, after)
  const [was, is] = [invoiceFacts(tx.clinic, before), invoiceFacts(tx.clinic, after)]
  tx.emit(invoiceUpdated, is, formerFacts(was, is))
  // From here on it holds the patient, and the treasury that gives back, which are locked after treatments and claims.
  if (totals.total_minor === 0) await returnPoints(tx, before)
  const { patient_id: patientId } = before
  const { refunds = false, reason } = credit
  const refunded = await freePayments(tx, { invoiceId: before.id, patientId, overpaidMinor, refunds, reason })
  await movePatientTotals(tx, patientId, { invoicedMinor: -note.total_minor })
  const made = await addNote(tx, note, { ...credit, overpaidMinor, refunded })
  await addNotedLines(tx, made.id, credited)
  await reportCreditNote(tx, after, made)
  return made
}

/**
 * The same where the insurer was not asked for its share yet, with what rounding would add to the patient's part; else the
 * share stays, and what is left is at least as much.
 */
async function sharedTotals(tx: Tx, before: InvoiceRow, left: Totals): Promise<Totals> {
  if (left.total_minor === before.total_minor)
    refuseInput({ path: '/lines', code: 'nothing', message: 'must take something off the total' })
  const claim = before.claim_id === null ? null : await tx.get('claim', before.claim_id)
  const patientsMinor = before.total_minor - before.insurance_minor
  if (claim === null || !isWithInsurer(claim.status))
    return { ...left, insurance_minor: Math.max(left.insurance_minor, left.total_minor - patientsMinor) }
  if (left.total_minor < before.insurance_minor)
    refuseInput({ path: '/lines', code: 'insured', message: 'must leave what the insurer was asked for' })
  return { ...left, insurance_minor: before.insurance_minor }
}

type Made = Pick<Credit, 'reason' | 'billAgain'> & { overpaidMinor: number; refunded: number }

/** What a note takes off: the amounts before less those of what is left. */
const noteOf = (before: InvoiceRow, left: Totals) => ({
  invoice_id: before.id,
  subtotal_minor: before.subtotal_minor - left.subtotal_minor,
  discount_minor: before.discount_minor - left.discount_minor,
  tax_minor: before.tax_minor - left.tax_minor,
  total_minor: before.total_minor - left.total_minor,
  insurance_minor: before.insurance_minor - left.insurance_minor,
})

const addNote = async (tx: Tx, amounts: ReturnType<typeof noteOf>, made: Made): Promise<CreditNoteRow> =>
  tx.insert('credit_note', {
    id: newId('crn', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('credit_note'),
    ...amounts,
    reason: made.reason,
    to_credit_minor: made.overpaidMinor - made.refunded,
    refunded_minor: made.refunded,
    bill_again: made.billAgain ?? false,
    made_by: tx.caller.id,
  })

/** The treatments whose lines are on the note and of which nothing is left. */
const wholeTreatments = (left: readonly LeftLine[], onNote: ReadonlySet<string>): string[] =>
  left.flatMap(({ line, leftMinor }) =>
    leftMinor === 0 && line.treatment_id !== null && onNote.has(line.id) ? line.treatment_id : [],
  )
