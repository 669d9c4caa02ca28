import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'

type Maybe<Value> = Value | undefined

interface GivenLine {
  price?: Maybe<number>
  discount?: Maybe<number>
}
interface Given<Line extends GivenLine> {
  discount?: Maybe<number>
  targetTotal?: Maybe<number>
  lines?: Maybe<readonly Line[]>
}

const maybeMinor = ({ clinic }: Tx, amount: Maybe<number>, path: string) =>
  amount === undefined ? undefined : minorOf(clinic, amount, path)

/** What is to be billed, as it was given, in minor units. */
export function billIn<Line extends GivenLine, Bill extends Given<Line>>(
  tx: Tx,
  { discount, targetTotal, lines, ...bill }: Bill & Given<Line>,
) {
  return {
    ...bill,
    discountMinor: maybeMinor(tx, discount, '/discount'),
    targetTotalMinor: maybeMinor(tx, targetTotal, '/targetTotal'),
    lines: lines?.map(({ price, discount: off, ...line }, place) => ({
      ...line,
      priceMinor: maybeMinor(tx, price, `/lines/${place}/price`),
      discountMinor: maybeMinor(tx, off, `/lines/${place}/discount`),
    })),
  }
}
