import { addDays, localDate } from '../../src/kernel/values/zone.ts'

const RIYADH = 'Asia/Riyadh'

/** The date in Riyadh a number of days from today. */
export const dateIn = (days: number): string => addDays(localDate(Date.now(), RIYADH), days)

/** The instant of a wall clock time in Riyadh, a week from today unless told, as the API writes it. */
export const at = (time: string, days = 7): string => new Date(`${dateIn(days)}T${time}:00+03:00`).toISOString()
