import { isMilkTooth } from '@clinic/contract/teeth.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import { requireDiscount } from '../billing/discount-limit.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { wholePatientFile } from '../patients/patient-file.ts'
import { requireOneDiscount, requirePrice, requireReferences } from './chart-treatment.ts'
import { followTreatment } from './quotation.ts'
import { requireTeeth } from './tooth-parts.ts'
import { type TreatmentRow, type TreatmentWithSteps, withSteps } from './treatment.ts'
import { treatmentAmounts } from './treatment-amounts.ts'
import { requireEditable, type TreatmentChanges } from './treatment-editing.ts'
import { wasFound } from './treatment-status.ts'

/**
 * Changes what is given and differs of what was charted, as far as it may be; what was begun, done or found is corrected for
 * a reason, which is kept beside what it was. Fires nothing.
 */
export async function changeTreatment(tx: Tx, input: TreatmentChanges): Promise<TreatmentWithSteps> {
  const before = await tx.lock('treatment', input.id)
  await requireReferences(tx, { ...input, patientId: before.patient_id })
  requireSense(before, input)
  const changes = differences(before, { ...saidOf(before, input), ...(await pricedOf(tx, before, input)) })
  if (isEmpty(changes)) return withSteps(tx, before)
  await requireEditable(tx, before, input)
  requirePrice(tx, input)
  await requireLimit(tx, before, changes)
  const parts = input.reason === undefined ? undefined : { reason: [null, input.reason] as const }
  const after = await changeRecord(tx, 'treatment', before, changes, parts)
  await followTreatment(tx, after)
  return withSteps(tx, after)
}

function requireSense(before: TreatmentRow, input: TreatmentChanges): void {
  requireOneDiscount(input)
  requireTeeth(input.tooth ?? before.tooth, input.toothPart ?? before.tooth_part)
  const isFound = wasFound(before)
  const ofPlans = { price: input.priceMinor, discount: input.discountMinor, discountPercent: input.discountPercent }
  const asked = isFound ? { ...ofPlans, phase: input.phase } : { finding: input.finding, end: input.end }
  const given = Object.entries(asked).find(([, value]) => value !== undefined)
  const message = isFound ? 'must be of what is to be done' : 'must be of what was found'
  if (given) refuseInput({ path: `/${given[0]}`, code: isFound ? 'not_planned' : 'not_found_on_tooth', message })
}

function saidOf(before: TreatmentRow, input: TreatmentChanges) {
  const { branchId, doctorId, appointmentId, procedureId, finding, name, tooth, toothPart, end } = input
  const { phase, insuranceCompanyId, diagnosis, details, sortOrder } = input
  return {
    ...columnsOf({ branchId, doctorId, appointmentId, procedureId, finding, name, tooth, toothPart }),
    ...columnsOf({ phase, insuranceCompanyId, diagnosis, details, sortOrder }),
    ...(tooth && { child: tooth.some(isMilkTooth) }),
    ...(end !== undefined && { ends_at: end === null ? null : new Date(end).toISOString() }),
    ...(finding !== undefined && { procedure_id: null }),
    ...(procedureId !== undefined && procedureId !== before.procedure_id && wasFound(before) && { finding: null }),
  }
}

/** What it costs, where that is changed; another procedure brings its own name, code and price along. */
async function pricedOf(tx: Tx, before: TreatmentRow, input: TreatmentChanges) {
  const { procedureId, priceMinor, quantity, discountMinor, discountPercent } = input
  const isOther = procedureId !== undefined && procedureId !== before.procedure_id
  const procedure = isOther ? await tx.get('procedure', procedureId) : undefined
  const named = procedure && { name: input.name ?? procedure.name, code: procedure.code, chart: procedure.chart }
  if ([procedure, priceMinor, quantity, discountMinor, discountPercent].every(said => said === undefined)) return named
  const listed = wasFound(before) ? 0 : procedure?.price_minor
  const patient = await wholePatientFile(tx, before.patient_id)
  const amounts = treatmentAmounts({
    priceMinor: priceMinor ?? listed ?? before.price_minor,
    quantity: quantity ?? before.quantity,
    taxPercent: patientTaxPercent(tx.clinic, patient),
    discountMinor: discountMinor ?? (discountPercent === undefined ? before.discount_minor : undefined),
    discountPercent,
  })
  return { ...named, ...amounts }
}

/** A discount, in itself or of what became less, is one that the member may give; one that was given stays. */
async function requireLimit(tx: Tx, before: TreatmentRow, changes: Partial<TreatmentRow>): Promise<void> {
  const { amount_minor = before.amount_minor, discount_minor = before.discount_minor } = changes
  const isMore = discount_minor * before.amount_minor > before.discount_minor * amount_minor
  if (isMore) await requireDiscount(tx, { amountMinor: amount_minor, discountMinor: discount_minor })
}
