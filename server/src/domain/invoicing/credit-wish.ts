import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { roundHalfUp, toMajor } from '../../kernel/values/money.ts'
import type { CreditedLine, LeftLine } from '../billing/credited-lines.ts'

/** What is to be credited of a line: so many of it, or an amount without tax; all that is left unless told. */
export interface CreditWish {
  lineId: string
  quantity?: number
  amountMinor?: number
}

/** What the wishes come to, each of a line of which as much is left. */
export function wantedLines(tx: Tx, left: readonly LeftLine[], wishes: readonly CreditWish[]): CreditedLine[] {
  const seen = new Set<string>()
  return wishes.map((wish, place) => {
    const line = left.find(one => one.line.id === wish.lineId)
    if (!line) return refuse('not_found', { resource: 'invoice_line' })
    if (seen.has(wish.lineId)) refuseAt(place, 'lineId', 'twice', 'must name each line once')
    seen.add(wish.lineId)
    if (wish.quantity !== undefined && wish.amountMinor !== undefined)
      refuseAt(place, 'amount', 'exclusive', 'must be left out where a quantity is given')
    const { leftMinor } = line
    if (leftMinor === 0) refuseAt(place, 'lineId', 'credited', 'must be a line of which something is left')
    const { quantity = null, amountMinor = leftMinor } = wish
    if (quantity !== null) return { line_id: wish.lineId, quantity, net_minor: netOf(line, quantity, place) }
    if (amountMinor <= leftMinor) return { line_id: wish.lineId, quantity, net_minor: amountMinor }
    return refuseAt(place, 'amount', 'maximum', `must be at most ${toMajor(leftMinor, tx.clinic.currency)}`)
  })
}

const refuseAt = (place: number, field: string, code: string, message: string): never =>
  refuseInput({ path: `/lines/${place}/${field}`, code, message })

/** What so many of a line come to: all that is left with the last of them. */
function netOf({ leftMinor, leftQuantity }: LeftLine, quantity: number, place: number): number {
  if (quantity > leftQuantity) refuseAt(place, 'quantity', 'maximum', `must be at most ${leftQuantity}`)
  const net = roundHalfUp(BigInt(leftMinor) * BigInt(quantity), leftQuantity)
  return net > 0 ? net : refuseAt(place, 'quantity', 'nothing', 'must come to something')
}
