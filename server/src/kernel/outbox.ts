import type { EventDeclaration } from '@clinic/contract/kernel.ts'
import { type Statement, sql } from '../db/statement.ts'
import type { ClinicFacts, Tx } from './tx.ts'
import { newId } from './values/ids.ts'

/** An event as it is stored in the transaction of the change that caused it. */
export interface OutboxEvent {
  id: string
  type: string
  /** JSON texts. */
  data: string
  previousAttributes: string | null
  /** The only installation that it concerns; null for a change in the clinic. */
  installationId: string | null
}

/** An event of this instant: its id says when it happened, so that its row is found by the id alone. */
export function outboxEvent(
  { type, example }: EventDeclaration,
  data: Record<string, unknown>,
  previousAttributes: Record<string, unknown> | undefined,
  now: string,
): OutboxEvent {
  const { object } = example
  const installationId = object === 'installation' ? String(data.id) : null
  return {
    id: newId('evt', Date.parse(now)),
    type,
    data: JSON.stringify({ object, ...data }),
    previousAttributes: previousAttributes ? JSON.stringify(previousAttributes) : null,
    installationId,
  }
}

const insertEvent = sql(`
  insert into event (company_id, id, type, created_at, data, previous_attributes, installation_id)
  values ($1, $2, $3, $4, $5, $6, $7)`)

/**
 * For each endpoint that an event is meant for, its delivery; an endpoint that is disabled gets a skipped one, which can
 * be recovered. Which events it is meant for, its subscription and the grant say, of `installation.uninstalled` too: that
 * one alone goes out when the installation is no more.
 */
const fanOutTo = (queue: string) =>
  sql(`
  with outbox_event as (
    select * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
      as one (id, type, installation_id, data, previous_attributes)
  ), target as (
    select delivery_id(outbox_event.id, endpoint.id) as id, endpoint.id as endpoint_id, endpoint.active,
      outbox_event.id as event_id, outbox_event.type as event_type, outbox_event.data, outbox_event.previous_attributes
    from webhook_endpoint as endpoint
    join installation on installation.company_id = endpoint.company_id and installation.id = endpoint.installation_id
    join clinic on clinic.company_id = endpoint.company_id
    join outbox_event on (outbox_event.installation_id is null or outbox_event.installation_id = endpoint.installation_id)
      and outbox_event.type = any (endpoint.events) and outbox_event.type = any (installation.granted_events)
      and case when outbox_event.type = 'installation.uninstalled' then endpoint.active
          else plugin_runs(installation.status, installation.held_at, clinic.plugins_stopped_at) end
    where endpoint.company_id = $1
  ), skipped as (
    insert into webhook_delivery_done
      (id, company_id, endpoint_id, event_id, event_type, event_at, origin, status, attempts, created_at, finished_at)
    select id, $1, endpoint_id, event_id, event_type, $2, 'EVENT', 'SKIPPED', 0, $8, $8 from target where not active
  )
  ${queue}`)

const COLUMNS = `id, company_id, endpoint_id, event_id, event_type, event_at, origin, created_at, data, previous_attributes`
const VALUES = `id, $1, endpoint_id, event_id, event_type, $2, 'EVENT', $8, data, previous_attributes`

/** Deliveries that are shuffled come each within so long. */
const SHUFFLED_WITHIN_SECONDS = 10
/** A sandbox clinic's plugins may have asked for deliveries to come late or in another order. */
const inSandbox = (columns: string, values: string) =>
  fanOutTo(`
  insert into webhook_delivery (${columns}, state, due_at)
  select ${values}, case when late > interval '0' then 'WAITING' else 'READY' end, $8::timestamptz + late from (
    select target.*, coalesce(fault.delayed_seconds, 0) * interval '1 second'
      + case when fault.shuffled then random() * interval '${SHUFFLED_WITHIN_SECONDS} seconds' else interval '0' end as late
    from target join webhook_endpoint as told on told.company_id = $1 and told.id = target.endpoint_id
    left join sandbox_fault as fault on fault.company_id = $1 and fault.installation_id = told.installation_id
      and fault.until > now()
    where target.active) as delayed`)

const queueing = (columns: string, values: string) => ({
  live: fanOutTo(`
  insert into webhook_delivery (${columns}, due_at) select ${values}, $8 from target where active`),
  sandbox: inSandbox(columns, values),
})
const untraced = queueing(COLUMNS, VALUES)
const traced = queueing(`${COLUMNS}, traceparent`, `${VALUES}, $9::text`)

/** Stores events. One statement of plain values each: it costs PostgreSQL a third of what one over arrays does. */
export const storeEvents = (companyId: string, now: string, events: readonly OutboxEvent[]): Statement[] =>
  events.map(({ id, type, data, previousAttributes, installationId }) =>
    insertEvent([companyId, id, type, now, data, previousAttributes, installationId]),
  )

/**
 * Makes the deliveries of events, to be sent by the real clock; it answers how many there are to send. Where what happens
 * is traced, `traceparent` says so.
 */
export function fanOutEvents(
  { id: companyId, sandbox }: Pick<ClinicFacts, 'id' | 'sandbox'>,
  { now, realNow }: Pick<Tx, 'now' | 'realNow'>,
  events: readonly OutboxEvent[],
  traceparent: string | null = null,
): Statement {
  const fanOut = (traceparent === null ? untraced : traced)[sandbox ? 'sandbox' : 'live']
  const values = [
    companyId,
    now,
    events.map(event => event.id),
    events.map(event => event.type),
    events.map(event => event.installationId),
    events.map(event => event.data),
    events.map(event => event.previousAttributes),
    realNow,
  ]
  if (traceparent !== null) values.push(traceparent)
  return fanOut(values)
}
