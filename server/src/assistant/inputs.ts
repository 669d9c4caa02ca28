import type { Issue } from '@clinic/contract/errors.ts'
import { Id, Optional, Text } from '@clinic/contract/fields.ts'
import { type TProperties, Type } from '@clinic/contract/kernel.ts'
import { refuseInput } from '../kernel/errors.ts'
import { camel } from '../kernel/values/spelling.ts'
import { addDays, DAY_MS, startOfDay, todayIn } from '../kernel/values/zone.ts'
import type { Connection } from './connection.ts'
import type { ConnectedClinic } from './reader.ts'
import type { Call, JsonObject } from './tool.ts'

/** The input of a tool: these fields and no others. */
export const closedInput = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const MAX_ROWS = 50
const DEFAULT_ROWS = 20

/** What every list takes beside its filters. */
export const paging = {
  cursor: Optional(Type.String({ minLength: 1, maxLength: 500, description: 'next_cursor of the previous page.' })),
  limit: Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS, default: DEFAULT_ROWS })),
}

const day = (description: string) =>
  Type.String({ format: 'date', 'x-expects': 'a date such as 2026-11-20', description })

/** A window of whole days on the clinic's calendar. */
export const days = {
  from: Optional(day('First day, on the calendar of the clinic.')),
  to: Optional(day('Last day, inclusive.')),
}
export const branchId = { branch_id: Optional(Id) }
export const patientId = { patient_id: Id }
export const maybePatientId = { patient_id: Optional(Id) }
export const doctorId = {
  doctor_id: Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A practitioner, or "me".' })),
}
export const search = { query: Text(2, 100) }

/** The rows of a page that was asked for. */
export const rowsOf = ({ limit }: JsonObject): number => (typeof limit === 'number' ? limit : DEFAULT_ROWS)

/** How the input of a tool becomes what an operation is asked. */
export interface QueryRule {
  /** The one of the input that is the operation's `id`. */
  idFrom?: string
  /** Which days are read, of a tool that takes `days`. */
  window?: WindowRule
}

/** What the operation is asked: the input in its names, days as instants, "me" as the person's own id. */
export function queryOf(
  { idFrom, window }: QueryRule,
  { from, to, doctor_id: doctor, ...rest }: JsonObject,
  { clinic, connection }: Call,
): JsonObject {
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key === idFrom ? 'id' : camel(key), value])),
    ...(window && windowOf({ from, to }, clinic, window)),
    ...(doctor !== undefined && { doctorId: doctorOf(doctor, connection) }),
  }
}

/** "me" is the person's own record on the list of practitioners. */
function doctorOf(asked: unknown, { practitioner_id: own }: Connection): unknown {
  if (asked !== 'me') return asked
  if (own !== null) return own
  return refuseInput({
    path: 'doctor_id',
    code: 'no_practitioner',
    message: 'cannot be "me": this login is not linked to a practitioner; ask list_practitioners for an id',
  })
}

interface WindowRule {
  maxDays: number
  /** What is read when no day is named: today alone, or all. */
  unnamed: 'today' | 'all'
}

/**
 * The window in instants: from midnight to midnight in the clinic's time zone. What is wider than the tool allows is
 * refused, never cut in silence: a first day alone means until today and later, where no day at all means all.
 */
function windowOf(input: JsonObject, { timeZone }: ConnectedClinic, rule: WindowRule): JsonObject {
  const { maxDays } = rule
  const today = todayIn(timeZone)
  const { from, to } = daysOf(input, today, rule)
  if (from === undefined) return {}
  const length = (Date.parse(to ?? today) - Date.parse(from)) / DAY_MS + 1
  if (to !== undefined && length < 1)
    refuseInput({ path: 'to', code: 'before_from', message: 'must not be before from' })
  if (length > maxDays) refuseInput(tooWide(maxDays, to))
  const instant = (date: string) => new Date(startOfDay(date, timeZone)).toISOString()
  return { from: instant(from), ...(to !== undefined && { to: instant(addDays(to, 1)) }) }
}

const tooWide = (maxDays: number, to: string | undefined): Issue => ({
  path: to === undefined ? 'from' : 'to',
  code: 'window_too_wide',
  message:
    to === undefined
      ? `must be within ${maxDays} days of today when to is left out: ask in parts, with to`
      : `must be within ${maxDays} days from from on: ask in parts`,
})

interface Days {
  from?: string
  to?: string
}

function daysOf({ from, to }: JsonObject, today: string, { maxDays, unnamed }: WindowRule): Days {
  if (typeof from === 'string' && typeof to === 'string') return { from, to }
  if (typeof to === 'string')
    return refuseInput({ path: 'from', code: 'required_with_to', message: 'is required with to' })
  if (typeof from === 'string') return unnamed === 'all' ? { from } : { from, to: addDays(from, maxDays - 1) }
  return unnamed === 'today' ? { from: today, to: today } : {}
}
