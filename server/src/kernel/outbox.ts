import { type Statement, sql } from '../db/statement.ts'

/** An event as it is stored in the transaction of the change that caused it. */
export interface OutboxEvent {
  id: string
  type: string
  data: unknown
  previousAttributes: unknown
}

const insertEvents = sql(`
  insert into event (company_id, id, type, created_at, data, previous_attributes)
  select $1, id, type, $2, data, previous_attributes
  from unnest($3::text[], $4::text[], $5::jsonb[], $6::jsonb[]) as new (id, type, data, previous_attributes)`)

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export function emitStatement(companyId: string, now: string, events: readonly OutboxEvent[]): Statement {
  return insertEvents([
    companyId,
    now,
    events.map(event => event.id),
    events.map(event => event.type),
    events.map(event => json(event.data)),
    events.map(event => json(event.previousAttributes)),
  ])
}
