import { type Event, getEvent, listEvents } from '@clinic/contract/events.ts'
import type { Input, Static } from '@clinic/contract/kernel.ts'
import { sql } from '../db/statement.ts'
import type { NewsOf } from '../domain/sandbox/clock/await-clock.ts'
import { EVENT_DAYS, type StoredEvent } from '../domain/webhooks/envelope.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { type Page, page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { idTimeMs } from '../kernel/values/ids.ts'
import { presentEvent } from '../present/webhooks.ts'
import { waitForPage } from './wait-for-page.ts'

const KEPT = `t.created_at > clinic_now() - interval '${EVENT_DAYS} days'`
const COLUMNS = 't.id, t.type, t.company_id, t.created_at, t.data, t.previous_attributes'

const source = listSource<StoredEvent<Record<string, unknown>>>({
  name: 'listEvents',
  from: 'event t',
  columns: COLUMNS,
  where: `not t.test and ${KEPT}`,
  filters: {
    granted: value => `t.type = any (${value})`,
    installationId: value => `(t.installation_id is null or t.installation_id = ${value})`,
    type: value => `t.type = ${value}`,
  },
})

const NOTHING = { data: [], hasMore: false, nextCursor: null }

/** What happened, newest first: of the type asked for, or of all that were granted. */
async function newestEvents(tx: Tx, query: Input<typeof listEvents>): Promise<Page<Static<typeof Event>>> {
  const { granted, installationId } = await visible(tx)
  if (query.type === undefined) return page(tx, source, { ...query, granted, installationId }, presentEvent)
  return granted.includes(query.type) ? page(tx, source, { ...query, installationId }, presentEvent) : NOTHING
}

/** What the installation may see: events of the types it was granted, and of its own affairs alone. */
async function visible(tx: Tx): Promise<{ granted: string[]; installationId: string }> {
  const { granted_events: granted, id: installationId } = await tx.get('installation', tx.caller.id)
  return { granted, installationId }
}

const selectEvent = sql<StoredEvent>(`
  select ${COLUMNS} from event t
  where t.company_id = $1 and t.created_at = $2 and t.id = $3 and ${KEPT} and t.type = any ($4::text[])
    and (t.installation_id is null or t.installation_id = $5)`)

/** An event that the installation may see, or 404. Its id holds the instant it happened, and so the partition it is in. */
async function eventOf(tx: Tx, id: string): Promise<StoredEvent> {
  const ms = idTimeMs(id)
  if (ms === undefined) return refuse('not_found', { resource: 'event' })
  const { granted, installationId } = await visible(tx)
  const [row] = await tx.sql(selectEvent([tx.clinic.id, new Date(ms).toISOString(), id, granted, installationId]))
  return row ?? refuse('not_found', { resource: 'event' })
}

const afterOf = (types: string) =>
  sql<StoredEvent>(`
  select ${COLUMNS} from event t
  where t.company_id = $1 and not t.test and ${KEPT} and t.type ${types}
    and (t.installation_id is null or t.installation_id = $4)
    and (t.created_at, t.id) > ($5, $6) and t.created_at >= $5
    and t.created_at < current_setting('app.horizon')::timestamptz
  order by t.created_at, t.id limit $2`)
const selectAfter = afterOf('= any ($3::text[])')
const selectTypeAfter = afterOf('= $3')

const DEFAULT_LIMIT = 25

const positionOf = async (tx: Tx, after: string) => {
  const { created_at: at, id } = await eventOf(tx, after)
  return { at, id }
}

/**
 * What happened after an event, oldest first. Only what no transaction under way can still precede, so that a plugin that
 * goes on from the last event it saw misses none. An event that is no longer kept is not found: a plugin that stood there
 * has missed some.
 */
async function eventsAfter(
  tx: Tx,
  query: Input<typeof listEvents> & { after: string },
): Promise<Page<Static<typeof Event>>> {
  const { after, type, cursor, limit = DEFAULT_LIMIT } = query
  const belongsTo = [tx.clinic.id, 'listEvents after', after, type].join('\n')
  const { at, id } = cursor === undefined ? await positionOf(tx, after) : tx.cursors.read(cursor, belongsTo)
  const { granted, installationId } = await visible(tx)
  if (type !== undefined && !granted.includes(type)) return NOTHING
  const select = type === undefined ? selectAfter : selectTypeAfter
  const rows = await tx.delta(select([tx.clinic.id, limit + 1, type ?? granted, installationId, at, id]))
  const hasMore = rows.length > limit
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(presentEvent),
    hasMore,
    nextCursor: hasMore && last ? tx.cursors.write({ at: last.created_at, id: last.id }, belongsTo) : null,
  }
}

export const events = (newsOf: NewsOf) => [
  implement(listEvents, (tx, { after, wait: seconds = 0, ...query }) => {
    const read = () => (after === undefined ? newestEvents(tx, query) : eventsAfter(tx, { ...query, after }))
    return seconds === 0 ? read() : waitForPage(tx, seconds, newsOf, read)
  }),
  implement(getEvent, async (tx, { id }) => ({ data: presentEvent(await eventOf(tx, id)) })),
]
