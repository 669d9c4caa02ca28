import type { Client } from 'pg'

/** What a transaction has made of a database so far, as PostgreSQL sees it. */
export interface State {
  relations: Keyed<{ name: string; file: string }>
  columns: Keyed<{ relation: string; name: string; type: string; required: boolean }>
  indexes: Keyed<{ relation: string; name: string; once: boolean }>
  constraints: Keyed<{ relation: string; name: string; kind: string; columns: string[]; validated: boolean }>
  routines: Keyed<{ name: string }>
  grants: Keyed<{ object: string; text: string }>
  /** How often this transaction has read through a table, and how many rows it has changed there. */
  use: Keyed<{ scans: number; changed: number }>
  /** The locks that this session holds by now: the strongest of a table. */
  locks: Keyed<{ isExclusive: boolean; stopsWrites: boolean }>
  /** The transaction, and what it may wait for a lock. */
  frame: Keyed<{ value: string }>
}

/** By an id that a thing keeps when it is renamed or replaced. */
type Keyed<Value> = Map<string, Value>

const OURS = `n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f')`
const RELATION = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${OURS}`

/** Each answers rows with a column id. */
const QUESTIONS: Readonly<Record<keyof State, string>> = {
  relations: `select c.oid::text as id, relname::text as name, relfilenode::text as file from ${RELATION}`,
  columns: `select c.oid || '.' || attnum as id, c.oid::text as relation, attname::text as name,
    format_type(atttypid, atttypmod) as type, attnotnull and not atthasdef and attidentity = '' as required
    from ${RELATION} join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped`,
  indexes: `select indexrelid::text as id, c.oid::text as relation, indexrelid::regclass::text as name,
    indisunique or indisexclusion as once from ${RELATION} join pg_index i on i.indrelid = c.oid`,
  constraints: `select k.oid::text as id, c.oid::text as relation, conname::text as name, contype::text as kind,
    (select coalesce(array_agg(c.oid || '.' || number), '{}') from unnest(conkey) as number) as columns, convalidated as validated
    from ${RELATION} join pg_constraint k on k.conrelid = c.oid and contype <> 'n'`,
  routines: `select p.oid::regprocedure::text as id, proname::text as name from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'`,
  grants: `
    select concat_ws(' ', c.oid, privilege_type, grantee::regrole) as id, c.oid::text as object,
      privilege_type || ' on ' || relname || ' of ' || grantee::regrole as text
    from ${RELATION}, aclexplode(relacl) where grantee <> relowner
    union all
    select concat_ws(' ', c.oid || '.' || attnum, privilege_type, grantee::regrole), c.oid || '.' || attnum,
      privilege_type || ' on ' || relname || '.' || attname || ' of ' || grantee::regrole
    from ${RELATION} join pg_attribute a on a.attrelid = c.oid and not attisdropped, aclexplode(attacl)
    union all
    select concat_ws(' ', p.oid::regprocedure, privilege_type, grantee::regrole), p.oid::regprocedure::text,
      privilege_type || ' on ' || proname || ' of ' || grantee::regrole
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public',
      aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner`,
  use: `select relid::text as id, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans,
    (n_tup_upd + n_tup_del)::int as changed from pg_stat_xact_user_tables where schemaname = 'public'`,
  locks: `select relation::text as id, bool_or(mode = 'AccessExclusiveLock') as "isExclusive",
    bool_or(mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as "stopsWrites"
    from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and granted group by relation`,
  frame: `select 'transaction' as id, pg_current_xact_id()::text as value union all
    select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout')`,
}

async function answer<Value>(client: Client, question: string): Promise<Keyed<Value>> {
  const { rows } = await client.query<Value & { id: string }>(question)
  return new Map(rows.map(row => [row.id, row]))
}

/** Within the transaction that is looked at. */
export const stateOf = async (client: Client): Promise<State> => ({
  relations: await answer(client, QUESTIONS.relations),
  columns: await answer(client, QUESTIONS.columns),
  indexes: await answer(client, QUESTIONS.indexes),
  constraints: await answer(client, QUESTIONS.constraints),
  routines: await answer(client, QUESTIONS.routines),
  grants: await answer(client, QUESTIONS.grants),
  use: await answer(client, QUESTIONS.use),
  locks: await answer(client, QUESTIONS.locks),
  frame: await answer(client, QUESTIONS.frame),
})
