import { isRecord } from '@clinic/contract/json-schema.ts'
import { isId } from '../../kernel/values/ids.ts'

interface SharedIds {
  mode: string
  /** Until when the clinic lets the publisher see which records its plugin works with. */
  sharedUntil: string | null
}

/** Whether the publisher of a plugin is shown ids of the clinic's records: those of a sandbox, or while the clinic shares them. */
export const seesRecordIds = ({ mode, sharedUntil }: SharedIds, now: string): boolean =>
  mode === 'TEST' || (sharedUntil !== null && Date.parse(now) < Date.parse(sharedUntil))

/** Of ids these name nothing of a clinic's own: requests, events, deliveries, and what the plugin itself is. */
const OF_THE_PLATFORM = new Set(['req', 'evt', 'whd', 'whe', 'whr', 'ins', 'ptk', 'plv', 'plu', 'cli'])
const MASK = '••••'

const maskedText = (text: string): string => {
  const prefix = text.slice(0, 3)
  return isId(text) && !OF_THE_PLATFORM.has(prefix) ? `${prefix}_${MASK}` : text
}

/** The same with every id of a record masked; what kind of record it is stays. */
export function withoutRecordIds<Value>(value: Value): Value
export function withoutRecordIds(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (Array.isArray(value)) return value.map(each => withoutRecordIds(each))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutRecordIds(each)]))
}
