import type { Api } from '../api.ts'
import type { Context } from '../context.ts'
import { endpointIds, newestDelivery, sentAgain } from '../endpoint-deliveries.ts'
import { EXIT, Failure, wrongUsage } from '../failure.ts'
import { listenState } from '../listen-state.ts'
import { deliveryHeaders } from '../local-signing.ts'
import type { Row } from '../records.ts'

/** As long as the service waits for an answer. */
const ANSWER_MS = 10_000
const EXCERPT = 200

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
  const body = JSON.stringify(event)
  const headers = deliveryHeaders(secret, String(event.id), body, 1)
  const began = performance.now()
  const request = { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) } as const
  const response = await fetch(to, request).catch(error => {
    throw new Failure('connection_failed', EXIT.network, `${to} gives no answer: ${error.cause ?? error}`)
  })
  const answer = (await response.text()).slice(0, EXCERPT)
  return { id: event.id, type: event.type, status: response.status, ms: Math.round(performance.now() - began), answer }
}

export async function replay(id: string, { to }: ReplayOptions, { print, plugin }: Context): Promise<void> {
  if (to !== undefined && !URL.canParse(to)) throw wrongUsage(`${to} is no address such as http://localhost:3000/hooks`)
  const api = await plugin()
  const event = await api.one('GET /events/:id', { id })
  if (to === undefined) return print.many(await throughService(api, event), ['id', 'endpointId', 'eventType', 'status'])
  const row = await posted(to, event, String((await api.one('GET /installation')).id))
  print.one(row)
  const { status } = row
  if (typeof status === 'number' && status >= 200 && status < 300) return
  throw new Failure('not_taken', EXIT.refused, `The plugin answered ${status}; an event is taken with 2xx.`)
}
