import type { Command } from 'commander'
import { contextOf, type Globals } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import { whole } from '../inputs.ts'
import { first, merged } from '../lists.ts'
import type { Row } from '../records.ts'

interface DeliveriesOptions extends Globals {
  endpoint?: string
  status?: string
  limit: number
}

interface LogOptions extends Globals {
  installation?: string
  operation?: string
  code?: string
  request?: string
  limit: number
}

const PAGE = 100
const MOST = 100_000
const COLUMNS = ['id', 'eventType', 'status', 'attempts', 'responseStatus', 'errorMessage', 'durationMs', 'createdAt']
const LOG_COLUMNS = ['at', 'method', 'route', 'status', 'code', 'durationMs', 'replayed', 'id']
const DELIVERIES = 'GET /webhook-endpoints/:id/deliveries'

async function list({ endpoint, status, limit }: DeliveriesOptions, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const api = await plugin()
  const ids = endpoint ? [endpoint] : (await api.all('GET /webhook-endpoints')).map(({ id }) => String(id))
  const query = { status, limit: Math.min(limit, PAGE) }
  const lists = ids.map(id => withEndpoint(api.pages(DELIVERIES, { ...query, id }), id))
  await print.many(first(merged(lists), limit), COLUMNS)
}

async function* withEndpoint(rows: AsyncIterable<Row>, endpointId: string): AsyncGenerator<Row, void, undefined> {
  for await (const row of rows) yield { ...row, endpointId }
}

async function redeliver(id: string, { endpoint }: { endpoint?: string }, command: Command): Promise<void> {
  const { print, plugin } = contextOf(command)
  const api = await plugin()
  const endpointId = endpoint ?? (await endpointOf())
  print.one(
    await api.one('POST /webhook-endpoints/:id/deliveries/:deliveryId/redeliver', { id: endpointId, deliveryId: id }),
  )

  async function endpointOf(): Promise<string> {
    for (const { id: endpointId } of await api.all('GET /webhook-endpoints'))
      for await (const delivery of api.pages(DELIVERIES, { id: endpointId, limit: PAGE }))
        if (delivery.id === id) return String(endpointId)
    throw new Failure('not_found', EXIT.refused, `No endpoint of the installation has a delivery ${id}.`)
  }
}

async function logs(options: LogOptions, command: Command): Promise<void> {
  const { print, publisher, plugin } = contextOf(command)
  const api = await publisher()
  const installationId = options.installation ?? (await (await plugin()).one('GET /installation')).id
  const { operation, code, request: requestId, limit } = options
  const query = { installationId, operation, code, requestId, limit: Math.min(limit, PAGE) }
  await print.many(first(api.pages('GET /installations/:installationId/requests', query), limit), LOG_COLUMNS)
}

export function addDeliveries(program: Command): void {
  const deliveries = program.command('deliveries').description('What was sent to the endpoints of the installation.')
  deliveries
    .command('list', { isDefault: true })
    .description('The newest first, of every endpoint.')
    .option('--endpoint <id>', 'to this endpoint alone')
    .option('--status <status>', 'PENDING, SUCCEEDED, FAILED, EXHAUSTED or SKIPPED')
    .option('--limit <count>', 'how many', whole(1, MOST), 20)
    .action(async (options: DeliveriesOptions, command: Command) => list(options, command))
  deliveries
    .command('redeliver <id>')
    .description('Sends the event of a delivery again, to where that went.')
    .option('--endpoint <id>', 'the endpoint, which is looked for otherwise')
    .action(async (id: string, options: { endpoint?: string }, command: Command) => redeliver(id, options, command))
  program
    .command('logs')
    .summary('what the installation asked for, and how it was answered')
    .description(
      'The requests of the last 14 days, newest first, refused ones too; never a value. Needs a login as publisher.',
    )
    .option('--installation <id>', 'the installation; that of the token unless told')
    .option('--operation <id>', 'of this operation alone, such as listPatients')
    .option('--code <code>', 'refused with this code')
    .option('--request <id>', 'one request')
    .option('--limit <count>', 'how many', whole(1, MOST), 20)
    .action(async (options: LogOptions, command: Command) => logs(options, command))
}
