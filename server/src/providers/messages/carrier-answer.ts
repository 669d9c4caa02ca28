import type { CarrierNews, MessageError, SendOutcome } from '../../domain/messaging/message-carrier.ts'
import { type Answer, isSuccess } from '../exchange.ts'

/** Where a carrier's answer says which message it is, and what its own code of a refusal means. */
export interface AnswerReader {
  carrierId(body: unknown): string | undefined
  error(body: unknown): MessageError | undefined
}

/** What became of a message that was handed to a carrier's API: unknown where no whole answer came. */
export async function sendOutcome(asked: Promise<Answer>, read: AnswerReader): Promise<SendOutcome> {
  const answer = await asked.catch(() => undefined)
  if (!answer) return { result: 'retry', error: 'carrier_unavailable' }
  if (isSuccess(answer)) return { result: 'sent', carrierId: read.carrierId(answer.body) ?? null }
  const error = read.error(answer.body) ?? errorOfStatus(answer.status)
  const passes = error === 'carrier_unavailable' || error === 'too_many_messages'
  return passes ? { result: 'retry', error, afterSeconds: answer.retryAfter } : { result: 'refused', error }
}

function errorOfStatus(status: number): MessageError {
  if (status === 429) return 'too_many_messages'
  if (status === 401 || status === 403) return 'carrier_refused_account'
  return status >= 500 ? 'carrier_unavailable' : 'content_refused'
}

const RECEIPTS = ['sent', 'delivered', 'read', 'failed'] as const

/** What a carrier's word for a message's status tells; nothing where it is none of these. */
export function receiptOf(
  word: string | undefined,
  error: MessageError | undefined,
  of: { carrierId: string; reference: string | null; at: string },
): CarrierNews[] {
  const status = RECEIPTS.find(each => each === word)
  if (!status) return []
  return [{ type: 'receipt', ...of, status, error: status === 'failed' ? (error ?? 'recipient_unreachable') : null }]
}
