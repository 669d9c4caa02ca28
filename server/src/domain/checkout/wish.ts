import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { Discount } from '../billing/invoice-totals.ts'
import { requirePercent } from '../billing/percentage.ts'

type Given<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

export interface WantedLine extends Given<Discount> {
  treatmentId?: string | undefined
  procedureId?: string | undefined
  name?: string | undefined
  priceMinor?: number | undefined
  quantity?: number | undefined
}

/** What is to be billed, and for how much, in minor units. */
export interface Wish extends Given<Discount> {
  patientId: string
  branchId: string
  doctorId?: string | undefined
  appointmentId?: string | undefined
  invoiceId?: string | undefined
  lines?: readonly WantedLine[] | undefined
  complete?: readonly string[] | undefined
  targetTotalMinor?: number | undefined
  discountReason?: string | undefined
  approvalId?: string | undefined
  points?: number | undefined
  references?: readonly string[] | undefined
  /** What is to be paid in each way. */
  amountsMinor?: readonly number[] | undefined
}

/** Refuses what does not go together, and what the member may not say. */
export function requireSense(tx: Tx, wish: Wish): void {
  requireOne('', [
    ['discount', wish.discountMinor],
    ['discountPercent', wish.discountPercent],
    ['targetTotal', wish.targetTotalMinor],
  ])
  if (wish.discountPercent != null) requirePercent(wish.discountPercent, '/discountPercent')
  if (wish.invoiceId !== undefined) requireAsItIs(wish)
  for (const [place, line] of (wish.lines ?? []).entries()) requireLine(tx, line, `/lines/${place}`)
}

/** A draft is handed over as it is. */
function requireAsItIs({ lines, discountMinor, discountPercent, targetTotalMinor, points }: Wish): void {
  const said = {
    lines,
    discount: discountMinor,
    discountPercent,
    targetTotal: targetTotalMinor,
    points: points || undefined,
  }
  requireOne('', [['invoiceId', true], ...Object.entries(said)])
}

export function requireLine({ caller }: Tx, line: WantedLine, path: string): void {
  const { treatmentId, procedureId, name, priceMinor, quantity, discountMinor, discountPercent } = line
  requireOne(path, [
    ['treatmentId', treatmentId],
    ['procedureId', procedureId],
    ['name', name],
  ])
  requireOne(path, [
    ['treatmentId', treatmentId],
    ['quantity', quantity],
  ])
  requireOne(path, [
    ['discount', discountMinor],
    ['discountPercent', discountPercent],
  ])
  if (discountPercent != null) requirePercent(discountPercent, `${path}/discountPercent`)
  if (treatmentId === undefined && procedureId === undefined && name === undefined)
    refuseInput({ path: `${path}/treatmentId`, code: 'required', message: 'or procedureId or name is required' })
  if ((name === undefined) !== (priceMinor === undefined))
    refuseInput({ path: `${path}/price`, code: 'named', message: 'must be given beside a name, and only there' })
  if (name !== undefined && !caller.holds('may:prices:override'))
    refuse('not_permitted', { permission: 'prices:override' })
}

export function requireOne(path: string, fields: readonly (readonly [name: string, value: unknown])[]): void {
  const [first, second] = fields.filter(([, value]) => value != null)
  if (first && second)
    refuseInput({ path: `${path}/${second[0]}`, code: 'exclusive', message: `must not be given beside ${first[0]}` })
}
