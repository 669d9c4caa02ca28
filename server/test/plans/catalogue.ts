import type { TestApp } from '../support/app/harness.ts'

/** A column as the database describes it, as far as inventing values for it needs to know. */
export interface Column {
  table: string
  name: string
  type: string
  required: boolean
  /** What a flag is unless told. */
  preset: string | null
  /** The table whose records it names. */
  references: string | null
  /** The closed set of words that it holds, sorted. */
  words: string[]
  /** Two rows of a clinic must differ in it. */
  unique: boolean
}

const COLUMNS = `
  select r.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
    pg_get_expr(d.adbin, d.adrelid) as preset,
    (select c.confrelid::regclass::text from pg_constraint c
      where c.conrelid = r.oid and c.contype = 'f' and c.conkey[cardinality(c.conkey)] = a.attnum and a.attname <> 'company_id'
      order by cardinality(c.conkey) limit 1) as references,
    array(select distinct word[1] from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''::text', 'g') word
      where c.conrelid = r.oid and c.contype = 'c' and c.conkey = array[a.attnum] order by 1) as words,
    exists (select from pg_index i where i.indrelid = r.oid and i.indisunique and i.indpred is null
      and a.attnum = (select k from unnest(i.indkey) k join pg_attribute b on b.attrelid = r.oid and b.attnum = k
        where b.attname not in ('company_id', 'created_at')
        order by b.attname = 'id' desc, b.atttypid = 'int4'::regtype desc, k limit 1)) as unique
  from pg_class r join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
  where r.relkind in ('r', 'p') and not r.relispartition
  order by r.relname, a.attnum`

/** What would refuse invented rows, and no page is read off. */
const RULES = `
  select format('alter table %s drop constraint %I cascade', c.conrelid::regclass, c.conname) as text
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype in ('c', 'f', 'x') and not r.relispartition and c.connamespace = 'public'::regnamespace
  union all select format('drop index %s', i.indexrelid::regclass)
    from pg_index i join pg_class r on r.oid = i.indrelid
    where i.indisunique and i.indpred is not null and r.relnamespace = 'public'::regnamespace`

export type Catalogue = ReadonlyMap<string, Column[]>

/** What the tables of the database hold. From then on they hold it without being asked whether it makes sense. */
export async function describeAndLoosen({ sql }: TestApp): Promise<Catalogue> {
  const columns = await sql<Column>(COLUMNS)
  for (const { text } of await sql<{ text: string }>(RULES)) await sql(text)
  return Map.groupBy(columns, ({ table }) => table)
}
