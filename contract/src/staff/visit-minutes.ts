/** No visit is shorter than five minutes, or longer than twelve hours. */
export const SHORTEST_VISIT_MINUTES = 5
export const LONGEST_VISIT_MINUTES = 720

/**
 * How many minutes a visit is that does not say it: as many as what is done takes together, where each that is not timed (null)
 * takes as long as a slot of the doctor, and so does a visit for nothing that is said.
 */
export function proposedMinutes(durations: readonly (number | null)[], slotMinutes: number): number {
  if (durations.length === 0) return slotMinutes
  const together = durations.reduce<number>((sum, minutes) => sum + (minutes ?? slotMinutes), 0)
  return Math.min(LONGEST_VISIT_MINUTES, together)
}
