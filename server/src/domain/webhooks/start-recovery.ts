import { Id } from '@clinic/contract/fields.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import type { recoverWebhookDeliveries } from '@clinic/contract/webhook-endpoints.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { enqueue, inRealTime, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { EVENT_DAYS } from './envelope.ts'
import { grantedEvents, ownEndpoint } from './own-endpoint.ts'

export type RecoveryRow = TableRow<'webhook_recovery'>

/** One job goes through the span in steps; it is repeated until it comes to the end. */
export const recoveryStep = inRealTime(jobKind('recover_deliveries', { recoveryId: Id }, 25))

const LONGEST_MS = EVENT_DAYS * 86_400_000

interface Span {
  since: string
  until?: string
}

/** The end of a span that lies in the past and in what is kept, or a refusal. */
export function endOfSpan(tx: Tx, { since, until }: Span): string {
  const now = Date.parse(tx.now)
  if (Date.parse(since) < now - LONGEST_MS)
    refuseInput({ path: '/since', code: 'too_long_ago', message: `must be at most ${EVENT_DAYS} days ago` })
  if (Date.parse(since) >= now) refuseInput({ path: '/since', code: 'not_past', message: 'must be in the past' })
  return until !== undefined && Date.parse(until) < now ? until : tx.now
}

/** Begins to deliver again what the endpoint missed since then; it must be enabled. What is to come needs no recovery. */
export async function startRecovery(tx: Tx, input: Input<typeof recoverWebhookDeliveries>): Promise<RecoveryRow> {
  const { id: endpointId, since, eventTypes } = input
  const endpoint = await ownEndpoint(tx, endpointId)
  const until = endOfSpan(tx, input)
  const asked = eventTypes && (await grantedEvents(tx, endpoint.installation_id, eventTypes))
  if (!endpoint.active) refuse('invalid_state_transition', { from: 'DISABLED', to: 'RECOVERING' })
  const id = newId('whr', Date.parse(tx.now))
  const recovery = await tx.insert('webhook_recovery', {
    id,
    endpoint_id: endpointId,
    since,
    until,
    event_types: asked ?? null,
    wanted: asked ?? endpoint.events,
    position_at: since,
  })
  await enqueue(tx, recoveryStep, { recoveryId: id }, { key: id })
  return recovery
}

const newestRecoveries = sql<RecoveryRow>(`
  select * from webhook_recovery where company_id = $1 and endpoint_id = $2 order by created_at desc, id desc limit 20`)

/** The latest recoveries of an endpoint, newest first. */
export async function latestRecoveries(tx: Tx, endpointId: string): Promise<RecoveryRow[]> {
  await ownEndpoint(tx, endpointId)
  return tx.sql(newestRecoveries([tx.clinic.id, endpointId]))
}
