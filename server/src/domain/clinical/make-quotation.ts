import { quotationCreated } from '@clinic/contract/quotations.ts'
import { sql } from '../../db/statement.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { addDays } from '../../kernel/values/zone.ts'
import { type Discount, type InvoiceTotals, invoiceTotals } from '../billing/invoice-totals.ts'
import { moneySettings } from '../billing/money-settings.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { offeredLines } from './offered-lines.ts'
import { followTreatment, type QuotationRow, quotationFacts } from './quotation.ts'
import { writeLines } from './quotation-lines.ts'
import { todayOf } from './quotation-state.ts'
import type { TreatmentRow } from './treatment.ts'
import { isOpen, percent, treatmentStatus } from './treatment-status.ts'

type QuotationFields = NewFields<'quotation'>

/** Money in minor units. The discount is of the whole, after those of the treatments. */
export interface NewQuotation
  extends Discount,
    Pick<
      QuotationFields,
      | 'patientId'
      | 'branchId'
      | 'doctorId'
      | 'appointmentId'
      | 'name'
      | 'diagnosis'
      | 'chart'
      | 'notes'
      | 'optionLabel'
      | 'optionPlace'
    > {
  id?: string
  /** The first of the options that it is offered beside. */
  groupId?: string | null
  /** What is offered, in this order: the patient's treatments that are still to be done. */
  treatmentIds: string[]
  /** Of these, what another option has already: it stays with that one until one of them is signed. */
  shared?: ReadonlySet<string>
  diagnosticFeeMinor?: number | undefined
  /** The insurer's share, at most the total; as its cover says unless told. */
  insuranceMinor?: number | undefined
  /** For how many days it can be signed; as the clinic says unless told. */
  validDays?: number | undefined
}

/** With its name on the price list in Arabic, where it is called as there. */
type TreatmentToOffer = TreatmentRow & { name_ar: string | null }

/** Locked in the order of their ids, so that two quotations of the same treatments queue. */
const offered = sql<TreatmentToOffer>(`
  select t.*, case when listed.name = t.name then listed.name_ar end as name_ar
  from treatment t left join procedure listed on listed.company_id = t.company_id and listed.id = t.procedure_id
  where t.company_id = $1 and t.patient_id = $2 and t.id = any($3) order by t.id for update of t`)
const offer = sql(`
  update treatment set quotation_id = $2, updated_at = $4 where company_id = $1 and id = any($3)`)
const signedAmong = sql('select id from quotation where company_id = $1 and id = any($2) and signed')

/** Offers treatments to their patient for a price, and fires quotation.created. What an unsigned one offered moves over. */
export async function makeQuotation(tx: Tx, input: NewQuotation): Promise<QuotationRow> {
  const patient = await wholePatientFile(tx, input.patientId)
  const treatments = await treatmentsToOffer(tx, input)
  const taxPercent = patientTaxPercent(tx.clinic, patient)
  const { diagnosticFeeMinor: feeMinor = 0, insuranceMinor, discountMinor, discountPercent, validDays, ...rest } = input
  const { shared = new Set(), id = newId('quo', Date.parse(tx.now)), ...fields } = rest
  const terms = { feeMinor, taxPercent, discountMinor, discountPercent }
  const { lines, totals, wholeMinor } = await offeredLines(tx, patient, treatments, terms)
  const insured = Math.min(insuranceMinor ?? totals.insuranceMinor, totals.totalMinor)
  const quotation = await tx.insert('quotation', {
    ...columnsOf(fields),
    ...amountColumns({ ...totals, insuranceMinor: insured }, { feeMinor, taxPercent }),
    ...{ id, whole_discount_minor: wholeMinor, valid_until: await lastDay(tx, validDays) },
  })
  await writeLines(tx, id, lines)
  await takeOver(
    tx,
    quotation,
    treatments.filter(treatment => !shared.has(treatment.id)),
  )
  tx.emit(quotationCreated, quotationFacts(tx, quotation))
  return quotation
}

/** The last day on which what is offered today can be signed. */
export async function lastDay(tx: Tx, days: number | undefined): Promise<string> {
  return addDays(todayOf(tx), days ?? (await moneySettings(tx)).quotationDays)
}

/** Says of treatments that this quotation offers them, and brings those up to date that offered them before. */
export async function takeOver(tx: Tx, { id }: Pick<QuotationRow, 'id'>, treatments: readonly TreatmentRow[]) {
  await tx.sql(offer([tx.clinic.id, id, treatments.map(treatment => treatment.id), tx.now]))
  const before = treatments.flatMap(({ quotation_id }) => quotation_id ?? [])
  for (const quotation_id of [...new Set([id, ...before])].toSorted()) await followTreatment(tx, { quotation_id })
}

/** Holds what is to be offered: open treatments of the patient that are not billed, and in no signed quotation. */
export async function treatmentsToOffer(
  tx: Tx,
  { patientId, treatmentIds }: Pick<NewQuotation, 'patientId' | 'treatmentIds'>,
): Promise<TreatmentToOffer[]> {
  const rows = await tx.sql(offered([tx.clinic.id, patientId, treatmentIds]))
  const byId = new Map(rows.map(row => [row.id, row]))
  const treatments = [...new Set(treatmentIds)].flatMap(id => byId.get(id) ?? [])
  if (treatments.length < treatmentIds.length) refuse('not_found', { resource: 'treatment' })
  if (treatments.length === 0) refuseInput({ path: '/treatmentIds', code: 'too_few', message: 'must name a treatment' })
  const settled = treatments.find(treatment => !isOpen(treatmentStatus(treatment)))
  if (settled) refuse('invalid_state_transition', { from: settled.status, to: 'QUOTED' })
  if (treatments.some(({ invoice_id }) => invoice_id !== null))
    refuse('invalid_state_transition', { from: 'INVOICED', to: 'QUOTED' })
  const earlier = treatments.flatMap(({ quotation_id }) => quotation_id ?? [])
  const signed = earlier.length > 0 ? await tx.sql(signedAmong([tx.clinic.id, earlier])) : []
  if (signed.length > 0) refuse('invalid_state_transition', { from: 'SIGNED', to: 'QUOTED' })
  return treatments
}

type Priced = Pick<TreatmentRow, 'price_minor' | 'quantity' | 'discount_minor'>
type Terms = Pick<NewQuotation, 'diagnosticFeeMinor' | 'insuranceMinor' | keyof Discount>

/** What a quotation comes to, as its columns have it. */
export function quotationAmounts(input: Terms, treatments: readonly Priced[], taxPercent: number) {
  const { diagnosticFeeMinor: feeMinor = 0, ...terms } = input
  const lines = treatments.map(treatment => ({
    unitMinor: treatment.price_minor,
    quantity: treatment.quantity,
    discountMinor: treatment.discount_minor,
    taxPercent,
  }))
  const fee = { unitMinor: feeMinor, quantity: 1, taxPercent }
  return amountColumns(invoiceTotals({ ...terms, lines: [...lines, fee] }), { feeMinor, taxPercent })
}

export function amountColumns(
  totals: InvoiceTotals,
  { feeMinor, taxPercent }: { feeMinor: number; taxPercent: number },
) {
  return {
    ...columnsOf(totals),
    discount_percent: totals.subtotalMinor === 0 ? 0 : percent(totals.discountMinor, totals.subtotalMinor),
    tax_percent: taxPercent,
    diagnostic_fee_minor: feeMinor,
  }
}
