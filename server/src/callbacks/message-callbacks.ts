import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { CarrierNews, MessageCarrier, MessageCarriers } from '../domain/messaging/message-carrier.ts'
import { receiveMessage } from '../domain/messaging/receive-message.ts'
import { takeReceipt } from '../domain/messaging/take-receipt.ts'
import { takeTemplateStatus } from '../domain/messaging/take-template-status.ts'
import { providerNamed } from '../domain/providers/clinic-provider.ts'
import { refuse } from '../kernel/errors.ts'
import type { Transactions } from '../kernel/transactions.ts'
import type { ClinicFacts, Context, Tx } from '../kernel/tx.ts'

export interface CallbackDeps {
  transactions: Transactions
  carriers: MessageCarriers
  findClinic(companyId: string): Promise<ClinicFacts | undefined>
  /** Where carriers reach this program. */
  publicUrl: string
}

interface CallbackRequest {
  Params: { provider: string; companyId: string }
  Querystring: Record<string, unknown>
}

const PATH = '/callbacks/messages/:provider/:companyId'

/**
 * Where message carriers report what became of a message and bring what people write: one address for each carrier of
 * each clinic. Only the carrier's signature says that it is the carrier. What is reported twice counts once, so a
 * carrier that gets no 200 may report all of it again.
 */
export function messageCallbacks(deps: CallbackDeps): FastifyPluginAsync {
  return async app => {
    takeAnyBody(app)
    app.get<CallbackRequest>(PATH, async ({ params, query, id }, reply) => {
      const { carrier } = await carrierFor(deps, params, id)
      const challenge = carrier.answerChallenge?.(query) ?? refuse('not_found', { resource: 'path' })
      return reply.header('content-type', 'text/plain; charset=utf-8').send(challenge)
    })
    app.post<CallbackRequest>(PATH, async ({ params, headers, body, url, id }, reply) => {
      const { carrier, context } = await carrierFor(deps, params, id)
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const read = (origin: string) => carrier.read?.({ url: `${origin}${url}`, headers, body: bytes }) ?? 'forged'
      const news = originsOf(deps, headers.host).reduce(
        (found: ReturnType<typeof read>, origin) => (found === 'forged' ? read(origin) : found),
        'forged',
      )
      if (news === 'forged') return refuse('unauthenticated')
      // Each on its own: together they could wait for each other's conversations in a circle.
      for (const one of news) await deps.transactions.write(context, async tx => ({ value: await handleNews(tx, one) }))
      return reply.code(200).send()
    })
  }
}

/**
 * Some carriers sign the address that they call. That of a clinic which has moved here is still at the host of where it lived:
 * a signature over another address than ours proves as much.
 */
const originsOf = ({ publicUrl }: CallbackDeps, host = ''): string[] => [
  ...new Set([publicUrl, `${new URL(publicUrl).protocol}//${host}`]),
]

/** Signatures are over bytes, and not every carrier speaks JSON. */
function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** The clinic's carrier that the address names, or 404. */
async function carrierFor(
  { transactions, carriers, findClinic }: CallbackDeps,
  { provider, companyId }: CallbackRequest['Params'],
  requestId: string,
): Promise<{ carrier: MessageCarrier; context: Context }> {
  const channel = carriers.channelOf(provider)
  const clinic = channel && (await findClinic(companyId))
  if (!channel || !clinic) return refuse('not_found', { resource: 'path' })
  const caller = { kind: 'system', id: `carrier ${provider}`, tokenId: null, holds: () => true } as const
  const context: Context = { clinic, caller, requestId, act: 'reportMessage' }
  const settings = await transactions.read(context, tx => providerNamed(tx, channel, provider))
  const known = settings ?? (provider === 'sandbox' ? { provider, settings: {} } : undefined)
  const carrier = known && carriers.connect(channel, known, clinic)
  return carrier ? { carrier, context } : refuse('not_found', { resource: 'path' })
}

function handleNews(tx: Tx, news: CarrierNews): Promise<void> {
  if (news.type === 'message') return receiveMessage(tx, news)
  return news.type === 'receipt' ? takeReceipt(tx, news) : takeTemplateStatus(tx, news)
}
