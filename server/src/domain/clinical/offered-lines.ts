import type { Tx } from '../../kernel/tx.ts'
import { apportion, type Discount, type InvoiceTotals, invoiceTotals } from '../billing/invoice-totals.ts'
import { insuredAs } from '../insurance/insured.ts'
import { type LineToInsure, sharesOfLines } from '../insurance/insured-lines.ts'
import type { PatientRow } from '../patients/patient-file.ts'
import type { TreatmentRow } from './treatment.ts'

/** What is offered for one price, in minor units. */
export type Offerable = Pick<
  TreatmentRow,
  | 'id'
  | 'name'
  | 'code'
  | 'tooth'
  | 'tooth_part'
  | 'procedure_id'
  | 'approved'
  | 'price_minor'
  | 'quantity'
  | 'discount_minor'
> & {
  /** As the price list has it, where it is called as there. */
  name_ar?: string | null
}

/** The discount is of the whole, after those of the treatments. */
export interface Terms extends Discount {
  feeMinor: number
  taxPercent: number
}

/** A line as `quotation_line` has it. */
export interface OfferedLine {
  treatment_id: string | null
  name: string
  name_ar: string | null
  code: string | null
  tooth: number[]
  tooth_part: string[]
  quantity: number
  price_minor: number
  discount_minor: number
  tax_minor: number
  total_minor: number
  insurance_minor: number
  share_reason: string | null
}

export interface Offered {
  lines: OfferedLine[]
  totals: InvoiceTotals
  /** Of the discount what is taken off the whole. */
  wholeMinor: number
}

export const FEE = 'Diagnostic fee'
export const FEE_AR = 'رسم التشخيص'
const asFee = (price_minor: number): Offerable => ({
  ...{ id: '', name: FEE, name_ar: FEE_AR, code: null, tooth: [], tooth_part: [], procedure_id: null, approved: false },
  ...{ price_minor, quantity: 1, discount_minor: 0 },
})

/**
 * What treatments come to together, and each of them: the discount of the whole is split over the lines, and the tax of a
 * line is the difference of two rounded running totals, so that the lines add up to the whole. What the insurer bears is of
 * each line as it stands here.
 */
export async function offeredLines(
  tx: Tx,
  patient: PatientRow,
  treatments: readonly Offerable[],
  terms: Terms,
): Promise<Offered> {
  const rows = terms.feeMinor > 0 ? [...treatments, asFee(terms.feeMinor)] : [...treatments]
  const insured = await insuredAs(tx, patient)
  const { amounts, wholeMinor } = lineAmounts(rows, terms)
  const shares = await sharesOfLines(tx, insured, toInsure(rows, amounts))
  const lines = rows.map((row, place): OfferedLine => {
    const { discountMinor = 0, taxMinor = 0, totalMinor = 0 } = amounts[place] ?? {}
    const { minor, reason } = shares[place] ?? { minor: 0, reason: null }
    return {
      ...{
        treatment_id: row.id || null,
        name: row.name,
        name_ar: row.name_ar ?? null,
        code: row.code,
        tooth: row.tooth,
        tooth_part: row.tooth_part,
      },
      ...{ quantity: row.quantity, price_minor: row.price_minor, discount_minor: discountMinor, tax_minor: taxMinor },
      ...{ total_minor: totalMinor, insurance_minor: minor, share_reason: reason },
    }
  })
  const totals = invoiceTotals({ ...asInvoice(lines, terms), insuranceMinor: sumOf(shares.map(({ minor }) => minor)) })
  return { lines, totals, wholeMinor }
}

type Counted = Pick<OfferedLine, 'price_minor' | 'quantity' | 'discount_minor'>

const asInvoice = (lines: readonly Counted[], { taxPercent }: Pick<Terms, 'taxPercent'>) => ({
  lines: lines.map(({ price_minor, quantity, discount_minor }) => ({
    ...{ unitMinor: price_minor, quantity, discountMinor: discount_minor, taxPercent },
  })),
})

/** What each line comes to, and what of the discount is of the whole. */
export function lineAmounts(rows: readonly Counted[], terms: Omit<Terms, 'feeMinor'>) {
  const alone = rows.map(row => invoiceTotals(asInvoice([row], terms)))
  const owns = alone.map(({ discountMinor }) => discountMinor)
  const { discountMinor = null, discountPercent = null } = terms
  const whole = invoiceTotals({ ...asInvoice(rows, terms), discountMinor, discountPercent })
  const wholeMinor = whole.discountMinor - sumOf(owns)
  const parts = apportion(
    wholeMinor,
    alone.map(one => one.subtotalMinor - one.discountMinor),
  )
  let [netMinor, taxBefore] = [0, 0]
  const amounts = alone.map(({ subtotalMinor }, place) => {
    const off = (owns[place] ?? 0) + (parts[place] ?? 0)
    netMinor += subtotalMinor - off
    const upTo = invoiceTotals({ lines: [{ unitMinor: netMinor, quantity: 1, taxPercent: terms.taxPercent }] }).taxMinor
    const taxMinor = upTo - taxBefore
    taxBefore = upTo
    return { discountMinor: off, taxMinor, totalMinor: subtotalMinor - off + taxMinor }
  })
  return { amounts, wholeMinor }
}

/** What an insurer looks at. */
const toInsure = (rows: readonly Offerable[], amounts: readonly { totalMinor: number }[]): LineToInsure[] =>
  rows.map((row, place) => ({
    ...{ procedureId: row.procedure_id, isApproved: row.approved, totalMinor: amounts[place]?.totalMinor ?? 0 },
  }))

const sumOf = (minors: readonly number[]): number => minors.reduce((sum, minor) => sum + minor, 0)
