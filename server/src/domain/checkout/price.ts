import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { percentOf } from '../../kernel/values/money.ts'
import { asCounted, type LineValues, type LineWish, linesOf } from '../billing/invoice-lines.ts'
import { invoiceTotals, type TaxAtRate, taxByRate } from '../billing/invoice-totals.ts'
import type { MoneySettings } from '../billing/money-settings.ts'
import { patientTaxPercent } from '../billing/patient-tax.ts'
import { type LineToInsure, sharesOfLines } from '../insurance/insured-lines.ts'
import type { Insured, Share } from '../insurance/shares.ts'
import type { PatientRow } from '../patients/patient-file.ts'
import { discountTo } from './target-total.ts'
import type { TreatmentRow } from './treatments.ts'
import type { WantedLine, Wish } from './wish.ts'

/** What a checkout comes to, in minor units. */
export interface Priced {
  lines: { line: LineValues; share: Share }[]
  taxes: TaxAtRate[]
  subtotalMinor: number
  /** Of the lines and of the whole, without points. */
  discountMinor: number
  /** Of the whole alone. */
  wholeMinor: number
  /** What the lines have off by themselves, as they were charted. */
  ownMinor: number
  pointsMinor: number
  /** How many points could be redeemed, whatever the patient has. */
  pointsMost: number
  taxMinor: number
  totalMinor: number
  insuranceMinor: number
}

interface Known {
  patient: PatientRow
  insured: Insured | undefined
  settings: MoneySettings
  treatments: ReadonlyMap<string, TreatmentRow>
  /** Whether it is to be written: what is billed is then held. */
  isHeld: boolean
  /** The invoice that is changed, with what the points take off that were redeemed on it. */
  changed?: { id: string; pointsMinor: number }
}

/** Prices what is wanted. */
export async function priceOf(tx: Tx, wish: Wish, wanted: readonly WantedLine[], known: Known): Promise<Priced> {
  const lines = await linesWanted(tx, wanted, known)
  const shares = await sharesOfLines(tx, known.insured, lines.map(asToInsure(known)))
  const counted = lines.map(asCounted)
  const { subtotalMinor, discountMinor: ofLines } = invoiceTotals({ lines: counted })
  const points = wish.points ?? 0
  const pointsMinor = known.changed?.pointsMinor ?? points * known.settings.pointValueMinor
  const netMinor = subtotalMinor - ofLines
  const wholeMinor = wholeDiscount(wish, { counted, netMinor, pointsMinor })
  const pointsMost = mostPoints(known.settings, netMinor - wholeMinor)
  if (known.changed && pointsMinor > netMinor - wholeMinor)
    refuseInput({ path: '/lines', code: 'points', message: 'must come to what the points on it take off' })
  if (points > pointsMost)
    refuseInput({ path: '/points', code: 'maximum', message: `must be at most ${pointsMost} on this invoice` })
  const shared = shares.reduce((sum, { minor }) => sum + minor, 0)
  const amounts = { lines: counted, discountMinor: wholeMinor + pointsMinor, insuranceMinor: shared }
  const totals = invoiceTotals(amounts)
  return {
    ...{ lines: lines.map((line, at) => withShare(line, shares[at])), taxes: taxByRate(amounts) },
    ...{ wholeMinor, pointsMinor, pointsMost, ownMinor: ownDiscount(lines, known) },
    ...{ ...totals, discountMinor: totals.discountMinor - pointsMinor },
  }
}

const withShare = (line: LineValues, share: Share = { minor: 0, reason: null }) => ({
  line: { ...line, insurance_minor: share.minor },
  share,
})

/** What the treatments have off by themselves: it was given when they were charted. */
const ownDiscount = (lines: readonly LineValues[], { treatments }: Known): number =>
  lines.reduce((sum, { treatment_id }) => sum + (treatments.get(treatment_id ?? '')?.discount_minor ?? 0), 0)

async function linesWanted(tx: Tx, wanted: readonly WantedLine[], known: Known): Promise<LineValues[]> {
  if (wanted.length === 0) return []
  const taxPercent = patientTaxPercent(tx.clinic, known.patient)
  const wishes = wanted.map(wishOf)
  const { patient, isHeld, changed } = known
  return linesOf(tx, wishes, {
    ...{ patientId: patient.id, taxPercent, isHeld },
    ...(changed && { invoiceId: changed.id }),
  })
}

/** A line as an invoice takes it. */
export function wishOf({ priceMinor, discountMinor, discountPercent, ...line }: WantedLine): LineWish {
  const { treatmentId, procedureId, name, quantity } = line
  return {
    ...(treatmentId !== undefined && { treatmentId }),
    ...(procedureId !== undefined && { procedureId }),
    ...(name !== undefined && { name }),
    ...(quantity !== undefined && { quantity }),
    ...(priceMinor !== undefined && { unitMinor: priceMinor }),
    ...{ discountMinor: discountMinor ?? null, discountPercent: discountPercent ?? null },
  }
}

interface Counted {
  counted: ReturnType<typeof asCounted>[]
  netMinor: number
  pointsMinor: number
}

function wholeDiscount(wish: Wish, { counted, netMinor, pointsMinor }: Counted): number {
  const { targetTotalMinor, discountMinor, discountPercent } = wish
  if (targetTotalMinor !== undefined) return discountTo(counted, targetTotalMinor, pointsMinor)
  return Math.min(discountMinor ?? percentOf(netMinor, discountPercent ?? 0), netMinor)
}

/** As many as are worth no more than the clinic lets them take off. */
function mostPoints({ pointValueMinor, redeemMaxPercent }: MoneySettings, netMinor: number): number {
  if (pointValueMinor === 0) return 0
  const most = Math.min(percentOf(netMinor, redeemMaxPercent), netMinor)
  return Math.floor(most / pointValueMinor)
}

const asToInsure =
  ({ treatments }: Known) =>
  (line: LineValues): LineToInsure => ({
    procedureId: line.procedure_id,
    totalMinor: invoiceTotals({ lines: [asCounted(line)] }).totalMinor,
    isApproved: treatments.get(line.treatment_id ?? '')?.approved ?? false,
  })

/** Refuses what cannot be billed: what was found, and what was rejected. */
export function requireBillable({ status }: TreatmentRow): void {
  if (['EXISTING', 'CONDITION', 'REJECTED'].includes(status))
    refuse('invalid_state_transition', { from: status, to: 'INVOICED' })
}
