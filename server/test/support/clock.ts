import { addDays, localDate, wallClock } from '../../src/kernel/values/zone.ts'

/**
 * The zone in which it is about noon, at whatever hour a test runs: for clinics whose visits are minutes from now, so that
 * they are of today, within the hours of the branch. It has no summer time.
 */
export const NOON_ZONE = zoneAhead(12 - new Date().getUTCHours())

/** Names of these zones say how far they are behind. */
function zoneAhead(hours: number): string {
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** Dates and times as they are on the walls of a zone. */
export function clockIn(zone: string) {
  /** The date a number of days from today. */
  const dateIn = (days: number): string => addDays(localDate(Date.now(), zone), days)
  /** The instant of a wall clock time, a week from today unless told, as the API writes it. */
  const at = (time: string, days = 7): string => {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    return new Date(wallClock(dateIn(days), zone)(hour * 60 + minute)).toISOString()
  }
  return { at, dateIn }
}

export const { at, dateIn } = clockIn('Asia/Riyadh')
