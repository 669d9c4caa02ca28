import type pg from 'pg'

/** Bytes that the server has logged so far. */
export const walOf = async (admin: pg.Client): Promise<number> =>
  (await admin.query<{ bytes: number }>(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`)).rows[0]
    ?.bytes ?? Number.NaN
