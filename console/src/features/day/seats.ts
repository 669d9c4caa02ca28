import type { Span } from './axis.ts'

interface Placed extends Span {
  readonly id: string
  /** The doctor or the room. */
  readonly column: string
}

/** Which of so many seats side by side a card has in its column. */
export interface Seat {
  readonly seat: number
  readonly seats: number
}

/** Cards that share time in one column stand side by side, and no narrower than those which do need it. */
export function seatsOf(cards: readonly Placed[]): ReadonlyMap<string, Seat> {
  const found = new Map<string, Seat>()
  for (const column of Map.groupBy(cards, card => card.column).values())
    for (const cluster of clustersOf(column)) placeCluster(cluster, found)
  return found
}

const inOrder = (one: Placed, other: Placed) =>
  one.start - other.start || other.end - one.end || (one.id < other.id ? -1 : 1)

/** The cards of a column, by what hangs together in time. */
function clustersOf(cards: readonly Placed[]): Placed[][] {
  const clusters: Placed[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const card of cards.toSorted(inOrder)) {
    if (card.start >= end) clusters.push([])
    clusters.at(-1)?.push(card)
    end = Math.max(end, card.end)
  }
  return clusters
}

/** Each card takes the first seat that is free when it begins. */
function placeCluster(cluster: readonly Placed[], found: Map<string, Seat>): void {
  const ends: number[] = []
  const taken = cluster.map(({ id, start, end }) => {
    const free = ends.findIndex(until => until <= start)
    const seat = free === -1 ? ends.length : free
    ends[seat] = end
    return { id, seat }
  })
  for (const { id, seat } of taken) found.set(id, { seat, seats: ends.length })
}
