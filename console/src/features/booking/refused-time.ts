import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import type { Slot } from './draft.ts'
import { booking } from './texts.ts'

/** Why a time cannot be booked, and which ones are free instead. */
export interface RefusedTime {
  conflict: string
  reason: string
  suggestions: readonly Slot[]
}

/** What a refusal says of the time; nothing where it was for something else. */
export function refusedTime(error: unknown): RefusedTime | undefined {
  if (!isProblem(error, 'slot_unavailable')) return undefined
  const { conflict, reason, suggestions } = detailsOf(error)
  const offered = Array.isArray(suggestions) ? suggestions.map(slotOf) : []
  return { conflict: String(conflict), reason: String(reason), suggestions: offered }
}

function slotOf(value: object): Slot {
  const { start, end, doctorId, room }: Readonly<Record<string, unknown>> = { ...value }
  const named = typeof room === 'string' ? room : null
  return { start: String(start), end: String(end), doctorId: String(doctorId), room: named }
}

/** Why it cannot, in a sentence. */
export function useWhyRefused(): (refused: RefusedTime) => string {
  const { refusals } = useTexts(booking)
  const known = new Map<string, string>(Object.entries(refusals))
  return ({ conflict, reason }) =>
    (reason === 'taken' && conflict === 'room' ? refusals.takenRoom : known.get(reason)) ?? refusals.other
}
