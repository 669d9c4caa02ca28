import { setTimeout as delay } from 'node:timers/promises'
import type { Input } from '@clinic/sdk/client/route.ts'
import type { Command } from 'commander'
import type { Api } from '../api.ts'
import { type Context, contextOf, type Globals } from '../context.ts'
import { whole } from '../inputs.ts'
import { first } from '../lists.ts'
import type { Row } from '../records.ts'

interface Which extends Globals {
  installation?: string
  operation?: string
  code?: string
  request?: string
}

interface ListOptions extends Which {
  limit: number
}

const REQUESTS = 'GET /installations/:installationId/requests'
const COLUMNS = ['at', 'method', 'route', 'status', 'code', 'durationMs', 'replayed', 'id']
const PAGE = 100
const MOST = 100_000
const EVERY_MS = 1000
/** Requests are written a moment after they were answered, so that a later one may be seen before an earlier. */
const LATE_MS = 60_000

async function wished(options: Which, { plugin }: Context): Promise<Input> {
  const { installation, operation, code, request: requestId } = options
  const installationId = installation ?? (await (await plugin()).one('GET /installation')).id
  return { installationId, operation, code, requestId }
}

async function list(options: ListOptions, context: Context): Promise<void> {
  const api = await context.publisher()
  const query = { ...(await wished(options, context)), limit: Math.min(options.limit, PAGE) }
  await context.print.many(first(api.pages(REQUESTS, query), options.limit), COLUMNS)
}

/** Each request once, as it comes, oldest first; without end. */
async function* tailed(api: Api, query: Input): AsyncGenerator<Row, void, undefined> {
  const seen = new Map<string, number>()
  let from = Date.now()
  for (;;) {
    const found: Row[] = []
    for await (const row of api.pages(REQUESTS, { ...query, from: new Date(from).toISOString(), limit: PAGE }))
      found.unshift(row)
    for (const row of found) {
      const id = String(row.id)
      if (!seen.has(id)) yield row
      seen.set(id, Date.parse(String(row.at)))
    }
    from = Math.max(from, Date.now() - LATE_MS)
    for (const [id, at] of seen) if (at < from) seen.delete(id)
    await delay(EVERY_MS)
  }
}

async function tail(options: Which, context: Context): Promise<void> {
  const api = await context.publisher()
  await context.print.follow(tailed(api, await wished(options, context)), COLUMNS)
}

const filtered = (command: Command): Command =>
  command
    .option('--installation <id>', 'the installation; that of the token unless told')
    .option('--operation <id>', 'of this operation alone, such as listPatients')
    .option('--code <code>', 'refused with this code')

export function addLogs(program: Command): void {
  const logs = program
    .command('logs')
    .summary('what the installation asked for, and how it was answered')
    .description('The requests of the last 14 days, refused ones too; never a value. Needs a login as publisher.')
  filtered(logs.command('list', { isDefault: true }))
    .description('The newest first.')
    .option('--request <id>', 'the one with this id')
    .option('--limit <count>', 'how many', whole(1, MOST), 20)
    .action(async (options: ListOptions, command: Command) => list(options, contextOf(command)))
  filtered(logs.command('tail'))
    .description('Each as it comes, until it is stopped.')
    .action(async (options: Which, command: Command) => tail(options, contextOf(command)))
}
