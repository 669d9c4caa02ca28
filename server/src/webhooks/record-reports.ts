import { type Statement, sql } from '../db/statement.ts'
import { onePerEndpoint, type Report } from './claim.ts'
import { ADJUST_LIMITS, talliesOf } from './concurrency-limit.ts'
import { countFailures, resetFailures, TELL_CLINICS } from './count-failures.ts'
import { FINISH_DELIVERIES, REQUEUE_DELIVERIES } from './move-deliveries.ts'

const REPORTS = `
  report as (
    -- The batch; every change below asks for the claim's fencing token. Nothing was sent of what is skipped.
    select *, ending <> 'SKIPPED' as sent
    from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::smallint[], $6::text[], $7::int[], $8::bigint[])
      with ordinality
      as one (company_id, id, fencing_token, ending, response_status, error_class, duration_ms, wait_ms, place)
  ), tally as (
    select * from unnest($9::text[], $10::text[], $11::int[], $12::int[], $13::bool[])
      as one (company_id, endpoint_id, succeeded, failed, throttled)
  ), clock as materialized (
    -- One moment for all that is written, in whole milliseconds as columns keep it.
    select date_trunc('milliseconds', clock_timestamp()) as now
  )`

/** Asks for the changed endpoints, so that they are locked before limits: changing an endpoint locks in this order too. */
const answer = (endpoints: string) => `
  changed as (
    select id from finished union all select id from retried union all select id from released
  )
  select count(*)::int as changed, case when count(*) < cardinality($1::text[]) then array(select id from changed) end as ids,
    ${endpoints}
  from changed`

/** A batch in which nothing was exhausted: as a rule, every batch. */
const recordCommon = sql<Answer & { reset: number }>(`
  with ${REPORTS}, ${FINISH_DELIVERIES}, ${REQUEUE_DELIVERIES}, ${resetFailures('$14', '$15')}, ${ADJUST_LIMITS},
  ${answer('(select count(*) from reset)::int as reset')}`)

/**
 * A batch in which something was exhausted, so that endpoints may have to be disabled: in the same statement, so that no
 * crash comes between the two, and a client that reads the last failure of an endpoint never sees it still active.
 */
const recordExhausted = sql<Answer>(`
  with ${REPORTS}, ${FINISH_DELIVERIES}, ${REQUEUE_DELIVERIES}, ${countFailures('$14')}, ${TELL_CLINICS}, ${ADJUST_LIMITS},
  ${answer('(select array_agg(last_id) from counted where disabled) as disabling')}`)

/** Of a batch: how many reports changed something, which where it was not all, and the deliveries that disabled their endpoints. */
export interface Answer {
  changed: number
  ids: string[] | null
  disabling?: string[] | null
}

/** What became of a report. `counted` is false when the claim had been lost, so that the report changed nothing. */
export interface Recorded {
  counted: boolean
  /** The endpoint was disabled by this very delivery. */
  disabled: boolean
}

const COUNTED: Recorded = { counted: true, disabled: false }

/** What became of each report, in their order. */
export function recordedOf(reports: readonly Report[], { changed, ids, disabling }: Answer): Recorded[] {
  if (changed === reports.length && !disabling) return reports.map(() => COUNTED)
  const counted = new Set(ids ?? reports.map(({ claim }) => claim.id))
  const disabled = new Set(disabling)
  return reports.map(({ claim }) => ({ counted: counted.has(claim.id), disabled: disabled.has(claim.id) }))
}

/**
 * The statement that records a batch in one commit; it answers one `Answer`. An endpoint that has reached `threshold`
 * exhausted deliveries in a row is disabled, and its clinic told.
 */
export function recordReports(reports: readonly Report[], threshold: number): Statement<Answer> {
  const values = [...reportColumns(reports), ...tallyColumns(reports)]
  if (reports.some(({ ending }) => ending === 'EXHAUSTED')) return recordExhausted([...values, threshold])
  const succeeded = onePerEndpoint(reports.filter(({ ending }) => ending === 'SUCCEEDED').map(({ claim }) => claim))
  return recordCommon([
    ...values,
    succeeded.map(({ company_id }) => company_id),
    succeeded.map(({ endpoint_id }) => endpoint_id),
  ])
}

const reportColumns = (reports: readonly Report[]): unknown[] => [
  reports.map(({ claim }) => claim.company_id),
  reports.map(({ claim }) => claim.id),
  reports.map(({ claim }) => claim.fencing_token),
  reports.map(({ ending }) => ending),
  reports.map(({ outcome }) => outcome?.status ?? null),
  reports.map(({ outcome }) => outcome?.errorClass ?? null),
  reports.map(({ outcome }) => outcome?.durationMs ?? null),
  reports.map(({ waitMs }) => waitMs),
]

function tallyColumns(reports: readonly Report[]): unknown[] {
  const tallies = talliesOf(reports)
  const columns = ['companyId', 'endpointId', 'succeeded', 'failed', 'throttled'] as const
  return columns.map(column => tallies.map(tally => tally[column]))
}
