/** What a migration says of itself in its first line. */
export interface Mark {
  /** Whether every program from before it runs on a database that has it. */
  additive: boolean
  /** Number of the migration that a program has if it misses nothing of what is taken away. */
  since: string | null
  /** The backfills that have to be done before. No program needs such a migration to run. */
  after: readonly string[]
  /** Whether it builds indexes beside those who write, which no transaction can. */
  concurrently: boolean
}

const NOTHING: Mark = { additive: false, since: null, after: [], concurrently: false }
const ADDITIVE: Mark = { ...NOTHING, additive: true }

/** `-- contract since 0471 after patient_names: what nothing reads any more` */
const CONTRACT = /^-- contract since (?<since>\d{4})(?: after (?<after>[a-z_]+(?:, [a-z_]+)*))?: \S/

/**
 * Reads a mark. `-- expand` adds, and programs from before run on; `-- expand concurrently` does nothing but build indexes on
 * tables that are there. `-- backfill` declares what mends rows from then on. `-- contract` takes away what programs that
 * have the named migration read no more, once the named backfills are done. Until the marks were these, `-- additive` was
 * an expand, and `-- breaking: why` a contract that no program from before it runs on.
 */
export function markOf(sql: string): Mark | undefined {
  const [line = ''] = sql.split('\n', 1)
  if (/^-- (expand|backfill)$/.test(line) || /^-- additive\b/.test(line)) return ADDITIVE
  if (line === '-- expand concurrently') return { ...ADDITIVE, concurrently: true }
  const { since = null, after } = CONTRACT.exec(line)?.groups ?? {}
  if (since !== null) return { ...NOTHING, since, after: after?.split(', ') ?? [] }
  return /^-- breaking: \S/.test(line) ? NOTHING : undefined
}

/** Migrations from before they said it are taken for what no program from before them runs on. */
export const markOrNone = (sql: string): Mark => markOf(sql) ?? NOTHING
