import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Check, checkIdentity } from '../domain/links/check-identity.ts'
import type { LinkedThing } from '../domain/patient-links/linked-thing.ts'
import { pageProblems } from '../http/page-problems.ts'
import { languageFor, PUBLIC_PAGE_HEADERS, takeForms } from '../http/public-page.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Tx } from '../kernel/tx.ts'
import { type LinkDeps, type OpenedLink, openedLink } from './link-context.ts'
import { gatePage, type LinkPage, type LinkWords, messagePage, overPage, thanksPage } from './link-page.ts'

/** Where an answer came from. */
export interface Sender {
  address: string
  userAgent: string | null
}

/** What is done with an answer: the page is shown again with what is missing, it is written, or another page is shown. */
export type Taken = { again: string } | { write(tx: Tx): Promise<unknown> } | { page: string }

/** A kind of page that a link leads to: what it reads, shows and takes. */
export interface PageKind<Shown extends LinkedThing> {
  /** What its address is called, `/p/<name>/<token>`. */
  name: string
  words: LinkWords
  /** What is recorded of it: that it was looked at, opened, and answered. */
  acts: { view: string; open: string; answer: string }
  /** The largest form that it sends. */
  formBytes: number
  /** It is shown as it is opened, for it says nothing of who the patient is. */
  isOpen?: true
  /** What its script and pictures take besides what every page does. */
  headers: Readonly<Record<string, string>>
  read(tx: Tx, linkId: string): Promise<Shown | undefined>
  /** What is noted of something that the patient has opened, in a transaction of its own. */
  seen?(shown: Shown): ((tx: Tx) => Promise<unknown>) | undefined
  page(page: LinkPage<Shown>, year: string): string
  take(page: LinkPage<Shown>, form: URLSearchParams, sender: Sender): Taken
}

interface LinkRequest {
  Params: { token: string }
  Querystring: Record<string, unknown>
  Body: URLSearchParams | undefined
}
type Request = FastifyRequest<LinkRequest>

const isRefused = (error: unknown, code: string): boolean => error instanceof Refusal && error.code === code
const formOf = ({ body }: Request): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams())
const yearIn = (form: URLSearchParams): string => /^\d{4}$/.exec(form.get('year') ?? '')?.[0] ?? ''

/** What every step on such a page needs. */
function stepsOf<Shown extends LinkedThing>(deps: LinkDeps, kind: PageKind<Shown>) {
  const write = (context: OpenedLink['context'], act: (tx: Tx) => Promise<unknown>) =>
    deps.transactions.write(context, async tx => ({ value: await act(tx) }))
  async function read({ context, id }: OpenedLink): Promise<Shown | undefined> {
    try {
      return await deps.transactions.read(context, tx => kind.read(tx, id))
    } catch (error) {
      if (isRefused(error, 'not_found')) return undefined
      throw error
    }
  }
  return {
    read,
    opened: (request: Request, act: string) =>
      openedLink(deps, request.params.token, { requestId: request.id, act, address: deps.addressOf(request) }),
    /** Nothing is shown that could not be recorded. */
    recorded: (request: Request, { id, context: { clinic, caller } }: OpenedLink, shown: Shown, operation: string) =>
      deps.record(request, `${operation} ${id}`, {
        ...{ companyId: clinic.id, caller: `${caller.kind} ${caller.id}`, operation },
        ...{ resourceIds: [shown.subjectId], patientIds: [shown.patientId], throughIds: [] },
      }),
    /** What the patient has opened is said by itself, once the link is no longer held: others hold it after the subject. */
    async check({ id, context }: OpenedLink, shown: Shown, year: string): Promise<Check> {
      const given = year === '' ? undefined : Number(year)
      const checked = await deps.transactions.write(context, async tx => ({
        value: await checkIdentity(tx, id, given),
      }))
      const note = checked === 'PASSED' ? kind.seen?.(shown) : undefined
      if (note) await write(context, note)
      return checked
    },
    /** Writes an answer, or says how the link stands where another was first or the clinic changed what it is to. */
    async answer(link: OpenedLink, act: (tx: Tx) => Promise<unknown>): Promise<Shown | undefined> {
      try {
        await write({ ...link.context, act: kind.acts.answer }, act)
        return undefined
      } catch (error) {
        if (isRefused(error, 'invalid_state_transition')) return read(link)
        throw error
      }
    },
  }
}

