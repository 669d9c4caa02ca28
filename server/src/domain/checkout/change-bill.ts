import { refuse, refuseInput } from '../../kernel/errors.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import type { Tx } from '../../kernel/tx.ts'
import { requireApproved } from '../billing/discount-approval.ts'
import { discountLimit, isWithin } from '../billing/discount-limit.ts'
import { invoiceHash } from '../billing/invoice-hash.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import type { Discount } from '../billing/invoice-totals.ts'
import { moneySettings } from '../billing/money-settings.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { insuredAs } from '../insurance/insured.ts'
import type { Insured } from '../insurance/shares.ts'
import { changeInvoice } from '../invoicing/change-invoice.ts'
import { createInvoice } from '../invoicing/create-invoice.ts'
import { editBarrier } from '../invoicing/edit-barrier.ts'
import { holdPatientFile, wholePatientFile } from '../patients/patient-file.ts'
import { lockAppointment } from '../scheduling/lock-appointment.ts'
import { type EditedLine, wantedLines } from './edited-lines.ts'
import { asDiscounted } from './preview.ts'
import { type Priced, priceOf, requireBillable, wishOf } from './price.ts'
import { holdTreatments, readTreatments } from './treatments.ts'
import { requireSense, type WantedLine, type Wish } from './wish.ts'

/** What is to be billed of an invoice that is written or changed: no points, no draft, nothing that is completed. */
type Bill = Omit<Wish, 'lines' | 'invoiceId' | 'points' | 'complete' | 'references' | 'amountsMinor'>

interface Pricing {
  wanted: readonly WantedLine[]
  isHeld: boolean
  /** The invoice as it was, where one is changed. */
  before?: InvoiceRow
}

interface PricedBill {
  priced: Priced
  wanted: readonly WantedLine[]
  insured: Insured | undefined
}

/** Prices a bill. Where it is written, the treatments and the patient are held, so that the insurer's year is not overdrawn. */
async function price(tx: Tx, bill: Bill, { wanted, isHeld, before }: Pricing): Promise<PricedBill> {
  if (bill.approvalId !== undefined) await tx.get('discount_approval', bill.approvalId)
  requireSense(tx, bill)
  const wish = { ...bill, lines: wanted }
  const treatments = await (isHeld ? holdTreatments : readTreatments)(tx, wish)
  for (const treatment of treatments.values()) requireBillable(treatment)
  if (isHeld) await holdPatientFile(tx, bill.patientId)
  const patient = await wholePatientFile(tx, bill.patientId)
  const [insurer, settings] = await Promise.all([insuredAs(tx, patient), moneySettings(tx)])
  const insured = insurer && withoutOwn(insurer, before)
  const changed = before && { id: before.id, pointsMinor: before.points_minor }
  const known = { patient, insured, settings, treatments, isHeld, ...(changed && { changed }) }
  return { priced: await priceOf(tx, wish, wanted, known), wanted, insured }
}

/** What the invoice itself has of the insurer's year is free for it. */
function withoutOwn(insured: Insured, before: InvoiceRow | undefined): Insured {
  const { leftMinor } = insured
  if (leftMinor === null || before?.insurance_company_id !== insured.insurerId) return insured
  return { ...insured, leftMinor: leftMinor + (before.released_at === null ? 0 : before.insurance_minor) }
}

/** The lines as an invoice takes them, with the shares that they were priced with. */
const billed = ({ priced, wanted }: PricedBill) =>
  wanted.map((line, place) => ({ ...wishOf(line), insuranceMinor: priced.lines[place]?.share.minor ?? 0 }))

const insurerOf = ({ priced, insured }: PricedBill): string | null =>
  insured !== undefined && priced.insuranceMinor > 0 ? insured.insurerId : null

function requireReason({ wholeMinor }: Priced, reason: string | null | undefined): void {
  if (wholeMinor > 0 && reason == null)
    refuseInput({ path: '/discountReason', code: 'required', message: 'is required where the whole has a discount' })
}

export interface NewBill extends Bill {
  lines: readonly WantedLine[]
}

/** Writes an invoice that is handed over later. The id comes from the Idempotency-Key: a late retry writes no second one. */
export async function draftBill(tx: Tx, { lines, ...bill }: NewBill): Promise<InvoiceRow> {
  const { patientId, branchId, doctorId = null, appointmentId = null, discountReason, approvalId } = bill
  const visit = appointmentId === null ? undefined : await lockAppointment(tx, appointmentId)
  if (visit && visit.patient_id !== patientId) refuse('not_found', { resource: 'appointment' })
  await tx.get('branch', branchId)
  if (doctorId !== null) await tx.get('practitioner', doctorId)
  const wanted = wantedLines(tx, [], lines)
  const made = await price(tx, bill, { wanted, isHeld: true })
  const { priced } = made
  requireReason(priced, discountReason)
  if (priced.discountMinor > priced.ownMinor)
    await requireApproved(tx, { patientId, approvalId, discounts: [asDiscounted(priced)] })
  return createInvoice(tx, {
    ...{ id: idOfRequest(tx, 'inv'), patientId, branchId, doctorId, appointmentId, release: false },
    ...{ createdFromAppointmentId: appointmentId, insuranceCompanyId: insurerOf(made), lines: billed(made) },
    ...(priced.wholeMinor > 0 && { discountMinor: priced.wholeMinor, discountReason: discountReason ?? null }),
  })
}

