import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { pageProblems } from '../http/page-problems.ts'
import { languageFor, PUBLIC_PAGE_HEADERS, takeForms } from '../http/public-page.ts'
import { type RecordOnce, recordOnce } from '../http/record-once.ts'
import { serveStatic } from '../http/static-answer.ts'
import { payerView } from './pages/payer-view.ts'
import { messagePage, type Notice, paymentPage } from './pages/payment-page.ts'
import { type LinkedPayment, linkedPayment, type PayDeps } from './pay-context.ts'
import { handlePayerAction, handlePayerReturn, type Reaction } from './payer-actions.ts'

interface PayRequest {
  Params: { token: string }
  Querystring: Record<string, unknown>
  Body: URLSearchParams | undefined
}
type Request = FastifyRequest<PayRequest>

/** Payers' pages, `/pay/<token>`. */
export function payPages(deps: PayDeps): FastifyPluginAsync {
  return async app => {
    const record = recordOnce(deps)
    const { unknown, trouble } = pageProblems(deps.strangers, messagePage)
    const css = await readFile(join(import.meta.dirname, 'assets/pay.css'), 'utf8')
    await serveStatic(app, '/pay/assets/pay.css', {}, css)
    takeForms(app)
    app.setErrorHandler<FastifyError, PayRequest>(trouble)
    app.get<PayRequest>('/pay/:token', async (request, reply) => {
      const linked = await linkedPayment(deps, request.params.token, request.id)
      if (!linked) return unknown(request, reply)
      if (request.query.back === undefined)
        return show({ ...deps, record }, request, reply, { linked, notice: noticeIn(request) })
      return seeOther(request, reply, await handlePayerReturn(deps, linked))
    })
    app.post<PayRequest>('/pay/:token', async (request, reply) => {
      const linked = await linkedPayment(deps, request.params.token, request.id)
      if (!linked) return unknown(request, reply)
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

async function show(
  deps: PayDeps & { record: RecordOnce },
  request: Request,
  reply: FastifyReply,
  { linked, notice }: { linked: LinkedPayment; notice: Notice | undefined },
): Promise<FastifyReply> {
  const { context, id } = linked
  const view = await deps.transactions.read(context, tx => payerView(tx, deps, id))
  // Nothing is shown that could not be recorded.
  const { invoice_id: invoiceId } = view.row
  await deps.record(request, id, {
    ...{ companyId: context.clinic.id, caller: 'system payer', operation: 'viewPayment' },
    ...{ resourceIds: [id, invoiceId], patientIds: [], throughIds: [invoiceId] },
  })
  const language = languageFor(request, view.clinic.locale)
  if (view.state === 'closed') reply.code(410)
  return reply.headers(PUBLIC_PAGE_HEADERS).send(paymentPage({ ...view, language, ...(notice && { notice }) }))
}
