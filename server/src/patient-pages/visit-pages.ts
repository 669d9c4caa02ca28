import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { confirmVisit, declineVisit, type LinkedVisit, linkedVisit } from '../domain/reminders/visit-link.ts'
import { languageOf, PUBLIC_PAGE_HEADERS, takeForms } from '../http/public-page.ts'
import { addressBlock } from '../kernel/values/address-block.ts'
import { type LinkDeps, type OpenedLink, openedLink } from './link-context.ts'
import { linkLimits } from './link-limits.ts'
import { messagePage, overPage, visitPage } from './visit-page.ts'

interface VisitRequest {
  Params: { token: string }
  Querystring: Record<string, unknown>
  Body: URLSearchParams | undefined
}
type Request = FastifyRequest<VisitRequest>

const ANSWERS = { confirm: confirmVisit, decline: declineVisit } as const

const WHILE_MS = 10 * 60_000
const MOST_REMEMBERED = 10_000

const languageFor = ({ query, headers }: Request, locale: string) =>
  languageOf(query.lang, headers['accept-language'], locale)

/** Where patients see a visit and say whether they come, `/p/visit/<token>`: until it begins, and without a name. */
export function visitPages(deps: LinkDeps): FastifyPluginAsync {
  const limits = linkLimits(deps)
  const recordShown = shownOnce(deps)
  const opened = (request: Request, act: string) =>
    openedLink(deps, request.params.token, { requestId: request.id, act, address: deps.addressOf(request) })
  return async app => {
    takeForms(app)
    app.setErrorHandler<FastifyError, VisitRequest>((error, request, reply) => {
      request.refusal = { code: 'trouble', error }
      return reply
        .code(error.statusCode ?? 500)
        .headers(PUBLIC_PAGE_HEADERS)
        .send(messagePage(languageFor(request, 'ar'), 'trouble'))
    })
    app.get<VisitRequest>('/p/visit/:token', async (request, reply) => {
      const link = await opened(request, 'viewVisit')
      if (!link) return unknown(deps, request, reply)
      const wait = limits.open(request)
      if (wait > 0) return tooMany(request, reply, wait)
      const visit = await deps.transactions.read(link.context, tx => linkedVisit(tx, link.id))
      if (!visit) return unknown(deps, request, reply)
      // Nothing is shown that could not be recorded.
      await recordShown(request, link, visit)
      const page = { visit, language: languageFor(request, visit.locale), isTest: link.context.clinic.sandbox }
      reply.headers(PUBLIC_PAGE_HEADERS)
      const isOver = visit.is_over || visit.status === 'CANCELED' || visit.status === 'NOSHOW'
      return isOver ? reply.code(410).send(overPage(page)) : reply.send(visitPage(page))
    })
    app.post<VisitRequest>('/p/visit/:token', async (request, reply) => {
      const link = await opened(request, 'answerVisit')
      if (!link) return unknown(deps, request, reply)
      const wait = limits.answer(request, link.id)
      if (wait > 0) return tooMany(request, reply, wait)
      const said = request.body instanceof URLSearchParams ? request.body.get('answer') : null
      const answer = said === 'confirm' || said === 'decline' ? ANSWERS[said] : undefined
      if (answer) await deps.transactions.write(link.context, async tx => ({ value: await answer(tx, link.id) }))
      const { lang } = request.query
      const query = typeof lang === 'string' ? `?${new URLSearchParams({ lang })}` : ''
      // The browser gets a page that can be loaded again without harm.
      return reply.headers(PUBLIC_PAGE_HEADERS).redirect(`/p/visit/${request.params.token}${query}`, 303)
    })
  }
}

/** Once in ten minutes for each link and network: a page is loaded again and again. */
function shownOnce({ recordView, addressOf }: LinkDeps) {
  const shown = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: WHILE_MS })
  return async (request: Request, { id, context }: OpenedLink, visit: LinkedVisit): Promise<void> => {
    const address = addressOf(request)
    const key = `${id} ${addressBlock(address)}`
    if (shown.has(key)) return
    const { clinic, caller } = context
    await recordView({
      ...{ companyId: clinic.id, requestId: request.id, caller: `${caller.kind} ${caller.id}`, tokenId: null, address },
      ...{
        operation: 'viewVisit',
        resourceIds: [visit.appointment_id],
        patientIds: [visit.patient_id],
        throughIds: [],
      },
      fieldScopes: [],
    })
    shown.set(key, true)
  }
}

function unknown({ strangers }: LinkDeps, request: Request, reply: FastifyReply): FastifyReply {
  const wait = strangers.takeRefusal(request)
  if (wait > 0) return tooMany(request, reply, wait)
  return reply
    .headers(PUBLIC_PAGE_HEADERS)
    .code(404)
    .send(messagePage(languageFor(request, 'ar'), 'unknown'))
}

const tooMany = (request: Request, reply: FastifyReply, wait: number): FastifyReply =>
  reply
    .headers(PUBLIC_PAGE_HEADERS)
    .code(429)
    .header('retry-after', wait)
    .send(messagePage(languageFor(request, 'ar'), 'tooMany'))
