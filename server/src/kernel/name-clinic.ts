import { type Statement, sql } from '../db/statement.ts'
import { clinicUnderVersion } from './grant-version.ts'
import type { Context } from './tx.ts'

/** Enters a clinic: row-level security shows its rows, and no others, until the transaction ends. */
export const nameClinic = sql("select set_config('app.company', $1, true)")

/** The same for one whose clock is ahead, by so many milliseconds. */
export const nameClinicAhead = sql(
  `select set_config('app.company', ${clinicUnderVersion('$1', '$2')}, true), set_config('app.clock_offset', $3, true)`,
)

/** The same for a caller whose grant was remembered: fails with STALE_GRANT when its version is not current. */
export const nameClinicUnderVersion = sql(`select set_config('app.company', ${clinicUnderVersion('$1', '$2')}, true)`)

/** Has row-level security show the records of restricted patients, too, until the transaction ends. */
export const showRestricted = sql("select set_config('app.restricted', 'shown', true)")

/** The same as it enters a clinic of which nothing else is known. */
export const nameClinicWithRestricted = sql(
  "select set_config('app.company', $1, true), set_config('app.restricted', 'shown', true)",
)

/** Names the clinic as a write does, and sets the horizon up to which a delta may be read: no transaction under way can still commit before it. */
export const beginDelta = sql(`select begin_delta(${clinicUnderVersion('$1', '$2')})`)

/**
 * The same where the clock is ahead: the horizon is by the clinic's clock, as what is dated by it; the locks that it follows
 * from are by the real one.
 */
export const beginDeltaAhead = sql(`
  select begin_delta(${clinicUnderVersion('$1', '$2')}), set_config('app.clock_offset', $3, true),
    set_config('app.horizon',
      (current_setting('app.horizon')::timestamptz + $3::bigint * interval '1 millisecond')::text, true)`)

/**
 * The same for who knows no more of the clinic than its id: it asks for its clock. Restricted patients are among what has
 * changed: that a file is not shown any more is told to those who have it open.
 */
export const beginDeltaOfAll = sql(`
  select begin_delta($1), set_config('app.restricted', 'shown', true), set_config('app.horizon', (current_setting('app.horizon')::timestamptz
    + coalesce((select clock_offset_ms from clinic where company_id = $1), 0) * interval '1 millisecond')::text, true)`)

/** Names the clinic by which a read begins, whatever its clock shows. */
export function openingOf({ clinic, grantVersion = null }: Context): Statement {
  if (clinic.clockOffsetMs > 0) return nameClinicAhead([clinic.id, grantVersion, String(clinic.clockOffsetMs)])
  // A statement that has nothing to look up costs the server half as much.
  return grantVersion === null ? nameClinic([clinic.id]) : nameClinicUnderVersion([clinic.id, grantVersion])
}

/** The same for a delta. */
export const deltaOpeningOf = ({ clinic, grantVersion = null }: Context): Statement =>
  clinic.clockOffsetMs > 0
    ? beginDeltaAhead([clinic.id, grantVersion, String(clinic.clockOffsetMs)])
    : beginDelta([clinic.id, grantVersion])
