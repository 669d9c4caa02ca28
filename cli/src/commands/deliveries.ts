import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { type Context, contextOf, type Globals } from '../context.ts'
import { deliveriesTo, deliveryOf, endpointIds, sentAgain } from '../endpoint-deliveries.ts'
import { wrongUsage } from '../failure.ts'
import { whole } from '../inputs.ts'
import { first, kept, merged } from '../lists.ts'
import { tell } from '../output.ts'
import type { Row } from '../records.ts'
import { instantBefore } from '../since.ts'

interface OfEndpoint extends Globals {
  endpoint?: string
}

interface ListOptions extends OfEndpoint {
  status?: string
  limit: number
}

interface RecoverOptions extends OfEndpoint {
  since?: string
  type?: string[]
}

interface SaveOptions extends OfEndpoint {
  out?: string
}

const MOST = 100_000
const COLUMNS = ['id', 'eventType', 'status', 'attempts', 'responseStatus', 'errorMessage', 'durationMs', 'createdAt']

async function list({ endpoint, status, limit }: ListOptions, { print, plugin }: Context): Promise<void> {
  const api = await plugin()
  const lists = (await endpointIds(api, endpoint)).map(id => deliveriesTo(api, id, status ? undefined : limit))
  const wanted = kept(merged(lists), row => status === undefined || row.status === status.toUpperCase())
  await print.many(first(wanted, limit), COLUMNS)
}

/** What it was about, too: the event as it was posted. */
async function show(id: string, { endpoint }: OfEndpoint, { print, plugin }: Context): Promise<void> {
  const api = await plugin()
  const delivery = await deliveryOf(api, id, endpoint)
  // Of a test event there is nothing to be read: its ids are those of an example.
  const event = delivery.origin === 'TEST' ? undefined : await api.one('GET /events/:id', { id: delivery.eventId })
  print.one({ ...delivery, event })
}

async function redeliver(id: string, { endpoint }: OfEndpoint, { print, plugin }: Context): Promise<void> {
  const api = await plugin()
  print.one(await sentAgain(api, await deliveryOf(api, id, endpoint)))
}

async function recover({ endpoint, since, type }: RecoverOptions, { print, plugin, access }: Context): Promise<void> {
  if (since === undefined) throw wrongUsage('say since when: --since 2h, or an instant')
  const api = await plugin()
  const from = await instantBefore(since, api, await access())
  const begun: Row[] = []
  for (const id of await endpointIds(api, endpoint))
    begun.push(await api.one('POST /webhook-endpoints/:id/recover', { id, since: from, eventTypes: type }))
  await print.many(begun, ['id', 'webhookEndpointId', 'status', 'since', 'until'])
  if (begun.length > 0) tell('What was missed goes out in the background: plg deliveries list')
}

/** An event holds ids, numbers, instants and states, and never what is a patient's own: it may be kept with the code. */
async function save(id: string, { endpoint, out }: SaveOptions, { print, plugin }: Context): Promise<void> {
  const api = await plugin()
  const { eventId, eventType } = await deliveryOf(api, id, endpoint)
  const path = out ?? `${eventType}.json`
  const event = await api.one('GET /events/:id', { id: eventId })
  await writeFile(path, `${JSON.stringify(event, null, 2)}\n`, { flag: 'wx' }).catch(error => {
    throw error.code === 'EEXIST' ? wrongUsage(`${path} is there already: say another with --out`) : error
  })
  print.one({ id: eventId, type: eventType, file: path })
}

const ENDPOINT = ['--endpoint <id>', 'the endpoint, which is looked for otherwise'] as const

export function addDeliveries(program: Command): void {
  const deliveries = program.command('deliveries').description('What was sent to the endpoints of the installation.')
  deliveries
    .command('list', { isDefault: true })
    .description('The newest first, of every endpoint.')
    .option('--endpoint <id>', 'to this endpoint alone')
    .option('--status <status>', 'PENDING, SUCCEEDED, FAILED, EXHAUSTED or SKIPPED')
    .option('--limit <count>', 'how many', whole(1, MOST), 20)
    .action(async (options: ListOptions, command: Command) => list(options, contextOf(command)))
  deliveries
    .command('show <id>')
    .description('One delivery with its event, as it was posted.')
    .option(...ENDPOINT)
    .action(async (id: string, options: OfEndpoint, command: Command) => show(id, options, contextOf(command)))
  deliveries
    .command('redeliver <id>')
    .description('Sends the event of a delivery again, to where that went.')
    .option(...ENDPOINT)
    .action(async (id: string, options: OfEndpoint, command: Command) => redeliver(id, options, contextOf(command)))
  deliveries
    .command('recover')
    .description('Sends again, in the background, every event that an endpoint missed since then.')
    .option('--since <time>', '2h, 30m or 3d ago in the time of the clinic, or an instant')
    .option('--endpoint <id>', 'of this endpoint alone')
    .option('--type <type...>', 'of these types alone')
    .action(async (options: RecoverOptions, command: Command) => recover(options, contextOf(command)))
  deliveries
    .command('save <id>')
    .description('Writes its event to a file, for tests: with ids, and nothing that is a person’s own.')
    .option('--out <file>', 'where to; by the type of the event unless told')
    .option(...ENDPOINT)
    .action(async (id: string, options: SaveOptions, command: Command) => save(id, options, contextOf(command)))
}
