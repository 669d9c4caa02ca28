import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { RecoveryRow } from './start-recovery.ts'
import { wasMissed } from './was-missed.ts'

/** Events looked at per step: each step is a transaction of its own. */
const STEP = 500
/** While more than that is queued for the endpoint, nothing is added: the queue stays small, and new events go first. */
const MOST_QUEUED = 1000

export type Progress = 'done' | 'more' | 'later'

const lockRecovery = sql<RecoveryRow>('select * from webhook_recovery where company_id = $1 and id = $2 for update')
const queuedFor = sql<{ queued: number }>(`
  select count(*)::int as queued from (
    select from webhook_delivery where company_id = $1 and endpoint_id = $2 limit ${MOST_QUEUED}) as in_queue`)

/** Queues those of the next events that the endpoint has missed. */
const queueMissed = sql<Step>(`
  with next as (
    select event.* from event
    where event.company_id = $1 and (event.created_at, event.id) > ($3, $4) and event.created_at >= $3
      and event.created_at < $5
    order by event.created_at, event.id limit ${STEP}
  ), missed as (
    select next.* from next
    join webhook_endpoint as endpoint on endpoint.company_id = $1 and endpoint.id = $2
    where next.type = any ($6::text[]) and ${wasMissed('$2')}
  ), queued as (
    insert into webhook_delivery
      (id, company_id, endpoint_id, event_id, event_type, event_at, origin, priority, due_at, created_at)
    select left($7, 14) || left(encode(sha256((id || $8)::bytea), 'hex'), 16), $1, $2, id, type, created_at,
      'RECOVERY', 2, $9, $9
    from missed
    returning 1
  )
  select (select count(*) from next)::int as seen, (select count(*) from queued)::int as queued, last.created_at, last.id
  from (select 1) as one left join lateral (
    select created_at, id from next order by created_at desc, id desc limit 1) as last on true`)

interface Step {
  seen: number
  queued: number
  created_at: string | null
  id: string | null
}

/** Takes the next step of a recovery, from where the last one ended; one whose endpoint was deleted is done. */
export async function continueRecovery(tx: Tx, id: string): Promise<Progress> {
  const [recovery] = await tx.sql(lockRecovery([tx.clinic.id, id]))
  if (!recovery || recovery.status === 'COMPLETED') return 'done'
  const endpoint = await tx.get('webhook_endpoint', recovery.endpoint_id)
  const [queue] = await tx.sql(queuedFor([tx.clinic.id, recovery.endpoint_id]))
  if (!endpoint.active || queue?.queued === MOST_QUEUED) return 'later'
  const [step] = await tx.sql(queueMissed(valuesOf(tx, recovery)))
  const ended = step === undefined || step.seen < STEP
  await tx.update('webhook_recovery', id, {
    status: ended ? 'COMPLETED' : 'RUNNING',
    deliveries: recovery.deliveries + (step?.queued ?? 0),
    ...(step?.created_at && step.id && { position_at: step.created_at, position_id: step.id }),
  })
  return ended ? 'done' : 'more'
}

/** The step's deliveries have ids of this moment, made unique by event and recovery. */
function valuesOf(tx: Tx, { id, endpoint_id, position_at, position_id, until, wanted }: RecoveryRow): unknown[] {
  const ofThisMoment = newId('whd', Date.parse(tx.realNow))
  return [tx.clinic.id, endpoint_id, position_at, position_id, until, wanted, ofThisMoment, id, tx.realNow]
}
