import type { Families } from '../printed/clinic.generated.ts'
import type { ClinicEvent } from '../printed/events.generated.ts'
import { WebhookVerificationError } from '../webhook-verification-error.ts'
import { type Handlers, handlerOf, hydrating } from './handlers.ts'
import { readBody } from './read-body.ts'
import { memory, type Seen } from './seen.ts'
import { verify } from './verify.ts'

export interface WebhookOptions {
  /** The endpoint's signing secret, or several while one is being rotated; a function reads it for each request. */
  readonly secret: string | readonly string[] | undefined | (() => Secrets | Promise<Secrets>)
  /** By type of event, or by family such as `appointment.*`. What has no handler is answered 200. */
  readonly on: Handlers
  /** Where it is remembered which events were dealt with; the memory of this process unless told. */
  readonly seen?: Seen | undefined
  /** With which `hydrate()` reads. */
  readonly clinic?: Partial<Families> | undefined
  /** How far the signing time may be from now; 300 seconds unless told. */
  readonly toleranceSeconds?: number | undefined
  /** Is given test events, whose ids name no records; without it they are answered 200. */
  readonly onTest?: ((event: ClinicEvent) => unknown) | undefined
  /** Is told why a request was not answered 200; `console.error` unless told. */
  readonly onError?: ((error: unknown) => void) | undefined
}
type Secrets = string | readonly string[] | undefined

export type WebhookHandler = (request: Request) => Promise<Response>

const answer = (status: number, reason?: string, headers: Record<string, string> = {}): Response =>
  reason === undefined ? new Response(null, { status, headers }) : Response.json({ reason }, { status, headers })

/** The console where there is one. */
const logged = (error: unknown): void => globalThis.console?.error(error)

/** Seconds after which a delivery that found another at work may come again. */
const BUSY_SECONDS = '5'

async function handled(options: WebhookOptions, event: ClinicEvent, attempt: number): Promise<Response> {
  const { on, clinic, seen = memory() } = options
  const handler = handlerOf(on, event.type)
  if (!handler) return answer(200)
  const claimed = await seen.claim(event.id)
  if (claimed === 'running') return answer(503, 'running', { 'retry-after': BUSY_SECONDS })
  if (!claimed) return answer(200)
  try {
    await handler(event, { hydrate: hydrating(clinic, event), attempt })
    await seen.settle?.(event.id)
    return answer(200)
  } catch (error) {
    await seen.release(event.id)
    throw error
  }
}

async function answered(options: WebhookOptions, request: Request): Promise<Response> {
  if (request.method !== 'POST') return answer(405, undefined, { allow: 'POST' })
  const body = await readBody(request.body)
  if (!body) return answer(413, 'too_large')
  const { secret, toleranceSeconds, onTest } = options
  const given = typeof secret === 'function' ? await secret() : secret
  const { headers } = request
  const event = await verify({ body, headers }, given ?? [], toleranceSeconds === undefined ? {} : { toleranceSeconds })
  if (headers.get('service-event-test') !== 'true')
    return handled(options, event, Number(headers.get('service-delivery-attempt') ?? 1))
  await onTest?.(event)
  return answer(200)
}

/** What cannot be proven is 401; a secret that is none is our own mistake, and is tried again once it is mended. */
function failed(error: unknown): Response {
  if (!(error instanceof WebhookVerificationError)) return answer(500)
  return answer(error.reason === 'secret_has_wrong_form' ? 500 : 401, error.reason)
}

/**
 * The endpoint of a plugin: proves each request, answers duplicates without the handler, and calls the handler of the
 * event. It answers 200 when the handler is done, 500 when it throws, so that the event comes again, and 401 to what is not
 * genuine. It is what Next, Hono, Bun, Deno and Workers take; `toNode` and `clinicWebhook` are for the others.
 */
export function webhook(options: WebhookOptions): WebhookHandler {
  const whole = { ...options, seen: options.seen ?? memory() }
  return async request => {
    try {
      return await answered(whole, request)
    } catch (error) {
      const told = options.onError ?? logged
      told(error)
      return failed(error)
    }
  }
}
