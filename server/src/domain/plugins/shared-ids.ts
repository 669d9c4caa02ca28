import { isRecord } from '@clinic/contract/json-schema.ts'
import { MOST_SHARED_DAYS } from '@clinic/contract/staff/plugin-setup.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { isId } from '../../kernel/values/ids.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { type InstallationRow, requireMove, statusOf } from './installation-row.ts'

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

const LONGEST_MS = MOST_SHARED_DAYS * 86_400_000
const TOO_LATE = { path: '/until', code: 'too_late', message: `must be at most ${MOST_SHARED_DAYS} days ahead` }
const PAST = { path: '/until', code: 'past', message: 'must be in the future' }

/** Lets the publisher see ids of the clinic's records for some days, or no longer. */
export async function shareIds(
  tx: Tx,
  { id, until }: { id: string; until: string | null },
): Promise<{ id: string; idsSharedUntil: string | null }> {
  const installation = await tx.lock('installation', id)
  if (until !== null && statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  const ahead = until === null ? 1 : Date.parse(until) - Date.parse(tx.now)
  if (ahead <= 0) return refuseInput(PAST)
  if (ahead > LONGEST_MS) return refuseInput(TOO_LATE)
  const { ids_shared_until: idsSharedUntil } = await tx.update('installation', id, { ids_shared_until: until })
  if (until !== null) await raiseAlarm(tx, 'shared_ids', id, { installationId: id })
  return { id, idsSharedUntil }
}

/** What the publisher of an installation is shown of a value about it. */
export function asPublisherSees<Value>(tx: Tx, { mode, ids_shared_until }: InstallationRow, value: Value): Value {
  return seesRecordIds({ mode, sharedUntil: ids_shared_until }, tx.now) ? value : withoutRecordIds(value)
}
