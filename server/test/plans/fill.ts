import type { TestApp } from '../support/app/harness.ts'
import type { Catalogue, Column } from './catalogue.ts'

/** The clinic that has nearly everything, among many that have little: plans are made for the average of them. */
export const BIG = 'cli_big'
const SMALL_CLINICS = 300
const ROWS_OF_SMALL = 8

/** Tables of which a clinic has few, however long it is in business: how many. */
export const FEW: Readonly<Record<string, number>> = {
  branch: 4,
  practitioner: 20,
  procedure_group: 20,
  lead_stage: 8,
  lab: 20,
  form: 20,
  insurance_company: 20,
  treasury: 20,
  installation: 1,
  publisher: 1,
}
/** Of everything else that records belong to (patients, invoices), each has this many. */
const RECORDS_OF_EACH = 20

/** A whole number below `bound` that follows from the row alone and from nothing else that follows from it. */
const pick = (what: string, bound: number | string) => `abs(hashtext(n || '${what}')::bigint) % (${bound})`
/** An instant within the span of minutes that the table is filled over. */
const ago = (what: string, minutes: number | 'span' = 'span') =>
  `now() - interval '1 minute' * (${pick(what, minutes)})`
const YEAR = 525_600
/** Four weeks of whole days. */
const MONTH = 40_320

/** Text in which one row's own, everybody's third and two letters of many can be looked for. */
const SEARCHED = `md5(n::text) || (array[' ahmed ', ' sara ', ' noura '])[1 + ${pick('name', 3)}] || n`

/**
 * Within the days that end with today, each of them whole whatever the time is: how a day is read depends on how much is in
 * it. The first row is the oldest of all, so that cutting the table by days makes that day too.
 */
const THIS_MONTH = `date_trunc('day', now(), 'UTC') + interval '1 day' - interval '1 minute' *
  (case n when 0 then ${MONTH} else 1 + ${pick('made', MONTH)} end)`

/** A patient and the one after. */
const NEIGHBOURS = ['n', '((n + 1) % total)'].map(place => `'patient_' || company_id || '_' || ${place}`).join(', ')
/** Columns whose values mean something, beyond their type. */
const MEANT: Readonly<Record<string, string>> = {
  'appointment.ends_at': `${ago('starts_at')} + interval '20 minutes'`,
  'patient_alert.patient_id': `'patient_' || company_id || '_' || n`,
  'patient_suspect.patient_id': `least(${NEIGHBOURS})`,
  'patient_suspect.other_id': `greatest(${NEIGHBOURS})`,
  'patient_suspect.state': `case when n % 10 = 0 then 'OPEN' else 'DISMISSED' end`,
  'appointment.replaced_by_id': 'null',
  'practitioner_time_off.ends_at': `${ago('starts_at')} + interval '1 day'`,
  'room_block.ends_at': `${ago('starts_at')} + interval '1 day'`,
  'patient.clinic_file_number': `'F' || n`,
  'patient.name_text': SEARCHED,
  'practitioner.is_doctor': `${pick('doctor', 10)} > 0`,
  'lab_order.received_at': `case ${pick('received', 500)} when 0 then null else now() end`,
  'feedback.rating': `case ${pick('rating', 500)} when 0 then 1 else 5 end`,
  'inventory_item.quantity': `case ${pick('low', 500)} when 0 then 1 else 9 end`,
  'inventory_item.reorder_level': '5',
  // So rare are two of them that some day has a single type.
  'event.type': `case ${pick('type', 3000)} when 0 then 'lead.created' when 1 then 'task.created' else 'patient.updated' end`,
  'event.test': 'false',
  'event.created_at': THIS_MONTH,
  'event.installation_id': 'null',
  'event.id': `'evt_' || n || '_' || company_id`,
  'webhook_delivery.created_at': THIS_MONTH,
  'webhook_delivery_done.created_at': THIS_MONTH,
  'webhook_delivery.endpoint_id': `'webhook_endpoint_' || company_id || '_' || ${pick('endpoint', 20)}`,
  'webhook_delivery_done.endpoint_id': `'webhook_endpoint_' || company_id || '_' || ${pick('endpoint', 20)}`,
  'signed_document.html': `''`,
  'signed_document.sha256': `repeat('0', 64)`,
  'encounter.signed_at': 'now()',
  'branch.breaks': `'[]'`,
  'branch_period.breaks': `'[]'`,
  'installation.granted_events': `'{patient.updated,lead.created,task.created}'`,
}

/** By name: seven times of a week, a stamp. */
const NAMED: Readonly<Record<string, string>> = {
  company_id: 'company_id',
  search_text: SEARCHED,
  created_at: ago('made'),
  updated_at: ago('changed'),
  deleted_at: 'null',
  opens: `array_fill('09:00'::text, '{7}')`,
  closes: `array_fill('17:00'::text, '{7}')`,
}

const BY_TYPE: Readonly<Record<string, string>> = {
  text: `''`,
  jsonb: `'{}'`,
  bytea: `''`,
  date: 'current_date',
  boolean: 'false',
  uuid: 'gen_random_uuid()',
}

