import { type Statement, sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { percentOf } from '../../kernel/values/money.ts'
import type { InvoiceLineRow } from './invoice-row.ts'
import { type Discount, invoiceTotals } from './invoice-totals.ts'

/**
 * What was done, in minor units. A treatment of the patient, or else a procedure of the price list, gives name, code, price
 * and so on where the line does not.
 */
export interface LineWish extends Discount {
  treatmentId?: string | null
  procedureId?: string | null
  name?: string
  code?: string | null
  /** For one, without tax. */
  unitMinor?: number
  /** 1 unless told. */
  quantity?: number
  /** The patient's rate unless told. */
  taxPercent?: number
  /** The insurer's share of the line; none unless told. */
  insuranceMinor?: number
  /** The same as a percentage of the line with its tax. */
  insurancePercent?: number
}

export type LineValues = Omit<InvoiceLineRow, 'company_id' | 'id' | 'invoice_id' | 'name_ar'> & {
  name_ar?: string | null
}

/** What a treatment or a procedure says of itself. */
type Known = Pick<TableRow<'treatment'>, 'id' | 'name' | 'code' | 'price_minor' | 'quantity' | 'procedure_id'> & {
  discount_minor: number | null
  /** What the price list calls it, in both languages. */
  listed_name: string | null
  listed_name_ar: string | null
}
type KnownTreatment = Known & Pick<TableRow<'treatment'>, 'invoice_id'>

interface LinesOf {
  patientId: string
  /** Of lines that say nothing else. */
  taxPercent: number
  /** The invoice that the lines are for, if there is one already. */
  invoiceId?: string
  /** Whether the treatments are held until the transaction ends; true unless told, as of what is only looked at. */
  isHeld?: boolean
}

const treatmentsOf = (locks: string) =>
  sql<KnownTreatment>(`
    select t.id, t.name, t.code, t.price_minor, t.quantity, t.discount_minor, t.procedure_id, t.invoice_id,
      listed.name as listed_name, listed.name_ar as listed_name_ar
    from treatment t left join procedure listed on listed.company_id = t.company_id and listed.id = t.procedure_id
    where t.company_id = $1 and t.patient_id = $2 and t.id = any($3) order by t.id ${locks}`)
const heldTreatments = treatmentsOf('for no key update of t')
const seenTreatments = treatmentsOf('')
const procedures = sql<Known>(`
  select id, name, code, price_minor, 1 as quantity, null::bigint as discount_minor, id as procedure_id,
    name as listed_name, name_ar as listed_name_ar from procedure
  where company_id = $1 and id = any($2)`)

/** Reads the lines of an invoice, in one query each for all that treatments and price list know about them. */
export async function linesOf(tx: Tx, wishes: readonly LineWish[], of: LinesOf): Promise<LineValues[]> {
  if (wishes.length === 0) refuseInput({ path: '/lines', code: 'too_few', message: 'must have at least one line' })
  const treatmentIds = wishes.flatMap(({ treatmentId }) => treatmentId ?? [])
  const procedureIds = wishes.flatMap(({ procedureId }) => procedureId ?? [])
  const treatments = of.isHeld === false ? seenTreatments : heldTreatments
  const treated = await byId(tx, treatments([tx.clinic.id, of.patientId, treatmentIds]), treatmentIds)
  const listed = await byId(tx, procedures([tx.clinic.id, procedureIds]), procedureIds)
  return wishes.map((wish, index) => {
    const treatment = wish.treatmentId ? treated.get(wish.treatmentId) : undefined
    if (wish.treatmentId) requireUnbilled(treatment, of)
    const procedure = wish.procedureId ? listed.get(wish.procedureId) : undefined
    if (wish.procedureId && !procedure) refuse('not_found', { resource: 'procedure' })
    return lineOf(wish, index, { ...of, known: treatment ?? procedure })
  })
}

async function byId<Row extends Known>(
  tx: Tx,
  statement: Statement<Row>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const rows = ids.length === 0 ? [] : await tx.sql(statement)
  return new Map(rows.map(row => [row.id, row]))
}

/** A treatment is billed once. */
function requireUnbilled(treatment: KnownTreatment | undefined, { invoiceId }: LinesOf): void {
  if (!treatment) refuse('not_found', { resource: 'treatment' })
  else if (treatment.invoice_id !== null && treatment.invoice_id !== invoiceId)
    refuse('invalid_state_transition', { from: 'INVOICED', to: 'INVOICED' })
}

function lineOf(wish: LineWish, index: number, { known, taxPercent }: LinesOf & { known: Known | undefined }) {
  const given = wish.discountMinor != null || wish.discountPercent != null
  const name = wish.name ?? known?.name ?? required(`/lines/${index}/name`)
  const line = {
    sort_order: index,
    procedure_id: wish.procedureId ?? known?.procedure_id ?? null,
    treatment_id: wish.treatmentId ?? null,
    // What is called otherwise than on the list is not what the list says in Arabic.
    ...{ name, name_ar: name === known?.listed_name ? known.listed_name_ar : null },
    code: wish.code ?? known?.code ?? null,
    quantity: wish.quantity ?? known?.quantity ?? 1,
    unit_minor: wish.unitMinor ?? known?.price_minor ?? required(`/lines/${index}/unitMinor`),
    discount_minor: given ? (wish.discountMinor ?? null) : (known?.discount_minor ?? null),
    discount_percent: given ? (wish.discountPercent ?? null) : null,
    tax_percent: wish.taxPercent ?? taxPercent,
  }
  return { ...line, insurance_minor: insurerShare(wish, line) }
}

const required = (path: string) => refuseInput({ path, code: 'required', message: 'is required' })

function insurerShare(
  { insuranceMinor, insurancePercent = 0 }: LineWish,
  line: Omit<LineValues, 'insurance_minor'>,
): number {
  const { totalMinor } = invoiceTotals({ lines: [asCounted(line)] })
  return Math.min(insuranceMinor ?? percentOf(totalMinor, insurancePercent), totalMinor)
}

/** A line as the totals count it. */
export const asCounted = (line: Omit<LineValues, 'insurance_minor'>) => ({
  unitMinor: line.unit_minor,
  quantity: line.quantity,
  taxPercent: line.tax_percent,
  discountMinor: line.discount_minor,
  discountPercent: line.discount_percent,
})
