import { sql } from '../db/statement.ts'
import type { PlatformTx } from '../kernel/tx.ts'

/** How far a backfill that is not done has come. */
export interface Progress {
  name: string
  looked: number
  mended: number
  /** As many rows as the table was last counted to have. */
  expected: number
  still_seconds: number
}

const open = sql<Progress>(`
  select name, looked::float8 as looked, mended::float8 as mended,
    greatest(looked, (select reltuples from pg_class where oid = to_regclass('public.' || table_name)))::float8 as expected,
    extract(epoch from now() - moved_at)::float8 as still_seconds
  from backfill where done_at is null order by declared_at, name`)

export const backfillProgress = (tx: PlatformTx): Promise<Progress[]> => tx.sql(open([]))

/** The same as an operator reads it. */
export const progressLine = ({ name, looked, mended, expected }: Progress): string =>
  `backfill ${name}: ${looked} of about ${expected} rows, ${mended} mended`
