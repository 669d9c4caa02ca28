import { isDeepStrictEqual } from 'node:util'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { replaceLinks } from '../links/patient-link.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { amountColumns, lastDay, takeOver, treatmentsToOffer } from './make-quotation.ts'
import { type OfferedLine, offeredLines } from './offered-lines.ts'
import { followTreatment, type QuotationRow } from './quotation.ts'
import { linesOfQuotations, type QuotationLineRow, writeLines } from './quotation-lines.ts'
import { groupOf, holdOptions, isChangeable, quotationState, todayOf } from './quotation-state.ts'
import { type Option, requireGiven, requireOneDiscount } from './quote-options.ts'

export interface QuotationChanges extends Option {
  id: string
  name?: string | null | undefined
  notes?: string | null | undefined
  /** Of a discount above what the member may give. */
  approvalId?: string | undefined
}

/**
 * Changes what an option offers, or how it is called. Where anything is different the patient is offered the next version:
 * what was sent before no longer holds, and is sent anew. What is offered is copied as it is now.
 */
export async function changeQuotation(tx: Tx, { id, label, name, notes, approvalId, ...offer }: QuotationChanges) {
  requireOneDiscount(offer)
  if (approvalId !== undefined) await tx.get('discount_approval', approvalId)
  const { quotation: before, options } = await holdChangeable(tx, id)
  requireOwnLabel(label, options, id)
  const priced = await pricedAnew(tx, before, offer)
  const was = (await linesOfQuotations(tx, [id]))(id).map(asOffered)
  const isOther = priced !== undefined && !isDeepStrictEqual(priced.lines, was)
  const changes = differences(before, { option_label: label, name, notes, ...priced?.columns })
  if (isEmpty(changes) && !isOther) return before
  const parts = isOther ? { lines: [was.map(told), priced.lines.map(told)] as const } : undefined
  const after = await changeRecord(tx, 'quotation', before, { ...changes, ...(await nextVersion(tx, before)) }, parts)
  if (isOther) await offerInstead(tx, after, { lines: priced.lines, options })
  await requireWithin(tx, before, after, approvalId)
  return after
}

/** The same can be signed for longer: it is said in what the patient signs, so that it is the next version. */
export async function renewQuotation(
  tx: Tx,
  { id, validDays }: { id: string; validDays?: number | undefined },
): Promise<QuotationRow> {
  const { quotation: before } = await holdChangeable(tx, id)
  const valid_until = await lastDay(tx, validDays)
  if (valid_until === before.valid_until) return before
  return changeRecord(tx, 'quotation', before, { valid_until, ...(await nextVersion(tx, before)) })
}

/** What was offered is no longer; the treatments stay planned. */
export async function withdrawQuotation(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<QuotationRow> {
  const { quotation: before } = await holdChangeable(tx, id)
  return changeRecord(tx, 'quotation', before, { withdrawn_at: tx.now, withdraw_reason: reason })
}

/** What was sent before no longer holds. */
async function nextVersion(tx: Tx, row: QuotationRow) {
  await replaceLinks(tx, { kind: 'QUOTATION', subjectId: groupOf(row) })
  return { version_num: row.version_num + 1, sent_at: null, document_id: null }
}

async function holdChangeable(tx: Tx, id: string) {
  const held = await holdOptions(tx, id)
  const state = quotationState(held.quotation, todayOf(tx))
  if (!isChangeable(state)) refuse('invalid_state_transition', { from: state, to: 'CHANGED' })
  return held
}

/** Refuses a label that another option has. */
function requireOwnLabel(label: string | undefined, options: readonly QuotationRow[], id: string): void {
  if (label !== undefined && options.some(one => one.id !== id && one.option_label === label))
    refuseInput({ path: '/label', code: 'duplicate', message: 'must differ from the labels of the other options' })
}

async function pricedAnew(tx: Tx, before: QuotationRow, offer: Option) {
  if (Object.values(offer).every(value => value === undefined)) return undefined
  const patient = await wholePatientFile(tx, before.patient_id)
  const { treatmentIds = before.treatment_ids, diagnosticFeeMinor: feeMinor = before.diagnostic_fee_minor } = offer
  const treatments = await treatmentsToOffer(tx, { patientId: patient.id, treatmentIds })
  const taxPercent = patientTaxPercent(tx.clinic, patient)
  const { discountPercent = null, discountMinor = discountPercent === null ? before.whole_discount_minor : null } =
    offer
  const terms = { feeMinor, taxPercent, discountMinor, discountPercent }
  const { lines, totals, wholeMinor } = await offeredLines(tx, patient, treatments, terms)
  const columns = { ...amountColumns(totals, terms), whole_discount_minor: wholeMinor, treatment_ids: treatmentIds }
  return { lines, columns }
}

const asOffered = ({ company_id: _company, quotation_id: _quotation, place: _place, ...line }: QuotationLineRow) => line
/** A line as it is kept beside the change. */
const told = ({ treatment_id, total_minor }: OfferedLine) => ({ treatment_id, total_minor })

const leaveOut = sql(`
  update treatment t set updated_at = $4, quotation_id = (
    select q.id from quotation q where q.company_id = $1 and (q.id = $3 or q.group_id = $3) and q.id <> $2
      and t.id = any(q.treatment_ids)
    order by q.option_place limit 1)
  where t.company_id = $1 and t.quotation_id = $2 and t.id <> all($5)`)

interface Instead {
  lines: readonly OfferedLine[]
  options: readonly QuotationRow[]
}

/** What it offers now and no other option has is its own; what it leaves out is another option's that has it, if any. */
async function offerInstead(tx: Tx, after: QuotationRow, { lines, options }: Instead): Promise<void> {
  await writeLines(tx, after.id, lines)
  await tx.sql(leaveOut([tx.clinic.id, after.id, groupOf(after), tx.now, after.treatment_ids]))
  const others = options.map(({ id }) => id).filter(id => id !== after.id)
  const { patient_id: patientId, treatment_ids: treatmentIds } = after
  const treatments = await treatmentsToOffer(tx, { patientId, treatmentIds })
  await takeOver(
    tx,
    after,
    treatments.filter(({ quotation_id }) => !others.includes(quotation_id ?? '')),
  )
  for (const quotation_id of others) await followTreatment(tx, { quotation_id })
}

/** A discount that became a greater part is one that the member may give; one that was given stays. */
async function requireWithin(tx: Tx, before: QuotationRow, after: QuotationRow, approvalId?: string): Promise<void> {
  const isMore = after.discount_minor * before.subtotal_minor > before.discount_minor * after.subtotal_minor
  if (isMore) await requireGiven(tx, { patientId: after.patient_id, approvalId, quotations: [after] })
}
