import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, PUBLIC_PAGE_HEADERS, takeForms } from '../http/public-page.ts'
import { serveStatic } from '../http/static-answer.ts'
import { payerView } from './pages/payer-view.ts'
import { messagePage, type Notice, paymentPage } from './pages/payment-page.ts'
import { type LinkedPayment, linkedPayment, type PayDeps } from './pay-context.ts'
import { handlePayerAction, handlePayerReturn, type Reaction } from './payer-actions.ts'
import { payerViews, type RecordPayerView } from './record-view.ts'

interface PayRequest {
  Params: { token: string }
  Querystring: Record<string, unknown>
  Body: URLSearchParams | undefined
}
type Request = FastifyRequest<PayRequest>

/** Payers' pages, `/pay/<token>`. */
export function payPages(deps: PayDeps): FastifyPluginAsync {
  return async app => {
    const recordView = payerViews(deps)
    const css = await readFile(join(import.meta.dirname, 'assets/pay.css'), 'utf8')
    await serveStatic(app, '/pay/assets/pay.css', {}, css)
    takeForms(app)
    app.setErrorHandler<FastifyError, PayRequest>((error, request, reply) => {
      request.refusal = { code: 'trouble', error }
      return reply
        .code(error.statusCode ?? 500)
        .headers(PUBLIC_PAGE_HEADERS)
        .send(messagePage(languageFor(request, 'ar'), 'trouble'))
    })
    app.get<PayRequest>('/pay/:token', async (request, reply) => {
      const linked = await linkedPayment(deps, request.params.token, request.id)
      if (!linked) return unknown(deps, request, reply)
      if (request.query.back === undefined)
        return show({ ...deps, recordView }, request, reply, { linked, notice: noticeIn(request) })
      return seeOther(request, reply, await handlePayerReturn(deps, linked))
    })
    app.post<PayRequest>('/pay/:token', async (request, reply) => {
      const linked = await linkedPayment(deps, request.params.token, request.id)
      if (!linked) return unknown(deps, request, reply)
      const action = request.body instanceof URLSearchParams ? (request.body.get('action') ?? '') : ''
      return seeOther(request, reply, await handlePayerAction(deps, linked, action))
    })
  }
}

const NOTICES: readonly Notice[] = ['canceled', 'confirming', 'busy', 'unreachable']
const noticeIn = ({ query }: Request): Notice | undefined => NOTICES.find(each => each === query.notice)

/** After a form and after the gateway the browser gets a page of its own, which can be loaded again without harm. */
function seeOther(request: Request, reply: FastifyReply, reaction: Reaction): FastifyReply {
  if ('goTo' in reaction) return reply.headers(PUBLIC_PAGE_HEADERS).redirect(reaction.goTo, 303)
  const { lang } = request.query
  const query = new URLSearchParams({
    ...(typeof lang === 'string' && { lang }),
    ...(reaction.notice && { notice: reaction.notice }),
  }).toString()
  return reply.headers(PUBLIC_PAGE_HEADERS).redirect(`/pay/${request.params.token}${query && `?${query}`}`, 303)
}

const languageFor = ({ query, headers }: Request, locale: string) =>
  languageOf(query.lang, headers['accept-language'], locale)

function unknown({ strangers }: PayDeps, request: Request, reply: FastifyReply): FastifyReply {
  const wait = strangers.takeRefusal(request)
  const language = languageFor(request, 'ar')
  reply.headers(PUBLIC_PAGE_HEADERS)
  if (wait === 0) return reply.code(404).send(messagePage(language, 'unknown'))
  return reply.code(429).header('retry-after', wait).send(messagePage(language, 'tooMany'))
}

async function show(
  deps: Omit<PayDeps, 'recordView'> & { recordView: RecordPayerView },
  request: Request,
  reply: FastifyReply,
  { linked, notice }: { linked: LinkedPayment; notice: Notice | undefined },
): Promise<FastifyReply> {
  const { context, id } = linked
  const view = await deps.transactions.read(context, tx => payerView(tx, deps, id))
  // Nothing is shown that could not be recorded.
  await deps.recordView(request, linked, view.row.invoice_id)
  const language = languageFor(request, view.clinic.locale)
  if (view.state === 'closed') reply.code(410)
  return reply.headers(PUBLIC_PAGE_HEADERS).send(paymentPage({ ...view, language, ...(notice && { notice }) }))
}
