import type { Input } from '@clinic/contract/kernel.ts'
import type { chartTreatment as declared } from '@clinic/contract/staff/chart.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { requireDiscount } from '../billing/discount-limit.ts'
import { patientFile } from '../patients/patient-file.ts'
import { addTreatment } from './add-treatment.ts'
import type { TreatmentWithSteps } from './treatment.ts'

type Declared = Input<typeof declared>

/** What a member of staff puts on a chart; money in minor units. */
export interface Charted extends Omit<Declared, 'price' | 'discount'> {
  priceMinor?: number | undefined
  discountMinor?: number | undefined
}

/**
 * Puts on a patient's chart what was found or is planned: one treatment, or one for each tooth. Fires nothing. The price is
 * that of the list unless the member may say another, and the discount is one that they may give.
 */
export async function chartTreatment(tx: Tx, { perTooth, ...input }: Charted): Promise<TreatmentWithSteps[]> {
  requireSense(input)
  await requireNamed(tx, input)
  requirePrice(tx, input)
  const procedure = input.procedureId ? await tx.get('procedure', input.procedureId) : undefined
  const tooth = input.tooth ?? []
  const isEach = tooth.length > 1 && (perTooth ?? procedure?.per_tooth ?? false)
  const charted: TreatmentWithSteps[] = []
  for (const teeth of isEach ? tooth.map(one => [one]) : [tooth])
    charted.push(await addTreatment(tx, { ...input, tooth: teeth }))
  for (const { treatment } of charted)
    await requireDiscount(tx, { amountMinor: treatment.amount_minor, discountMinor: treatment.discount_minor })
  return charted
}

/** Refuses what does not go together. */
function requireSense({ status = 'PLANNED', procedureId, finding, name, ...input }: Charted): void {
  if (procedureId !== undefined && finding !== undefined)
    refuseInput({ path: '/finding', code: 'exclusive', message: 'must not be given beside procedureId' })
  if (procedureId === undefined && finding === undefined && name === undefined)
    refuseInput({
      path: '/procedureId',
      code: 'required',
      message: 'is required where neither finding nor name is given',
    })
  if (finding !== undefined && status === 'PLANNED')
    refuseInput({ path: '/finding', code: 'not_planned', message: 'must be of EXISTING or CONDITION' })
  if (status !== 'PLANNED') requireNothingOfPlans(input)
  requireOneDiscount(input)
}

/** What was found is not priced, and is in no part of the plan. */
function requireNothingOfPlans(input: Partial<Charted>): void {
  const ofPlans = { price: input.priceMinor, discount: input.discountMinor, discountPercent: input.discountPercent }
  const given = Object.entries({ ...ofPlans, phase: input.phase, steps: input.steps }).find(([, value]) => value)
  if (given) refuseInput({ path: `/${given[0]}`, code: 'not_planned', message: 'must be of what is PLANNED' })
}

interface Discounted {
  discountMinor?: number | undefined
  discountPercent?: number | undefined
}

/** A discount is an amount or a percentage of at most two decimals, not both. */
export function requireOneDiscount({ discountMinor, discountPercent }: Discounted): void {
  if (discountPercent === undefined) return
  if (discountMinor !== undefined)
    refuseInput({ path: '/discountPercent', code: 'exclusive', message: 'must not be given beside discount' })
  if (Math.round(discountPercent * 100) / 100 !== discountPercent)
    refuseInput({ path: '/discountPercent', code: 'decimals', message: 'must have at most two decimals' })
}

/** Refuses a price of one's own to those who may not say one. */
export function requirePrice({ caller }: Tx, { priceMinor }: { priceMinor?: number | undefined }): void {
  if (priceMinor !== undefined && !caller.holds('may:prices:override'))
    refuse('not_permitted', { permission: 'prices:override' })
}

/** Refuses names of records that are not there, and a visit of another patient. */
async function requireNamed(tx: Tx, input: Charted): Promise<void> {
  await patientFile(tx, input.patientId)
  await requireReferences(tx, input)
}

interface References {
  branchId?: string | undefined
  doctorId?: string | null | undefined
  appointmentId?: string | null | undefined
  procedureId?: string | undefined
  insuranceCompanyId?: string | null | undefined
}

/** The same of what a treatment of the patient names. */
export async function requireReferences(
  tx: Tx,
  { patientId, ...named }: References & { patientId: string },
): Promise<void> {
  if (named.branchId) await tx.get('branch', named.branchId)
  if (named.doctorId) await tx.get('practitioner', named.doctorId)
  if (named.procedureId) await tx.get('procedure', named.procedureId)
  if (named.insuranceCompanyId) await tx.get('insurance_company', named.insuranceCompanyId)
  const visit = named.appointmentId ? await tx.get('appointment', named.appointmentId) : undefined
  if (visit && visit.patient_id !== patientId) refuse('not_found', { resource: 'appointment' })
}
