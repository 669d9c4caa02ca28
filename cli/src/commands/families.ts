import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { urlOf } from '../access.ts'
import { contextOf, type Globals } from '../context.ts'
import { wrongUsage } from '../failure.ts'
import { readJson } from '../inputs.ts'
import { tell } from '../output.ts'
import { isRow, type Row } from '../records.ts'
import type { Field, Kind, Verb } from '../verb.ts'

/** Written beside the bundle when it is built. */
const FOLDER = join(import.meta.dirname, 'families')

interface VerbOptions extends Globals {
  data?: string
  all?: boolean
  dryRun?: boolean
  idempotencyKey?: string
}

const READERS: Readonly<Record<Kind, (text: string) => unknown>> = {
  text: text => text,
  number: text => {
    const value = Number(text)
    if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError('It is a number.')
    return value
  },
  boolean: text => {
    if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It is true or false.')
    return text === 'true'
  },
  json: text => {
    try {
      return JSON.parse(text)
    } catch {
      throw new InvalidArgumentError('It is JSON.')
    }
  },
}

function optionOf({ flag, name, kind, many, required, words }: Field): Option {
  const hint = many ? `${kind}...` : kind
  const option = new Option(`--${flag} <${hint}>`, `${words.split('\n')[0]}${required ? ' (required)' : ''}`)
  option.attributeName = () => name
  return option.argParser<unknown>((text, before) => {
    // null alone empties a field; a text that says null is given in --data.
    const value = text === 'null' ? null : READERS[kind](text)
    return many && value !== null ? [...(Array.isArray(before) ? before : []), value] : value
  })
}

/** `--data '{…}'`, or `--data @file.json`. */
async function dataOf(text: string | undefined): Promise<Row> {
  if (text === undefined) return {}
  if (text.startsWith('@')) return readJson(text.slice(1))
  try {
    const value: unknown = JSON.parse(text)
    if (isRow(value)) return value
  } catch {}
  throw wrongUsage('--data is a JSON object, or @ and the path of a file with one')
}

async function run(verb: Verb, ids: readonly string[], command: Command): Promise<void> {
  const { print, plugin, access } = contextOf(command)
  const options: VerbOptions & Row = command.opts()
  const { data, all, dryRun, idempotencyKey } = options
  const given = verb.fields.flatMap(({ name }) => (options[name] === undefined ? [] : [[name, options[name]] as const]))
  const inPath = verb.inPath.map((name, index) => [name, ids[index]] as const)
  const input = { ...(await dataOf(data)), ...Object.fromEntries([...given, ...inPath]) }
  const [method, path] = verb.route.split(' ')
  if (dryRun) return print.one({ method, url: `${urlOf(await access())}/api/v1${path}`, input, idempotencyKey })
  const api = await plugin()
  if (verb.answers === 'all') return print.many(await api.all(verb.route, input))
  if (verb.answers === 'one') return print.one(await api.one(verb.route, input, { idempotencyKey }))
  if (all) return print.many(api.pages(verb.route, { limit: 100, ...input }))
  const { data: rows, nextCursor } = await api.page(verb.route, input)
  await print.many(rows)
  if (nextCursor !== null) tell(`There are more: --all, or --cursor ${nextCursor}`)
}

function addVerb(family: Command, verb: Verb): void {
  const command = family.command(verb.name).summary(verb.summary).description(`${verb.summary}. ${verb.words}`.trim())
  for (const name of verb.inPath) command.argument(`<${name}>`)
  for (const field of verb.fields) command.addOption(optionOf(field))
  if (verb.fields.length > 0) command.option('--data <json>', 'the input as JSON, or @file.json; options win over it')
  if (verb.answers === 'page') command.option('--all', 'every page')
  if (verb.route.startsWith('POST')) command.option('--idempotency-key <key>', 'what is asked with it is done once')
  command
    .option('--dry-run', 'print the request, and send nothing')
    .action(async () => run(verb, command.args, command))
}

const isVerb = (value: unknown): value is Verb => isRow(value) && typeof value.route === 'string'

function verbsOf(family: string): Verb[] {
  const value: unknown = JSON.parse(readFileSync(join(FOLDER, `${family}.json`), 'utf8'))
  return Array.isArray(value) ? value.filter(isVerb) : []
}

export const familyNames = (): string[] =>
  existsSync(FOLDER) ? readdirSync(FOLDER).map(file => file.replace(/\.json$/, '')) : []

/**
 * Every operation of the plugin API as `plg <family> <verb>`. Only the family that is called is read; the others are names,
 * so that one that is misspelt is guessed. Where plg has a command of the name, the verbs that it lacks are added to it.
 */
export function addFamilies(program: Command, argv: readonly string[]): void {
  for (const name of familyNames()) {
    const known = program.commands.find(command => command.name() === name)
    const family =
      known ?? program.command(name, { hidden: true }).description(`Operations on ${name.replaceAll('-', ' ')}.`)
    if (!argv.includes(name)) continue
    const taken = family.commands.map(command => command.name())
    for (const verb of verbsOf(name)) if (!taken.includes(verb.name)) addVerb(family, verb)
  }
}
