import { NotFound } from '@clinic/sdk/errors.ts'
import type { Command } from 'commander'
import type { Access } from '../access.ts'
import type { Api } from '../api.ts'
import { contextOf, type Globals } from '../context.ts'
import { setInEnvFile } from '../env-file.ts'
import { wrongUsage } from '../failure.ts'
import { asTyped, several, whole } from '../inputs.ts'
import { tell } from '../output.ts'
import { saveProfile } from '../profiles.ts'
import { type Row, rowOf, rowsOf, textsOf } from '../records.ts'
import { until } from '../waiting.ts'

interface TriggerOptions extends Globals {
  set?: string[]
  times?: number
  all?: boolean
  list?: boolean
  env?: string
}

const EVERY_MS = 200
const MOST_MS = 30_000

/** What each type takes. Loaded here alone: it is of the contract, which weighs more than plg. */
async function fieldsByType(): Promise<Row> {
  const { TRIGGER_FIELDS } = await import('@clinic/contract/sandbox-fields.ts')
  return { ...TRIGGER_FIELDS }
}

/** The event as it is posted to endpoints, once it can be read. */
const eventOf = (api: Api, id: unknown): Promise<Row> =>
  until(
    async () => {
      try {
        return await api.one('GET /events/:id', { id })
      } catch (error) {
        if (error instanceof NotFound) return undefined
        throw error
      }
    },
    EVERY_MS,
    MOST_MS,
    `The event ${id} cannot be read`,
  )

async function list(command: Command): Promise<void> {
  const rows = Object.entries(await fieldsByType()).map(([id, fields]) => ({ id, fields: Object.keys(rowOf(fields)) }))
  await contextOf(command).print.many(rows, ['id', 'fields'])
}

/** An id of digits stays a text where the field is one. */
async function setOf(type: string, pairs: readonly string[]): Promise<Row> {
  const wrong = pairs.find(one => one.indexOf('=') < 1)
  if (wrong !== undefined) throw wrongUsage(`--set ${wrong} is not given as key=value`)
  const fields = rowOf((await fieldsByType())[type])
  return asTyped(pairs, key => rowOf(fields[key]).type === 'string')
}

/** The token of a plugin that was removed and is there anew goes where the one before came from, or is shown. */
async function keepToken(token: string, access: Access, env: string | undefined): Promise<void> {
  const { token: before, profile, kept } = access
  if (env !== undefined) {
    await setInEnvFile(env, { CLINIC_TOKEN: token })
    tell(`The plugin was removed and is there anew. Its token is in ${env}.`)
  } else if (kept && before?.value === kept.plugin?.token) {
    await saveProfile(profile, { url: kept.url, plugin: { ...kept.plugin, token } })
    tell(`The plugin was removed and is there anew. Its token is in profile ${profile}.`)
  } else tell(`The plugin was removed and is there anew, with this token from now on: ${token}`)
}

async function trigger(type: string, options: TriggerOptions, command: Command): Promise<void> {
  const { set, times, all, env } = options
  const { print, plugin, access } = contextOf(command)
  const api = await plugin()
  const done = await api.one('POST /sandbox/triggers', { type, set: set && (await setOf(type, set)), times })
  if (typeof done.token === 'string') {
    await keepToken(done.token, await access(), env)
    // What was told to the installation that is gone can be read by none.
    return print.many(rowsOf(done.events), ['id', 'type'])
  }
  const granted = textsOf((await api.one('GET /installation')).grantedEvents)
  const caused = rowsOf(done.events).filter(({ asked }) => all || asked === true)
  const readable = caused.filter(event => granted.includes(String(event.type)))
  if (readable.length < caused.length) tell(`${type} has happened; the manifest asks for no such events.`)
  await print.many(await Promise.all(readable.map(({ id }) => eventOf(api, id))), ['id', 'type', 'createdAt', 'data'])
}

export function addTrigger(program: Command): void {
  program
    .command('trigger')
    .argument('[type]', 'the type of the event, such as appointment.checkedin')
    .summary('cause an event in the sandbox clinic, and print it')
    .description(
      'Does in the sandbox clinic what causes the event, as its staff, its patients or its providers would, waits for the event and prints it as endpoints get it. Records that it takes are made.',
    )
    .option('--set <key=value>', 'what the record is to be, or which one is meant; again for each', several)
    .option('--times <count>', 'how often, one after the other', whole(1, 20))
    .option('--all', 'print the events that led to it, too')
    .option('--env <file>', 'write the token there if the event removes the plugin, which is then there anew')
    .option('--list', 'say which types there are, and what --set takes for each')
    .action(async (type: string | undefined, options: TriggerOptions, command: Command) => {
      if (options.list) return list(command)
      if (type === undefined) throw wrongUsage('say which event: plg trigger --list names them')
      return trigger(type, options, command)
    })
}