export interface BillChange extends Pick<Wish, 'targetTotalMinor' | 'discountReason' | 'approvalId'> {
  id: string
  doctorId?: string | null | undefined
  /** All that it is to have; those that it has unless told. */
  lines?: readonly EditedLine[] | undefined
  discountMinor?: number | null | undefined
  discountPercent?: number | null | undefined
}

/** Prices a change of an invoice, for looking at it or for writing it. */
async function priceChange(tx: Tx, before: InvoiceRow, change: BillChange, isHeld: boolean): Promise<PricedBill> {
  if (change.doctorId != null) await tx.get('practitioner', change.doctorId)
  const claim = before.claim_id === null ? null : await tx.get('claim', before.claim_id)
  const barrier = editBarrier(before, claim?.status ?? null)
  if (barrier !== undefined) refuse('invalid_state_transition', { from: barrier, to: 'CHANGED' })
  const wanted = wantedLines(tx, await storedLines(tx, before.id), change.lines)
  const { patient_id: patientId, branch_id: branchId } = before
  const { targetTotalMinor, approvalId } = change
  const bill = { patientId, branchId, approvalId, targetTotalMinor, ...offTheWhole(before, change) }
  return price(tx, bill, { wanted, isHeld, before })
}

/** Whether it says what is taken off the whole. */
const isDiscounted = ({ discountMinor, discountPercent, targetTotalMinor }: BillChange): boolean =>
  [discountMinor, discountPercent, targetTotalMinor].some(one => one != null)

/** The discount of the whole that is told, else the one that it has, without what points take off. */
function offTheWhole(before: InvoiceRow, change: BillChange): Discount {
  const { discountMinor, discountPercent } = change
  if (isDiscounted(change)) return { discountMinor: discountMinor ?? null, discountPercent: discountPercent ?? null }
  const { whole_discount_minor: minor, whole_discount_percent, points_minor } = before
  if (minor === null) return { discountPercent: whole_discount_percent }
  return { discountMinor: Math.max(minor - points_minor, 0) }
}

/** A discount that the invoice had before is none that is given now. */
const isGiven = ({ discountMinor, ownMinor }: Priced, before: InvoiceRow): boolean =>
  discountMinor <= Math.max(ownMinor, before.discount_minor - before.points_minor)

/** What a change of an invoice would come to. */
export async function previewBill(tx: Tx, change: BillChange) {
  const before = await tx.get('invoice', change.id)
  const { priced } = await priceChange(tx, before, change, false)
  const limitPercent = await discountLimit(tx)
  const isWithinLimit = isGiven(priced, before) || isWithin(asDiscounted(priced), limitPercent)
  const dueMinor = Math.max(priced.totalMinor - priced.insuranceMinor - before.paid_minor, 0)
  return { invoiceId: before.id, priced, limitPercent, isWithinLimit, paidMinor: before.paid_minor, dueMinor }
}

interface Around {
  /** Of the invoice as the person saw it. */
  hash: string
  /** The invoice as those are told it for whom it has changed. */
  told: () => Promise<unknown>
}

/** Changes an invoice that can be changed: it is locked first, then what it bills, then the patient. */
export async function changeBill(tx: Tx, change: BillChange, { hash, told }: Around): Promise<void> {
  const { id, doctorId, approvalId, discountReason } = change
  const before = await tx.lock('invoice', id)
  if (invoiceHash(before, await storedLines(tx, id)) !== hash) refuse('price_changed', { preview: await told() })
  const made = await priceChange(tx, before, change, true)
  const { priced } = made
  requireReason(priced, discountReason ?? before.discount_reason)
  if (!isGiven(priced, before))
    await requireApproved(tx, { patientId: before.patient_id, approvalId, discounts: [asDiscounted(priced)] })
  const wholeMinor = priced.wholeMinor + before.points_minor
  await changeInvoice(tx, {
    ...{ id, lines: billed(made), insuranceCompanyId: insurerOf(made) },
    ...(doctorId !== undefined && { doctorId }),
    ...(discountReason !== undefined && { discountReason }),
    ...(isDiscounted(change) && { discountMinor: wholeMinor > 0 ? wholeMinor : null }),
  })
}
