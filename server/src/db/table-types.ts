import { ours } from './describe/relations.ts'
import { withClient } from './with-client.ts'

interface Column {
  table: string
  name: string
  /** Name of the type, of its base for a domain, of its elements for an array. */
  type: string
  isArray: boolean
  /** The values of an enum in their order. */
  values: string[] | null
  isNullable: boolean
  isGenerated: boolean
  hasDefault: boolean
}

/** What `pgTypes` makes of a value; every other type comes as text. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'number',
  oid: 'number',
}

const LINE_WIDTH = 121

const COLUMNS = `
  select c.oid::regclass::text as "table", a.attname as name, e.typname as type, b.typcategory = 'A' as "isArray",
    (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = e.oid) as "values",
    not a.attnotnull and not t.typnotnull as "isNullable",
    a.attgenerated <> '' or a.attidentity = 'a' as "isGenerated",
    a.atthasdef or a.attidentity <> '' or t.typdefault is not null as "hasDefault"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  join pg_type t on t.oid = a.atttypid
  join pg_type b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
  join pg_type e on e.oid = case b.typcategory when 'A' then b.typelem else b.oid end
 where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and a.attnum > 0 and not a.attisdropped
   and ${ours('c.oid', 'c.relnamespace')}
 order by c.oid::regclass::text collate "C", a.attnum`

/** The rows that follow from the tables: what every file of table types ends with. */
const ROWS = `
/** A column that a new row may leave out: the database fills it. */
interface Defaulted<Value> {
  defaulted: Value
}

/** A column that the database computes: it is never written. */
interface Computed<Value> {
  computed: Value
}

type ValueOf<Column> = Column extends Defaulted<infer Value> | Computed<infer Value> ? Value : Column
type Written<Name, Column> = Column extends Computed<unknown> ? never : Name
type Needed<Name, Column> = null extends Column
  ? never
  : Column extends Defaulted<unknown>
    ? never
    : Written<Name, Column>

/** A row as it is read. */
export type TableRow<Table extends keyof Database> = {
  [Name in keyof Database[Table]]: ValueOf<Database[Table][Name]>
}

/** Values of some columns, to be written. */
export type RowChanges<Table extends keyof Database> = {
  [Name in keyof Database[Table] as Written<Name, Database[Table][Name]>]?: ValueOf<Database[Table][Name]>
}

/** A row to be added: what is null or has a default may be left out. */
export type NewRow<Table extends keyof Database> = RowChanges<Table> & {
  [Name in keyof Database[Table] as Needed<Name, Database[Table][Name]>]: ValueOf<Database[Table][Name]>
}
`

/** TypeScript text with an interface per table, the `Database` of them all, and the types of rows. */
export const tableTypes = (url: string): Promise<string> =>
  withClient(url, async client => {
    await client.query('set search_path to public')
    const { rows } = await client.query<Column>(COLUMNS)
    return text(rows)
  })

function text(columns: readonly Column[]): string {
  const tables = [...Map.groupBy(columns, column => column.table)]
  const interfaces = tables.map(([table, own]) => block(typeName(table), own.map(field)))
  const entries = tables.map(([table]) => `${key(table)}: ${typeName(table)}`)
  const body = [...enums(columns), ...interfaces, block('Database', entries)].join('\n')
  return [...json(body), body + ROWS].join('\n')
}

const json = (body: string): string[] => (/\bJson\b/.test(body) ? ['export type Json = unknown\n'] : [])

const block = (name: string, lines: readonly string[]): string =>
  `export interface ${name} {\n${lines.map(line => `  ${line}\n`).join('')}}\n`

function field(column: Column): string {
  const type = column.isNullable ? `${valueType(column)} | null` : valueType(column)
  if (column.isGenerated) return `${key(column.name)}: Computed<${type}>`
  return `${key(column.name)}: ${column.hasDefault ? `Defaulted<${type}>` : type}`
}

const valueType = ({ type, isArray, values }: Column): string =>
  values ? `${pascal(type)}${isArray ? '[]' : ''}` : typeScriptOf(type, isArray)

/** What `pgTypes` makes of a value of this type, or of an array of them. */
export const typeScriptOf = (type: string, isArray: boolean): string =>
  `${TYPES[type] ?? 'string'}${isArray ? '[]' : ''}`

/** Broken over lines as Biome would. */
function enums(columns: readonly Column[]): string[] {
  const used = new Map(columns.flatMap(({ type, values }) => (values ? [[type, values]] : [])))
  return [...used].map(([type, values]) => {
    const line = `export type ${pascal(type)} = ${values.map(quoted).join(' | ')}\n`
    if (line.length <= LINE_WIDTH) return line
    return `export type ${pascal(type)} =\n${values.map(value => `  | ${quoted(value)}\n`).join('')}`
  })
}

const quoted = (text: string): string => `'${text}'`

const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`)

const typeName = (table: string): string => `${pascal(table)}Table`

/** `clinic_branch` to `ClinicBranch`. */
const pascal = (name: string): string =>
  name.replace(/(?:^|[^a-z0-9])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
