import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Check, checkIdentity } from '../domain/links/check-identity.ts'
import { type LinkedQuotation, linkedQuotation, seeOptions } from '../domain/patient-links/linked-quotation.ts'
import { type PatientSignature, signByLink } from '../domain/patient-links/sign-by-link.ts'
import { pageProblems } from '../http/page-problems.ts'
import { languageFor, PUBLIC_PAGE_HEADERS, takeForms } from '../http/public-page.ts'
import { recordOnce } from '../http/record-once.ts'
import { Refusal } from '../kernel/errors.ts'
import { drawnSignature } from './drawn-signature.ts'
import { type LinkDeps, type OpenedLink, openedLink } from './link-context.ts'
import { linkLimits } from './link-limits.ts'
import { gatePage, messagePage, offerPage, overPage, type QuotationPage, thanksPage } from './quotation-page.ts'
import { SIGNING_HEADERS } from './sign-script.ts'

interface QuotationRequest {
  Params: { token: string }
  Querystring: Record<string, unknown>
  Body: URLSearchParams | undefined
}
type Request = FastifyRequest<QuotationRequest>

/** A drawing of 60 KB, as a form sends it. */
const FORM_BYTES = 131_072
const YEAR = /^\d{4}$/

/** What a page sends. */
function answerOf({ body }: Request) {
  const said = (name: string) => (body instanceof URLSearchParams ? (body.get(name) ?? '') : '')
  const [year, name, option, drawing] = [said('year'), said('name').trim(), said('option'), said('drawing')]
  return { year: YEAR.test(year) ? year : '', name, option, drawing, signs: said('action') === 'sign' }
}

/** What every step on such a page needs. */
function stepsOf(deps: LinkDeps) {
  const record = recordOnce(deps)
  const read = ({ context, id }: OpenedLink) => deps.transactions.read(context, tx => linkedQuotation(tx, id))
  return {
    read,
    opened: (request: Request, act: string) =>
      openedLink(deps, request.params.token, { requestId: request.id, act, address: deps.addressOf(request) }),
    /** Nothing is shown that could not be recorded. */
    recorded: (request: Request, { id, context: { clinic, caller } }: OpenedLink, offer: LinkedQuotation) =>
      record(request, id, {
        ...{ companyId: clinic.id, caller: `${caller.kind} ${caller.id}`, operation: 'viewQuotation' },
        ...{ resourceIds: [offer.subjectId], patientIds: [offer.patientId], throughIds: [] },
      }),
    check: (link: OpenedLink, offer: LinkedQuotation, year: string) =>
      deps.transactions.write(link.context, async tx => {
        const value = await checkIdentity(tx, link.id, year === '' ? undefined : Number(year))
        if (value === 'PASSED') await seeOptions(tx, offer)
        return { value }
      }),
    /** Signs, or answers how the link stands where another was first or the clinic changed the offer. */
    async sign(link: OpenedLink, signature: Omit<PatientSignature, 'linkId'>): Promise<LinkedQuotation | undefined> {
      const context = { ...link.context, act: 'signQuotation' }
      try {
        const signed = { ...signature, linkId: link.id }
        await deps.transactions.write(context, async tx => ({ value: await signByLink(tx, signed) }))
        return undefined
      } catch (error) {
        if (error instanceof Refusal && error.code === 'invalid_state_transition') return read(link)
        throw error
      }
    },
  }
}

const over = (reply: FastifyReply, page: QuotationPage) =>
  reply.code(410).headers(PUBLIC_PAGE_HEADERS).send(overPage(page))

const wrong = (reply: FastifyReply, page: QuotationPage, checked: Check) =>
  reply
    .code(403)
    .headers(PUBLIC_PAGE_HEADERS)
    .send(gatePage(page, checked === 'LOCKED' ? 'locked' : 'wrong'))

/** Where patients read what they are offered and sign one of the options, `/p/quotation/<token>`. */
export function quotationPages(deps: LinkDeps): FastifyPluginAsync {
  const limits = linkLimits(deps)
  const steps = stepsOf(deps)
  const { unknown, tooMany, trouble } = pageProblems(deps.strangers, messagePage)
  const pageOf = (request: Request, { context }: OpenedLink, offer: LinkedQuotation): QuotationPage => ({
    ...{ offer, language: languageFor(request, offer.locale), isTest: context.clinic.sandbox },
  })

  async function signs(request: Request, reply: FastifyReply, link: OpenedLink, page: QuotationPage) {
    const { year, name, option, drawing: field } = answerOf(request)
    const { options, isMinor } = page.offer
    const drawing = drawnSignature(field)
    const isNamed = name !== '' && name.length <= 200 && options.some(({ quotation }) => quotation.id === option)
    if (!isNamed || drawing === undefined) {
      const problem = isNamed ? 'tooLarge' : 'missing'
      const again = offerPage(page, { year, name, chosen: option, problem })
      return reply.code(422).headers(SIGNING_HEADERS).send(again)
    }
    const from = { userAgent: request.headers['user-agent']?.slice(0, 500) ?? null, address: deps.addressOf(request) }
    const role = isMinor ? 'GUARDIAN' : 'PATIENT'
    const lost = await steps.sign(link, { ...from, name, drawing, role, quotationId: option })
    if (lost) return over(reply, { ...page, offer: lost })
    return reply.headers(PUBLIC_PAGE_HEADERS).send(thanksPage(page))
  }

  return async app => {
    takeForms(app, FORM_BYTES)
    app.setErrorHandler<FastifyError, QuotationRequest>(trouble)
    app.get<QuotationRequest>('/p/quotation/:token', async (request, reply) => {
      const link = await steps.opened(request, 'viewQuotation')
      if (!link) return unknown(request, reply)
      const wait = limits.open(request)
      if (wait > 0) return tooMany(request, reply, wait)
      const offer = await steps.read(link)
      if (!offer) return unknown(request, reply)
      await steps.recorded(request, link, offer)
      const page = pageOf(request, link, offer)
      if (offer.state !== 'OPEN') return over(reply, page)
      return reply.headers(PUBLIC_PAGE_HEADERS).send(gatePage(page, offer.isLocked ? 'locked' : undefined))
    })
    app.post<QuotationRequest>('/p/quotation/:token', async (request, reply) => {
      const link = await steps.opened(request, 'openQuotation')
      if (!link) return unknown(request, reply)
      const wait = limits.answer(request, link.id)
      if (wait > 0) return tooMany(request, reply, wait)
      const offer = await steps.read(link)
      if (!offer) return unknown(request, reply)
      const page = pageOf(request, link, offer)
      if (offer.state !== 'OPEN') return over(reply, page)
      const { year, signs: isSigned } = answerOf(request)
      const checked = await steps.check(link, offer, year)
      if (checked !== 'PASSED') return wrong(reply, page, checked)
      await steps.recorded(request, link, offer)
      if (isSigned) return signs(request, reply, link, page)
      return reply.headers(SIGNING_HEADERS).send(offerPage(page, { year }))
    })
  }
}
