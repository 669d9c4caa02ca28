import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { percentOf } from '../../kernel/money.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InvoiceLineRow } from './invoice-row.ts'
import { type Discount, invoiceTotals } from './invoice-totals.ts'
import { minorOf } from './minor-of.ts'

/** A discount as staff give it: an amount in the major unit, or a percentage. The amount counts when both are given. */
export interface DiscountWish {
  discount?: number | null
  discountPercent?: number | null
}

/** What was done. A procedure of the price list gives name, code and price where the line does not. */
export interface LineWish extends DiscountWish {
  procedureId?: string | null
  treatmentId?: string | null
  name?: string
  code?: string | null
  /** For one, without tax, in the major unit. */
  price?: number
  /** 1 unless told. */
  quantity?: number
  /** The patient's rate unless told. */
  taxPercent?: number
  /** The insurer's share of the line, as an amount or as a percentage of the line with its tax; none unless told. */
  insurance?: number
  insurancePercent?: number
}

export type LineValues = Omit<InvoiceLineRow, 'company_id' | 'id' | 'invoice_id'>

const MOST_QUANTITY = 10_000

/** The discount in minor units and percent, as the totals are computed from it. */
export function discountOf(tx: Tx, { discount, discountPercent }: DiscountWish, at: string): Required<Discount> {
  return {
    discountMinor:
      discount == null ? null : nonNegative(minorOf(tx.clinic, discount, `${at}/discount`), `${at}/discount`),
    discountPercent: discountPercent == null ? null : percentage(discountPercent, `${at}/discountPercent`),
  }
}

/** Reads the lines of an invoice, in one query for all that the price list knows about them. */
export async function linesOf(tx: Tx, wishes: readonly LineWish[], taxPercent: number): Promise<LineValues[]> {
  if (wishes.length === 0) refuseInput({ path: '/lines', code: 'minItems', message: 'must have at least one line' })
  const listed = await listedProcedures(tx, wishes)
  return wishes.map((wish, index) => lineOf(tx, wish, index, { taxPercent, listed }))
}

interface ListedProcedure {
  id: string
  name: string
  code: string | null
  price_minor: number
}
type Listed = ReadonlyMap<string, ListedProcedure>

const proceduresById = sql('select id, name, code, price_minor from procedure where company_id = $1 and id = any($2)')

async function listedProcedures(tx: Tx, wishes: readonly LineWish[]): Promise<Listed> {
  const ids = wishes.flatMap(({ procedureId }) => procedureId ?? [])
  const rows = ids.length === 0 ? [] : await tx.sql<ListedProcedure>(proceduresById([tx.clinic.id, ids]))
  return new Map(rows.map(row => [row.id, row]))
}

function lineOf(tx: Tx, wish: LineWish, index: number, known: { taxPercent: number; listed: Listed }): LineValues {
  const at = `/lines/${index}`
  const { procedureId = null, quantity = 1, taxPercent = known.taxPercent } = wish
  const listed = procedureId === null ? undefined : known.listed.get(procedureId)
  if (procedureId !== null && !listed) refuse('not_found', { resource: 'procedure' })
  const { discountMinor, discountPercent } = discountOf(tx, wish, at)
  const line = {
    sort_order: index,
    procedure_id: procedureId,
    treatment_id: wish.treatmentId ?? null,
    name: wish.name ?? listed?.name ?? required(`${at}/name`),
    code: wish.code ?? listed?.code ?? null,
    quantity: count(quantity, `${at}/quantity`),
    unit_minor: unitOf(tx, wish, at) ?? listed?.price_minor ?? required(`${at}/price`),
    discount_minor: discountMinor,
    discount_percent: discountPercent,
    tax_percent: percentage(taxPercent, `${at}/taxPercent`),
  }
  return { ...line, insurance_minor: insurerShare(tx, wish, line, at) }
}

const unitOf = (tx: Tx, { price }: LineWish, at: string): number | undefined =>
  price === undefined ? undefined : nonNegative(minorOf(tx.clinic, price, `${at}/price`), `${at}/price`)

function insurerShare(
  tx: Tx,
  { insurance, insurancePercent }: LineWish,
  line: Omit<LineValues, 'insurance_minor'>,
  at: string,
): number {
  if (insurance !== undefined) return nonNegative(minorOf(tx.clinic, insurance, `${at}/insurance`), `${at}/insurance`)
  if (insurancePercent === undefined) return 0
  const { totalMinor } = invoiceTotals({ lines: [asCounted(line)], paidMinor: 0 })
  return percentOf(totalMinor, percentage(insurancePercent, `${at}/insurancePercent`))
}

/** A line as the totals count it. */
export const asCounted = (line: Omit<LineValues, 'insurance_minor'>) => ({
  unitMinor: line.unit_minor,
  quantity: line.quantity,
  taxPercent: line.tax_percent,
  discountMinor: line.discount_minor,
  discountPercent: line.discount_percent,
})

const required = (path: string) => refuseInput({ path, code: 'required', message: 'is required' })

function nonNegative(minor: number, path: string): number {
  return minor >= 0 ? minor : refuseInput({ path, code: 'minimum', message: 'must not be below 0' })
}

function percentage(percent: number, path: string): number {
  const cents = Math.round(percent * 100)
  if (cents >= 0 && cents <= 10_000 && cents / 100 === percent) return percent
  return refuseInput({ path, code: 'percentage', message: 'must be from 0 to 100 with at most 2 decimals' })
}

function count(quantity: number, path: string): number {
  if (Number.isInteger(quantity) && quantity > 0 && quantity <= MOST_QUANTITY) return quantity
  return refuseInput({ path, code: 'quantity', message: `must be a whole number from 1 to ${MOST_QUANTITY}` })
}
