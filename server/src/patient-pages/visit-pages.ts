import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { confirmVisit, declineVisit, linkedVisit } from '../domain/reminders/visit-link.ts'
import { pageProblems } from '../http/page-problems.ts'
import { languageFor, PUBLIC_PAGE_HEADERS, takeForms } from '../http/public-page.ts'
import { type LinkDeps, openedLink } from './link-context.ts'
import { messagePage, overPage, visitPage } from './visit-page.ts'

interface VisitRequest {
  Params: { token: string }
  Querystring: Record<string, unknown>
  Body: URLSearchParams | undefined
}
type Request = FastifyRequest<VisitRequest>

const ANSWERS = { confirm: confirmVisit, decline: declineVisit } as const

/** Where patients see a visit and say whether they come, `/p/visit/<token>`: until it begins, and without a name. */
export function visitPages(deps: LinkDeps): FastifyPluginAsync {
  const { limits, record } = deps
  const { unknown, tooMany, trouble } = pageProblems(deps.strangers, messagePage)
  const opened = (request: Request, act: string) =>
    openedLink(deps, request.params.token, { requestId: request.id, act, address: deps.addressOf(request) })
  return async app => {
    takeForms(app)
    app.setErrorHandler<FastifyError, VisitRequest>(trouble)
    app.get<VisitRequest>('/p/visit/:token', async (request, reply) => {
      const link = await opened(request, 'viewVisit')
      if (!link) return unknown(request, reply)
      const wait = limits.open(request)
      if (wait > 0) return tooMany(request, reply, wait)
      const visit = await deps.transactions.read(link.context, tx => linkedVisit(tx, link.id))
      if (!visit) return unknown(request, reply)
      // Nothing is shown that could not be recorded.
      const { clinic, caller } = link.context
      await record(request, link.id, {
        ...{ companyId: clinic.id, caller: `${caller.kind} ${caller.id}`, operation: 'viewVisit' },
        ...{ resourceIds: [visit.appointment_id], patientIds: [visit.patient_id], throughIds: [] },
      })
      const page = { visit, language: languageFor(request, visit.locale), isTest: clinic.sandbox }
      reply.headers(PUBLIC_PAGE_HEADERS)
      const isOver = visit.is_over || visit.status === 'CANCELED' || visit.status === 'NOSHOW'
      return isOver ? reply.code(410).send(overPage(page)) : reply.send(visitPage(page))
    })
    app.post<VisitRequest>('/p/visit/:token', async (request, reply) => {
      const link = await opened(request, 'answerVisit')
      if (!link) return unknown(request, reply)
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
