import { hash } from 'node:crypto'

/** Choices that look random and are the same for the same seed, on every machine. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number, both ends included. */
  integer(from: number, to: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** An item with the probability that its weight has among all. */
  weighted<Item>(choices: readonly (readonly [item: Item, weight: number])[]): Item
}

/** mulberry32: 32 bits of state, good enough for invented patients. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function seededRandom(seed: string): Random {
  const next = mulberry32(hash('sha256', seed, 'buffer').readInt32BE())
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index]
    if (item === undefined) throw new RangeError('There is nothing to choose from.')
    return item
  }
  return {
    next,
    integer,
    chance: probability => next() < probability,
    pick: items => at(items, integer(0, items.length - 1)),
    weighted(choices) {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      const index = choices.findIndex(([, weight]) => {
        left -= weight
        return left < 0
      })
      return at(choices, Math.max(index, 0))[0]
    },
  }
}
