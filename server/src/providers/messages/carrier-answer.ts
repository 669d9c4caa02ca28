import type { MessageError, SendOutcome } from '../../domain/messaging/message-carrier.ts'
import { type Answer, type Call, exchange } from '../exchange.ts'

/** Asks a carrier's API; nothing where no whole answer came in time. */
export const askCarrier = (url: string, call: Call): Promise<Answer | undefined> =>
  exchange(url, call).catch(() => undefined)

/** What a refusal means: by the carrier's own code where that is known, else by the status. */
export function refusalOf({ status, retryAfter }: Answer, known: MessageError | undefined): SendOutcome {
  const error = known ?? errorOfStatus(status)
  const passes = error === 'carrier_unavailable' || error === 'too_many_messages'
  return passes ? { result: 'retry', error, afterSeconds: retryAfter } : { result: 'refused', error }
}

function errorOfStatus(status: number): MessageError {
  if (status === 429) return 'too_many_messages'
  if (status === 401 || status === 403) return 'carrier_refused_account'
  return status >= 500 ? 'carrier_unavailable' : 'content_refused'
}

/** No whole answer came: what became of the message is unknown. */
export const UNANSWERED: SendOutcome = { result: 'retry', error: 'carrier_unavailable' }