const over = <Shown extends LinkedThing>(reply: FastifyReply, page: LinkPage<Shown>) =>
  reply.code(410).headers(PUBLIC_PAGE_HEADERS).send(overPage(page))

/** Where patients read and answer something by a link, `/p/<name>/<token>`: once, and after they said who they are. */
export function linkPages<Shown extends LinkedThing>(deps: LinkDeps, kind: PageKind<Shown>): FastifyPluginAsync {
  const { limits } = deps
  const steps = stepsOf(deps, kind)
  const { unknown, tooMany, trouble } = pageProblems(deps.strangers, messagePage(kind.words))
  const path = `/p/${kind.name}/:token`
  const pageOf = (request: Request, { context }: OpenedLink, shown: Shown): LinkPage<Shown> => ({
    ...{ shown, words: kind.words, language: languageFor(request, shown.locale), isTest: context.clinic.sandbox },
  })

  async function takes(request: Request, reply: FastifyReply, link: OpenedLink, page: LinkPage<Shown>) {
    const userAgent = request.headers['user-agent']?.slice(0, 500) ?? null
    const taken = kind.take(page, formOf(request), { userAgent, address: deps.addressOf(request) })
    if ('again' in taken) return reply.code(422).headers(kind.headers).send(taken.again)
    if ('page' in taken) {
      await steps.recorded(request, link, page.shown, kind.acts.answer)
      return reply.headers(kind.headers).send(taken.page)
    }
    const lost = await steps.answer(link, taken.write)
    if (lost) return over(reply, { ...page, shown: lost })
    return reply.headers(PUBLIC_PAGE_HEADERS).send(thanksPage(page))
  }

  return async app => {
    takeForms(app, kind.formBytes)
    app.setErrorHandler<FastifyError, LinkRequest>(trouble)
    app.get<LinkRequest>(path, async (request, reply) => {
      const link = await steps.opened(request, kind.acts.view)
      if (!link) return unknown(request, reply)
      const wait = limits.open(request)
      if (wait > 0) return tooMany(request, reply, wait)
      const shown = await steps.read(link)
      if (!shown) return unknown(request, reply)
      await steps.recorded(request, link, shown, kind.acts.view)
      const page = pageOf(request, link, shown)
      if (shown.state !== 'OPEN') return over(reply, page)
      if (kind.isOpen) return reply.headers(kind.headers).send(kind.page(page, ''))
      return reply.headers(PUBLIC_PAGE_HEADERS).send(gatePage(page, shown.isLocked ? 'locked' : undefined))
    })
    app.post<LinkRequest>(path, async (request, reply) => {
      const link = await steps.opened(request, kind.acts.open)
      if (!link) return unknown(request, reply)
      const wait = limits.answer(request, link.id)
      if (wait > 0) return tooMany(request, reply, wait)
      const shown = await steps.read(link)
      if (!shown) return unknown(request, reply)
      const page = pageOf(request, link, shown)
      if (shown.state !== 'OPEN') return over(reply, page)
      const form = formOf(request)
      const checked = await steps.check(link, shown, yearIn(form))
      if (checked !== 'PASSED') {
        const refused = gatePage(page, checked === 'LOCKED' ? 'locked' : 'wrong')
        return reply.code(403).headers(PUBLIC_PAGE_HEADERS).send(refused)
      }
      await steps.recorded(request, link, shown, kind.acts.view)
      if (form.get('action') === 'answer') return takes(request, reply, link, page)
      return reply.headers(kind.headers).send(kind.page(page, yearIn(form)))
    })
  }
}