const idOf = (table: string, place: string) => `'${table}_' || company_id || '_' || ${place}`
const countOf = (table: string) => FEW[table] ?? `greatest(total / ${RECORDS_OF_EACH}, 1)`
const rarely = (column: Column) =>
  column.preset === 'true' ? `${pick(column.name, 500)} > 0` : `${pick(column.name, 500)} = 0`

/** One of the words: the first two of them rare, the last one usual. */
const wordOf = ({ name, words }: Column) =>
  `case ${pick(name, 1000)} when 0 then '${words[0]}' when 1 then '${words[1] ?? words[0]}' else '${words.at(-1)}' end`

/** What a column holds in the clinic's row number `n`; every attribute is independent of the others. */
function madeUp(column: Column): string {
  const { table, name, type, required, references, words, unique } = column
  const meant = MEANT[`${table}.${name}`] ?? NAMED[name]
  if (meant) return meant
  if (name === 'id') return idOf(table, 'n')
  if (references) return idOf(references, unique ? 'n' : pick(name, countOf(references)))
  if (words.length > 0) return type.endsWith('[]') ? `array[${wordOf(column)}]` : wordOf(column)
  if (unique) return type === 'text' ? `company_id || '${name}' || n` : 'n + 1'
  if (type === 'boolean' && required) return rarely(column)
  if (!required) return 'null'
  if (type.endsWith('[]')) return `'{}'`
  if (type.startsWith('timestamp')) return ago(name)
  return BY_TYPE[type] ?? '1'
}

/** The indexes that are no constraint's: faster made anew over all rows than row by row. */
const INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class r on r.oid = i.indrelid
  where i.indrelid = $1::regclass and r.relkind = 'r' and not exists (select from pg_constraint where conindid = i.indexrelid)`

/** Until every row is known to be there for everybody: while another session analyses the table, it is not. */
export async function vacuum(app: TestApp, table: string): Promise<void> {
  const seen = `select coalesce(sum(relallvisible) >= sum(relpages), true) as whole from pg_class where relkind = 'r'
    and (oid = $1::regclass or oid in (select relid from pg_partition_tree($1::regclass)))`
  for (let whole: boolean | undefined; !whole; ) {
    await app.sql(`vacuum analyze ${table}`)
    whole = (await app.sql<{ whole: boolean }>(seen, [table]))[0]?.whole
  }
}

/** Fills tables as a clinic with `rows` of each, made over some years, would. */
export function filler(app: TestApp, catalogue: Catalogue) {
  /** With what each table is filled now. */
  const filled = new Map<string, string>()

  async function fill(table: string, rows: number, years = 3): Promise<void> {
    const content = `${rows} rows of ${years} years`
    if (filled.get(table) === content) return
    filled.delete(table)
    const columns = catalogue.get(table) ?? []
    const total = `case company_id when '${BIG}' then ${rows} else ${Math.min(rows, ROWS_OF_SMALL)} end`
    const indexes = await app.sql<{ name: string; definition: string }>(INDEXES, [table])
    const statements = [
      // What is not on disk yet is not seen as there for everybody, and index-only scans would look at each row.
      'set local synchronous_commit = on',
      // What follows from rows is counted anew from all of them, where a test is about it; evidence keeps itself otherwise.
      `alter table ${table} disable trigger user`,
      `truncate ${table}`,
      ...indexes.map(({ name }) => `drop index ${name}`),
      `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join()})
        select ${columns.map(madeUp).join()}
        from (select company_id, ${total} as total, ${years * YEAR} as span from clinic) c, generate_series(0, total - 1) n`,
      `alter table ${table} enable trigger user`,
      ...indexes.map(({ definition }) => definition),
    ]
    await app.sql(`begin; ${statements.join(';')}; commit`)
    await vacuum(app, table)
    filled.set(table, content)
  }

  /** Changes rows of the big clinic, `$1`; a test that fills the table later begins with it as it was. */
  async function change(table: string, set: string, more: readonly string[] = []): Promise<void> {
    filled.delete(table)
    await app.sql(`update ${table} set ${set}`, [BIG, ...more])
    await app.sql(`analyze ${table}`)
  }

  /** The clinics, and twenty of everything that lists may be narrowed to. */
  async function found(): Promise<void> {
    await app.sql(`insert into clinic (company_id, name, country, currency, time_zone, locale)
      select 'cli_' || n, '', 'SA', 'SAR', 'Asia/Riyadh', 'en' from generate_series(1, ${SMALL_CLINICS}) n`)
    const named = new Set([...catalogue.values()].flat().map(({ references }) => references))
    for (const table of [...named, 'practitioner_branch', 'webhook_endpoint'])
      if (table && table !== 'clinic' && catalogue.get(table)?.some(({ name }) => name === 'company_id'))
        await fill(table, FEW[table] ?? 20)
    // What is cut by days is cut while there is little of it.
    for (const table of ['event', 'webhook_delivery_done']) await fill(table, 20)
    await app.sql('update retention set event_days = 60, delivery_days = 60')
    await app.sql('select keep_all_partitions()')
  }

  return { fill, change, found }
}
