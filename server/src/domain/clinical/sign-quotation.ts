import { quotationSigned } from '@clinic/contract/quotations.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { takeOver } from './make-quotation.ts'
import { moveTreatment } from './move-treatment.ts'
import { type QuotationRow, quotationFacts } from './quotation.ts'
import { linesOfQuotations, type QuotationLineRow } from './quotation-lines.ts'
import { holdOptions, isSignable, quotationState, todayOf } from './quotation-state.ts'
import type { TreatmentRow } from './treatment.ts'
import { treatmentAmounts } from './treatment-amounts.ts'

const someTreatments = sql<TreatmentRow>('select * from treatment where company_id = $1 and id = any($2) order by id')
const signedBeside = sql<{ id: string }>(`
  select q.id from quotation q where q.company_id = $1 and q.signed and q.id <> $2 and q.id in (
    select quotation_id from treatment where company_id = $1 and id = any($3))`)

/**
 * Records the patient's signature, once, and fires quotation.signed. What the option offers is this quotation's from then
 * on, at the prices of its lines; the options beside it are declined, and what they alone offered and is only planned is
 * rejected, which fires treatment.status_changed.
 */
export async function signQuotation(tx: Tx, { id }: { id: string }): Promise<QuotationRow> {
  const { quotation: before, options } = await holdOptions(tx, id)
  await requireSignable(tx, before)
  const after = await changeRecord(tx, 'quotation', before, { signed: true, signed_at: tx.now, seen: true })
  tx.emit(quotationSigned, quotationFacts(tx, after), { signed: false })
  await takeOver(tx, after, await treatmentsIn(tx, after.treatment_ids))
  await lockPrices(tx, after)
  const others = options.filter(option => option.id !== id)
  for (const other of others)
    if (other.withdrawn_at === null) await changeRecord(tx, 'quotation', other, { declined_at: tx.now })
  await rejectOthers(tx, after, others)
  return after
}

const treatmentsIn = (tx: Tx, ids: readonly string[]) => tx.sql(someTreatments([tx.clinic.id, ids]))

/** Refuses what is settled or expired, what was taken off the plan meanwhile, and what stands in another signed quotation. */
async function requireSignable(tx: Tx, quotation: QuotationRow): Promise<void> {
  const from = quotationState(quotation, todayOf(tx))
  if (!isSignable(from)) refuse('invalid_state_transition', { from, to: 'SIGNED' })
  if (!(await isStillOffered(tx, quotation))) refuse('invalid_state_transition', { from: 'CHANGED', to: 'SIGNED' })
}

/** Whether all that it offers is still there to be done, and is in no other quotation that was signed. */
export async function isStillOffered(tx: Tx, { id, treatment_ids: ids }: QuotationRow): Promise<boolean> {
  const [treatments, signed] = await Promise.all([treatmentsIn(tx, ids), tx.sql(signedBeside([tx.clinic.id, id, ids]))])
  return signed.length === 0 && treatments.every(({ status }) => status !== 'REJECTED')
}

/** What was signed is what it costs; what is billed already stays as it was billed. */
async function lockPrices(tx: Tx, { id, treatment_ids, tax_percent: taxPercent }: QuotationRow): Promise<void> {
  const lines = (await linesOfQuotations(tx, [id]))(id)
  const byTreatment = new Map(lines.map(line => [line.treatment_id, line]))
  for (const treatment of await treatmentsIn(tx, treatment_ids)) {
    const line = byTreatment.get(treatment.id)
    if (line && treatment.invoice_id === null)
      await changeRecord(tx, 'treatment', treatment, signedAmounts(line, taxPercent))
  }
}

const signedAmounts = ({ price_minor, quantity, discount_minor }: QuotationLineRow, taxPercent: number) =>
  treatmentAmounts({ priceMinor: price_minor, quantity, discountMinor: discount_minor, taxPercent })

async function rejectOthers(tx: Tx, signed: QuotationRow, others: readonly QuotationRow[]): Promise<void> {
  const taken = new Set(signed.treatment_ids)
  const left = [...new Set(others.flatMap(({ treatment_ids }) => treatment_ids))].filter(id => !taken.has(id))
  const ofOthers = new Set(others.map(({ id }) => id))
  const reason = 'Another option was signed'
  for (const { id, status, invoice_id, quotation_id } of await treatmentsIn(tx, left))
    if (status === 'PLANNED' && invoice_id === null && ofOthers.has(quotation_id ?? ''))
      await moveTreatment(tx, { id, to: 'REJECTED', reason })
}
