import type { ClinicEvent } from '../printed/events.generated.ts'
import { type SigningWishes, signed } from './signed.ts'

export interface DeliveryWishes extends Omit<SigningWishes, 'spoil' | 'attempt'> {
  /** Whether each event comes twice, as it may: at least once is what is promised. */
  readonly duplicate?: boolean | undefined
  /** Whether they come in another order; a number makes the same order each time. */
  readonly shuffle?: boolean | number | undefined
}

export interface Delivered {
  readonly event: ClinicEvent
  readonly status: number
}

/** The same order for the same seed. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed >>> 0
  const rank = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  return items
    .map(item => ({ item, rank: rank() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

/** Posts events to a webhook one after another, signed, and tells what it answered to each. */
export async function deliver(
  handler: (request: Request) => Promise<Response>,
  events: readonly ClinicEvent[],
  { duplicate, shuffle, ...wishes }: DeliveryWishes = {},
): Promise<Delivered[]> {
  const all = duplicate ? events.flatMap(event => [event, event]) : [...events]
  const ordered = shuffle === undefined || shuffle === false ? all : shuffled(all, Number(shuffle))
  const delivered: Delivered[] = []
  for (const event of ordered) {
    const { status } = await handler(await signed(event, wishes))
    delivered.push({ event, status })
  }
  return delivered
}
