import type { FastifyReply } from 'fastify'
import type { Strangers } from '../http/strangers.ts'
import { type Message, messagePage } from './pages/message-page.ts'
import { sendPage } from './pages/send-page.ts'
import type { Language } from './pages/texts.ts'

interface PageErrorOptions {
  status?: number
  /** What the person can tell the maker of the app. */
  detail?: string
  /** Where the person may go back to the client. */
  returnTo?: string
  retryAfterSeconds?: number
}

/** A request of a browser that ends with a message for the person; the browser is sent nowhere. */
class PageError extends Error {
  readonly page: Message
  readonly options: PageErrorOptions
  constructor(page: Message, options: PageErrorOptions) {
    super(page)
    this.page = page
    this.options = options
  }
}

/** Ends the request with a page that says why. */
export function refusePage(page: Message, options: PageErrorOptions = {}): never {
  throw new PageError(page, options)
}

/**
 * Runs the steps of an endpoint; the one that refuses ends it with its page, in the language of the person. Refusals count
 * against the network they come from.
 */
export async function orMessagePage(
  strangers: Strangers,
  reply: FastifyReply,
  language: Language,
  steps: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await steps()
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    const { status = 400, retryAfterSeconds, ...shown } = error.options
    const wait = retryAfterSeconds ?? strangers.takeRefusal(reply.request)
    reply.request.refusal = { code: wait === 0 ? error.page : 'tooMany' }
    if (wait === 0) return sendPage(reply, status, messagePage(language, error.page, shown))
    return sendPage(reply.header('retry-after', wait), 429, messagePage(language, 'tooMany', {}))
  }
}

/** Refuses a browser that has to wait, and says how long. */
export function requireNoWait(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) refusePage('tooMany', { retryAfterSeconds })
}
