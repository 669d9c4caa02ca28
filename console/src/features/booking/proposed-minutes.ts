/** What a visit takes whose doctor is not known yet. */
export const USUAL_MINUTES = 30

/** As long as a visit may be. */
const LONGEST_MINUTES = 720

interface Known {
  readonly practitioners: readonly { id: string; slotMinutes: number }[]
  readonly procedures: readonly { id: string; durationMinutes: number | null }[]
}

/**
 * How long a visit is that does not say it: as long as what is done takes together, where each that is not timed takes as
 * long as a slot of the doctor, and so does a visit for nothing that is said.
 */
export function proposedMinutes(
  { practitioners, procedures }: Known,
  doctorId: string,
  procedureIds: readonly string[],
): number {
  const slot = practitioners.find(({ id }) => id === doctorId)?.slotMinutes ?? USUAL_MINUTES
  const each = procedureIds.map(id => procedures.find(one => one.id === id)?.durationMinutes ?? slot)
  const together = each.reduce((sum, minutes) => sum + minutes, 0)
  return each.length === 0 ? slot : Math.min(LONGEST_MINUTES, together)
}
