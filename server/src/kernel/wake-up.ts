import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'
import { atMostEvery } from './at-most-every.ts'

/** Heard by workers: there are new deliveries. */
export const WAKE_CHANNEL = 'webhook_due'

/** NOTIFY takes a lock of the whole database when it commits, so one call speaks for all of this span. */
const AT_MOST_EVERY_MS = 20

const notify = sql(`select pg_notify('${WAKE_CHANNEL}', '')`)([])

/** Wakes the workers: immediately, and then at most once per span. They look by themselves too, so a lost call is no harm. */
export const wakeUpCall = (connections: SharedConnections): (() => void) =>
  atMostEvery(AT_MOST_EVERY_MS, () => void connections.run(notify).catch(() => undefined))
