/**
 * Sessions and locks as a test may see them, to stand in a `from`. The test files run at the same time on one server: a
 * test that looks at all of it counts, cancels or ends what belongs to another.
 */
export const SESSIONS = '(select * from pg_stat_activity where datname = current_database()) as session'
export const LOCKS = `(select * from pg_locks
  where database = (select oid from pg_database where datname = current_database())) as held`
