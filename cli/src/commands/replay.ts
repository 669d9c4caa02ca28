import type { Api } from '../api.ts'
import type { Context } from '../context.ts'
import { endpointIds, newestDelivery, sentAgain } from '../endpoint-deliveries.ts'
import { EXIT, Failure, wrongUsage } from '../failure.ts'
import { listenState } from '../listen-state.ts'
import { isTaken, post } from '../posting.ts'
import type { Row } from '../records.ts'

interface ReplayOptions {
  to?: string
}

/** Through the pipeline of the service: anew to each endpoint that it went to, with the same id. */
async function throughService(api: Api, event: Row): Promise<Row[]> {
  const ids = await endpointIds(api)
  const before = (await Promise.all(ids.map(id => newestDelivery(api, id, String(event.id))))).filter(
    found => found !== undefined,
  )
  if (before.length === 0)
    throw new Failure(
      'not_delivered',
      EXIT.refused,
      `${event.id} went to no endpoint of the installation. Post it yourself: --to http://localhost:3000/hooks`,
    )
  const sent: Row[] = []
  for (const delivery of before) sent.push({ ...(await sentAgain(api, delivery)), endpointId: delivery.endpointId })
  return sent
}

/** From this machine, signed with the secret of `plg listen`. */
async function posted(to: string, event: Row, installationId: string): Promise<Row> {
  const { secret } = await listenState(installationId)
  const began = performance.now()
  const { status, answer } = await post({ to, secret }, event)
  if (!status) throw new Failure('connection_failed', EXIT.network, `${to} gives no answer: ${answer}`)
  return { id: event.id, type: event.type, status, ms: Math.round(performance.now() - began), answer }
}

export async function replay(id: string, { to }: ReplayOptions, { print, plugin }: Context): Promise<void> {
  if (to !== undefined && !URL.canParse(to)) throw wrongUsage(`${to} is no address such as http://localhost:3000/hooks`)
  const api = await plugin()
  const event = await api.one('GET /events/:id', { id })
  if (to === undefined) return print.many(await throughService(api, event), ['id', 'endpointId', 'eventType', 'status'])
  const row = await posted(to, event, String((await api.one('GET /installation')).id))
  print.one(row)
  if (isTaken(row.status)) return
  throw new Failure('not_taken', EXIT.refused, `The plugin answered ${row.status}; an event is taken with 2xx.`)
}
