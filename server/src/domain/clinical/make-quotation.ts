import { quotationCreated } from '@clinic/contract/quotations.ts'
import { sql } from '../../db/statement.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type Discount, invoiceTotals } from '../billing/invoice-totals.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { followTreatment, type QuotationRow, quotationFacts } from './quotation.ts'
import type { TreatmentRow } from './treatment.ts'
import { isOpen, percent, treatmentStatus } from './treatment-status.ts'

type QuotationFields = NewFields<'quotation'>

/** Money in minor units. The discount is of the whole, after those of the treatments. */
export interface NewQuotation
  extends Discount,
    Pick<QuotationFields, 'patientId' | 'branchId' | 'doctorId' | 'appointmentId' | 'name' | 'diagnosis' | 'chart'> {
  /** What is offered, in this order: the patient's treatments that are still to be done. */
  treatmentIds: string[]
  diagnosticFeeMinor?: number
  /** The insurer's share; at most the total counts. */
  insuranceMinor?: number
}

/** Locked in the order of their ids, so that two quotations of the same treatments queue. */
const offered = sql<TreatmentRow>(`
  select * from treatment where company_id = $1 and patient_id = $2 and id = any($3) order by id for update`)
const offer = sql(`
  update treatment set quotation_id = $2, updated_at = $4 where company_id = $1 and id = any($3)`)
const signedAmong = sql('select id from quotation where company_id = $1 and id = any($2) and signed')

/** Offers treatments to their patient for a price, and fires quotation.created. What an unsigned one offered moves over. */
export async function makeQuotation(tx: Tx, input: NewQuotation): Promise<QuotationRow> {
  const patient = await wholePatientFile(tx, input.patientId)
  const treatments = await treatmentsToOffer(tx, input)
  const taxPercent = patientTaxPercent(tx.clinic, patient)
  const { diagnosticFeeMinor, insuranceMinor, discountMinor, discountPercent, ...fields } = input
  const terms = { diagnosticFeeMinor, insuranceMinor, discountMinor, discountPercent }
  const quotation = await tx.insert('quotation', {
    ...columnsOf(fields),
    ...quotationAmounts(terms, treatments, taxPercent),
    id: newId('quo', Date.parse(tx.now)),
  })
  await tx.sql(offer([tx.clinic.id, quotation.id, quotation.treatment_ids, tx.now]))
  for (const quotation_id of new Set(treatments.map(treatment => treatment.quotation_id)))
    await followTreatment(tx, { quotation_id })
  tx.emit(quotationCreated, quotationFacts(tx, quotation))
  return quotation
}

async function treatmentsToOffer(tx: Tx, { patientId, treatmentIds }: NewQuotation): Promise<TreatmentRow[]> {
  const rows = await tx.sql(offered([tx.clinic.id, patientId, treatmentIds]))
  const byId = new Map(rows.map(row => [row.id, row]))
  const treatments = [...new Set(treatmentIds)].flatMap(id => byId.get(id) ?? [])
  if (treatments.length < treatmentIds.length) refuse('not_found', { resource: 'treatment' })
  if (treatments.length === 0) refuseInput({ path: '/treatmentIds', code: 'too_few', message: 'must name a treatment' })
  const settled = treatments.find(treatment => !isOpen(treatmentStatus(treatment)))
  if (settled) refuse('invalid_state_transition', { from: settled.status, to: 'QUOTED' })
  const earlier = treatments.flatMap(({ quotation_id }) => quotation_id ?? [])
  const signed = earlier.length > 0 ? await tx.sql(signedAmong([tx.clinic.id, earlier])) : []
  if (signed.length > 0) refuse('invalid_state_transition', { from: 'SIGNED', to: 'QUOTED' })
  return treatments
}

type Offered = Pick<TreatmentRow, 'price_minor' | 'quantity' | 'discount_minor'>
type Terms = Pick<NewQuotation, 'diagnosticFeeMinor' | 'insuranceMinor' | keyof Discount>

/** What a quotation comes to, as its columns have it. */
export function quotationAmounts(input: Terms, treatments: readonly Offered[], taxPercent: number) {
  const { diagnosticFeeMinor = 0, ...terms } = input
  const lines = treatments.map(treatment => ({
    unitMinor: treatment.price_minor,
    quantity: treatment.quantity,
    discountMinor: treatment.discount_minor,
    taxPercent,
  }))
  const fee = { unitMinor: diagnosticFeeMinor, quantity: 1, taxPercent }
  const totals = invoiceTotals({ ...terms, lines: [...lines, fee] })
  return {
    ...columnsOf(totals),
    discount_percent: totals.subtotalMinor === 0 ? 0 : percent(totals.discountMinor, totals.subtotalMinor),
    tax_percent: taxPercent,
    diagnostic_fee_minor: diagnosticFeeMinor,
  }
}
