import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'

export type FaultRow = TableRow<'sandbox_fault'>

const DEFAULT_MINUTES = 60
const MINUTE_MS = 60_000

export interface FaultWish {
  latencyMs?: number
  rateLimited?: number
  failed?: number
  unavailable?: number
  droppedBefore?: number
  droppedAfter?: number
  writesOnly?: boolean
  pageLimit?: number
  duplicated?: number
  shuffled?: boolean
  delayedSeconds?: number
  compressRetries?: number
  minutes?: number
}

const find = sql<FaultRow>(`
  select * from sandbox_fault where company_id = $1 and installation_id = $2 and until > now()`)
const put = sql<FaultRow>(`
  insert into sandbox_fault (company_id, installation_id, until, latency_ms, rate_limited, failed, unavailable,
    dropped_before, dropped_after, duplicated, shuffled, delayed_seconds, compress_retries, writes_only, page_limit)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  on conflict (company_id, installation_id) do update set until = excluded.until, latency_ms = excluded.latency_ms,
    rate_limited = excluded.rate_limited, failed = excluded.failed, unavailable = excluded.unavailable,
    dropped_before = excluded.dropped_before, dropped_after = excluded.dropped_after, duplicated = excluded.duplicated,
    shuffled = excluded.shuffled, delayed_seconds = excluded.delayed_seconds, compress_retries = excluded.compress_retries,
    writes_only = excluded.writes_only, page_limit = excluded.page_limit
  returning *`)
const remove = sql('delete from sandbox_fault where company_id = $1 and installation_id = $2')

/** What goes wrong for an installation at this time, if anything. */
export async function faultsOf(tx: Tx, installationId: string): Promise<FaultRow | undefined> {
  const [row] = await tx.sql(find([tx.clinic.id, installationId]))
  return row
}

/** Sets what goes wrong for an installation of a sandbox clinic, in place of what did before; nothing where nothing is said. */
export async function setFaults(tx: Tx, installationId: string, wish: FaultWish): Promise<FaultRow | undefined> {
  const { id } = await tx.get('installation', installationId)
  tx.touched.row('sandbox_fault', { id }, ['faults'])
  const { minutes = DEFAULT_MINUTES, ...faults } = wish
  if (Object.entries(faults).every(isHarmless)) {
    await tx.sql(remove([tx.clinic.id, id]))
    return undefined
  }
  const until = new Date(Date.parse(tx.realNow) + minutes * MINUTE_MS).toISOString()
  const [row] = await tx.sql(put([tx.clinic.id, id, until, ...valuesOf(faults)]))
  return row
}

/** Whether nothing goes wrong by it alone. */
const isHarmless = ([name, value]: [string, number | boolean | undefined]): boolean =>
  !value || name === 'writesOnly' || (name === 'compressRetries' && value === 1)

const valuesOf = (wish: FaultWish) => [
  ...[wish.latencyMs ?? 0, wish.rateLimited ?? 0, wish.failed ?? 0, wish.unavailable ?? 0],
  ...[wish.droppedBefore ?? 0, wish.droppedAfter ?? 0, wish.duplicated ?? 0, wish.shuffled ?? false],
  ...[wish.delayedSeconds ?? 0, wish.compressRetries ?? 1, wish.writesOnly ?? false, wish.pageLimit ?? 0],
]
