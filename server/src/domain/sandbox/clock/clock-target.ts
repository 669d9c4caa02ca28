import { MOST_DAYS, MOST_YEARS_AHEAD } from '@clinic/contract/sandbox-clock.ts'
import { refuseInput } from '../../../kernel/errors.ts'
import { DAY_MS } from '../../../kernel/values/zone.ts'

export interface MoveWish {
  /** An ISO 8601 duration. */
  advance?: string
  to?: string
}

interface Clock {
  now: string
  realNow: string
  timeZone: string
}

const DAYS_A_YEAR = 365.25

/** Where a clock is to be moved to, by itself: forward, not too far in one move, nor in all. */
export function clockTarget({ advance, to }: MoveWish, clock: Clock): string {
  const path = advance === undefined ? '/to' : '/advance'
  const wrong = (code: string, message: string) => refuseInput({ path, code, message })
  const from = to === undefined ? clock.now : new Date(to).toISOString()
  const target = advance === undefined ? Date.parse(from) : later(advance, from, clock)
  if (target === undefined || Number.isNaN(target))
    return wrong('format', 'must be an ISO 8601 duration such as P90D, PT2H or P1M')
  const now = Date.parse(clock.now)
  if (target <= now) return wrong('forward', 'must lead forward: only a reset brings a clock back')
  if (target - now > MOST_DAYS * DAY_MS) return wrong('too_far', `must be at most ${MOST_DAYS} days in one move`)
  if (target - Date.parse(clock.realNow) > MOST_YEARS_AHEAD * DAYS_A_YEAR * DAY_MS)
    return wrong('too_far', `must leave the clock at most ${MOST_YEARS_AHEAD} years ahead; a reset brings it back`)
  return new Date(target).toISOString()
}

/** That much later on the calendar of the clinic. */
function later(duration: string, from: string, { timeZone }: Clock): number | undefined {
  try {
    return Temporal.Instant.from(from).toZonedDateTimeISO(timeZone).add(Temporal.Duration.from(duration))
      .epochMilliseconds
  } catch {
    return undefined
  }
}
