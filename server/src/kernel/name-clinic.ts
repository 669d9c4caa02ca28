import { sql } from '../db/statement.ts'
import { clinicUnderVersion } from './grant-version.ts'

/** Enters a clinic: row-level security shows its rows, and no others, until the transaction ends. */
export const nameClinic = sql("select set_config('app.company', $1, true)")

/** The same for a caller whose grant was remembered: fails with STALE_GRANT when its version is not current. */
export const nameClinicUnderVersion = sql(`select set_config('app.company', ${clinicUnderVersion('$1', '$2')}, true)`)

/** Has row-level security show the records of restricted patients, too, until the transaction ends. */
export const showRestricted = sql("select set_config('app.restricted', 'shown', true)")

/** Names the clinic as a write does, and sets the horizon up to which a delta may be read: no transaction under way can still commit before it. */
export const beginDelta = sql(`select begin_delta(${clinicUnderVersion('$1', '$2')})`)
