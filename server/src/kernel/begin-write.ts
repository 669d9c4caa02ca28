import { clinicUnderVersion } from './grant-version.ts'

/**
 * How every write begins, as columns of one statement over $1, the clinic, and `version`, the placeholder of the grant
 * version. It names the clinic for row-level security, announces by a shared lock the lower bound of its instant (a cast
 * alone would round half of them up), and then takes that instant: a delta reader holds back whatever an announced
 * transaction might still commit (delta_horizon). Where the clinic has no endpoint at all, no plugin is `listening` to
 * the events. PostgreSQL evaluates columns from left to right.
 */
export const beginWriteColumns = (version: string): string => `
  set_config('app.company', ${clinicUnderVersion('$1', version)}, true),
  pg_advisory_xact_lock_shared(hashtext($1), (floor(extract(epoch from clock_timestamp()) * 1000)::bigint % 2147483648)::integer),
  date_trunc('milliseconds', clock_timestamp()) as now,
  exists (select from webhook_endpoint where company_id = $1) as listening`
