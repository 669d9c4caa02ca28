import { described } from '../fields.ts'
import { Type } from '../kernel.ts'

/** A time of day on the clocks of the clinic. */
export const ClockTime = Type.String({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' })

/** The same, or nothing on a day when it is closed. */
export const ClockTimeOrNone = Type.String({ pattern: '^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9])?$' })

export const Weekday = described(Type.Integer({ minimum: 0, maximum: 6 }), '0 is Sunday.')
