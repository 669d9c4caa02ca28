import { setTimeout as delay } from 'node:timers/promises'
import { operations } from '@clinic/contract/index.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { sql } from '../db/statement.ts'
import { ALL_DELIVERIES } from '../domain/webhooks/delivery.ts'
import type { ErrorClass, Outcome } from '../egress/outcome.ts'

/** A request of the plugin, as the log has it: names and ids alone. */
export interface Call {
  at: string
  operation: string
  record_id: string | null
  status: number
  idempotency_key: string | null
  replayed: boolean
  parameters: string[]
  has_more: boolean
  duration_ms: number
}

export const callsSince = sql<Call>(`
  select at, operation, record_id, status, idempotency_key, replayed, parameters, has_more, duration_ms from request_log
  where company_id = $1 and installation_id = $2 and at >= $3 order by at, id`)

/** An event that was caused, as it went out. */
export interface SentEvent {
  event_id: string
  status: string
  attempts: number
  /** How it was answered first. */
  first_status: number | null
  first_error: string | null
  first_ms: number | null
}

export const sentTo = sql<SentEvent>(`
  select t.event_id, t.status, t.attempts,
    case when jsonb_array_length(t.failures) > 0 then (t.failures -> 0 ->> 'status')::int else t.response_status end
      as first_status,
    case when jsonb_array_length(t.failures) > 0 then t.failures -> 0 ->> 'error' else t.error_class end as first_error,
    case when jsonb_array_length(t.failures) > 0 then (t.failures -> 0 ->> 'ms')::int else t.duration_ms end as first_ms
  from ${ALL_DELIVERIES} as t
  where t.company_id = $1 and t.endpoint_id = $2 and t.event_id = any ($3) and t.created_at > now() - interval '1 hour'`)

const BY_ID: ReadonlyMap<string, Operation> = new Map(operations.map(operation => [operation.id, operation]))
export const operationOf = ({ operation }: Call): Operation | undefined => BY_ID.get(operation)
export const isPost = (call: Call): boolean => operationOf(call)?.method === 'POST'
export const isList = (call: Call): boolean => 'cursor' in (operationOf(call)?.input.properties ?? {})
export const isAnswered = ({ status }: Call): boolean => status < 400
/** What was really done, and not answered once more. */
export const isEffect = (call: Call): boolean => isPost(call) && isAnswered(call) && !call.replayed
export const sameRequest = (one: Call, other: Call): boolean =>
  one.operation === other.operation && one.record_id === other.record_id

export const wasTaken = ({ status, attempts }: SentEvent): boolean => status === 'SUCCEEDED' && attempts === 1

/** How an event was answered, in words. */
export const answerInWords = (status: number | null, error: ErrorClass | string | null, ms: number | null): string =>
  status === null ? `no answer (${error ?? 'none came'})` : `HTTP ${status} after ${ms ?? 0} ms`

export const outcomeInWords = ({ status, errorClass, durationMs }: Outcome): string =>
  errorClass === null || errorClass === 'http_status'
    ? answerInWords(status, errorClass, durationMs)
    : answerInWords(null, errorClass, durationMs)

export const sentInWords = (sent: SentEvent | undefined): string =>
  sent ? answerInWords(sent.first_status, sent.first_error, sent.first_ms) : 'it was not delivered'

const MOST_NAMED = 5

export function callsInWords(calls: readonly Call[]): string {
  if (calls.length === 0) return 'no call'
  const named = calls.slice(0, MOST_NAMED).map(({ operation, status }) => `${operation} (${status})`)
  const more = calls.length > MOST_NAMED ? ` and ${calls.length - MOST_NAMED} more` : ''
  return `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}: ${named.join(', ')}${more}`
}

const POLL_MS = 100

/** Looks again and again until there is what is looked for, or the time is over: then what there is. */
export async function until<Value>(
  look: () => Promise<Value>,
  isEnough: (found: Value) => boolean,
  ms: number,
): Promise<Value> {
  const end = performance.now() + ms
  for (;;) {
    const found = await look()
    if (isEnough(found) || performance.now() >= end) return found
    await delay(POLL_MS)
  }
}
