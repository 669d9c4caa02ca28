import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'
import { atMostEvery } from './at-most-every.ts'

/** Heard by every process that streams: something may have changed in these clinics. */
export const LIVE_CHANNEL = 'live'

const AT_MOST_EVERY_MS = 50
/** A notification holds fewer than 8000 bytes. */
const IDS_IN_A_CALL = 100

const notify = sql(`select pg_notify('${LIVE_CHANNEL}', $1)`)

export const clinicsCalled = (payload: string): string[] => payload.split(' ')

/**
 * Tells the processes that stream in which clinics something may have changed, at most once per span and outside of every
 * transaction. They look by themselves too, so a lost call is no harm.
 */
export function liveCall(connections: SharedConnections): (companyId: string) => void {
  const clinics = new Set<string>()
  const call = atMostEvery(AT_MOST_EVERY_MS, () => {
    const ids = [...clinics]
    clinics.clear()
    while (ids.length > 0) connections.run(notify([ids.splice(0, IDS_IN_A_CALL).join(' ')])).catch(() => undefined)
  })
  return companyId => {
    clinics.add(companyId)
    call()
  }
}
