import { proposedMinutes } from '@clinic/contract/staff/visit-minutes.ts'

/** What a visit takes whose doctor is not known yet. */
export const USUAL_MINUTES = 30

interface Known {
  readonly practitioners: readonly { id: string; slotMinutes: number }[]
  readonly procedures: readonly { id: string; durationMinutes: number | null }[]
}

/** How long a visit is to this doctor, for these procedures. */
export function minutesWith(
  { practitioners, procedures }: Known,
  doctorId: string,
  procedureIds: readonly string[],
): number {
  const slotMinutes = practitioners.find(({ id }) => id === doctorId)?.slotMinutes ?? USUAL_MINUTES
  const durations = procedureIds.map(id => procedures.find(one => one.id === id)?.durationMinutes ?? null)
  return proposedMinutes(durations, slotMinutes)
}
