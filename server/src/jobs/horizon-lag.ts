import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'

/** Writers announce their instant as delta_horizon reads it; the numbers of milliseconds begin anew every 24 days. */
const lag = sql<{ seconds: number }>(`
  select coalesce(max(age) filter (where age < 1073741824), 0)::float8 / 1000 as seconds
  from (
    select (floor(extract(epoch from clock_timestamp()) * 1000)::bigint - objid::bigint + 2 * 2147483648) % 2147483648 as age
    from pg_locks
    where locktype = 'advisory' and objsubid = 2 and mode = 'ShareLock'
      and database = (select oid from pg_database where datname = current_database())) as announced`)

/** For how many seconds the oldest write under way holds back who reads what has changed; 0 where none does. */
export async function horizonLag(tx: Pick<PlatformTx, 'sql'>): Promise<number> {
  const [found] = await tx.sql(lag([]))
  return found?.seconds ?? 0
}
