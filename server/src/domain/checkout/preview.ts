import { hash } from 'node:crypto'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { hasGateway } from '../billing/create-payment-link.ts'
import { discountLimit, isWithin } from '../billing/discount-limit.ts'
import { moneySettings } from '../billing/money-settings.ts'
import type { PaymentGateways } from '../billing/payment-gateway.ts'
import { insuredAs } from '../insurance/insured.ts'
import type { Insured } from '../insurance/shares.ts'
import { type PatientRow, wholePatientFile } from '../patients/patient-file.ts'
import { type Priced, priceOf, requireBillable } from './price.ts'
import { priceOfDraft, requireDraft } from './price-draft.ts'
import { type Billable, billableOf, readTreatments, type TreatmentRow } from './treatments.ts'
import { type VisitMoney, visitMoney } from './visit-money.ts'
import { type Warning, warningsFor } from './warnings.ts'
import { requireSense, type WantedLine, type Wish } from './wish.ts'

/** All that a checkout goes by, in minor units. */
export interface Preview {
  patient: PatientRow
  insured: (Insured & { name: string }) | undefined
  /** Those that the wish names. */
  treatments: ReadonlyMap<string, TreatmentRow>
  /** The lines that are billed, as they were wanted. */
  wanted: readonly WantedLine[]
  priced: Priced
  /** What is left to pay besides the amounts that were named. */
  restMinor: number
  points: { has: number; most: number; valueMinor: number }
  limitPercent: number
  isWithinLimit: boolean
  isLinkable: boolean
  billable: Billable[]
  visit: VisitMoney
  warnings: Warning[]
  hash: string
}

interface Reading {
  gateways: PaymentGateways
  /** The treatments that the wish names, where it is to be written: they are held then. */
  held?: ReadonlyMap<string, TreatmentRow>
}

/** Refuses names of records that are not there, and a visit of another patient. */
async function requireNamed(tx: Tx, { patientId, ...wish }: Wish): Promise<void> {
  const { branchId, doctorId, appointmentId, invoiceId, approvalId } = wish
  await tx.get('branch', branchId)
  if (invoiceId !== undefined) await tx.get('invoice', invoiceId)
  if (approvalId !== undefined) await tx.get('discount_approval', approvalId)
  if (doctorId !== undefined) await tx.get('practitioner', doctorId)
  const visit = appointmentId === undefined ? undefined : await tx.get('appointment', appointmentId)
  if (visit && visit.patient_id !== patientId) refuse('not_found', { resource: 'appointment' })
}

const pointsOf = sql<{ points_balance: number }>(
  'select points_balance from loyalty_account where company_id = $1 and patient_id = $2',
)

/** What a checkout would come to; where it is to be written, what it bills is held until the transaction ends. */
export async function readPreview(tx: Tx, wish: Wish, { gateways, held }: Reading): Promise<Preview> {
  const patient = await wholePatientFile(tx, wish.patientId)
  await requireNamed(tx, wish)
  const treatments = held ?? (await readTreatments(tx, wish))
  requireSense(tx, wish)
  const [insured, settings, billable, visit] = await Promise.all([
    insuredAs(tx, patient),
    moneySettings(tx),
    billableOf(tx, wish),
    visitMoney(tx, wish),
  ])
  const { wanted, billed, known } = wantedOf(wish, treatments, billable)
  const priced =
    wish.invoiceId === undefined
      ? await priceOf(tx, wish, wanted, { patient, insured, settings, treatments: known, isHeld: held !== undefined })
      : await priceDraft(tx, wish.invoiceId, patient)
  const [[account], limitPercent, warnings, isLinkable] = await Promise.all([
    tx.sql(pointsOf([tx.clinic.id, patient.id])),
    discountLimit(tx),
    warningsFor(tx, wish, { billed, procedureIds: proceduresOf(wanted, known) }),
    hasGateway(tx, gateways),
  ])
  const has = account?.points_balance ?? 0
  if ((wish.points ?? 0) > has) refuse('insufficient_points')
  const isWithinLimit = isGiven(priced) || isWithin(asDiscounted(priced), limitPercent)
  return {
    ...{
      patient,
      insured,
      treatments,
      wanted,
      priced,
      limitPercent,
      isWithinLimit,
      isLinkable,
      billable,
      visit,
      warnings,
    },
    restMinor: Math.max(priced.totalMinor - priced.insuranceMinor - sumOf(wish.amountsMinor ?? []), 0),
    points: { has, most: Math.min(has, priced.pointsMost), valueMinor: settings.pointValueMinor },
    hash: hashOf(priced, visit),
  }
}

const sumOf = (minors: readonly number[]): number => minors.reduce((sum, minor) => sum + minor, 0)

async function priceDraft(tx: Tx, invoiceId: string, patient: PatientRow): Promise<Priced> {
  const draft = await tx.get('invoice', invoiceId)
  requireDraft(draft, patient.id)
  return priceOfDraft(tx, draft)
}

/** A discount that was given when the treatments were charted is none that is given now. */
export const isGiven = ({ discountMinor, ownMinor }: Priced): boolean => discountMinor <= ownMinor
export const asDiscounted = ({ subtotalMinor, discountMinor }: Priced) => ({
  amountMinor: subtotalMinor,
  discountMinor,
})

/** The lines that are billed: those that are named, else what was done today; what another invoice has is left out. */
function wantedOf(wish: Wish, named: ReadonlyMap<string, TreatmentRow>, billable: readonly Billable[]) {
  const known = new Map([...billable.map(({ treatment }) => [treatment.id, treatment] as const), ...named])
  const isTicked = (id: string) => wish.complete?.includes(id) ?? false
  const usual = billable.filter(
    ({ treatment, isToday }) => isToday && (treatment.status === 'COMPLETED' || isTicked(treatment.id)),
  )
  const lines = wish.lines ?? usual.map(({ treatment }) => ({ treatmentId: treatment.id }))
  const rowOf = ({ treatmentId = '' }: WantedLine) => known.get(treatmentId)
  for (const line of lines) {
    const row = rowOf(line)
    if (row) requireBillable(row)
  }
  const isBilled = (line: WantedLine) => (rowOf(line)?.invoice_id ?? null) !== null
  return {
    known,
    wanted: lines.filter(line => !isBilled(line)),
    billed: lines.filter(isBilled).flatMap(({ treatmentId }) => treatmentId ?? []),
  }
}

const proceduresOf = (lines: readonly WantedLine[], known: ReadonlyMap<string, TreatmentRow>): string[] =>
  lines.flatMap(({ treatmentId = '', procedureId }) => procedureId ?? known.get(treatmentId)?.procedure_id ?? [])

/** Of the very figures that the person saw, and of what the visit was billed and paid before. */
function hashOf({ lines, pointsMost: _most, ...amounts }: Priced, { invoices, payments }: VisitMoney): string {
  const billed = lines.map(({ line }) => line)
  const before = invoices.map(({ id, total_minor, pending_minor, voided_at }) => ({
    id,
    total_minor,
    pending_minor,
    voided_at,
  }))
  return hash('sha256', canonicalJson({ billed, amounts, before, payments }), 'hex')
}
