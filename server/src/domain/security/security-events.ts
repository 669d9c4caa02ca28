import { MUTABLE_KINDS, type SecurityEventKind } from '@clinic/contract/staff/security-events.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeClinic } from '../../kernel/change-clinic.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'

export type SecurityEventRow = TableRow<'security_event'>

/** What the clinic was warned of, newest first. */
export const securityEvents = listSource<SecurityEventRow>({
  name: 'listSecurityEvents',
  from: 'security_event t',
  columns: 't.*',
  filters: { open: at => `t.open = ${at}`, kind: at => `t.kind = ${at}`, level: at => `t.level = ${at}` },
})

const acknowledge = sql<SecurityEventRow>(`
  update security_event
  set acknowledged_at = $3, acknowledged_by = $4, note = $5, updated_at = $3
  where company_id = $1 and id = $2 and acknowledged_at is null returning *`)
const closeNotices = sql(`
  update clinic_notice set read_at = $3, updated_at = $3
  where company_id = $1 and read_at is null and kind = 'security_event' and data->>'securityEventId' = $2`)

/** Keeps who looked at an event first and what they found; its notice is closed with it. */
export async function acknowledgeEvent(tx: Tx, { id, note }: { id: string; note?: string }): Promise<SecurityEventRow> {
  const [changed] = await tx.sql(acknowledge([tx.clinic.id, id, tx.realNow, tx.caller.id, note || null]))
  if (!changed) return tx.get('security_event', id)
  await tx.sql(closeNotices([tx.clinic.id, id, tx.realNow]))
  tx.touched.row('security_event', changed, ['acknowledged_at', 'acknowledged_by', 'note'])
  return changed
}

interface Muted {
  mutedKinds: SecurityEventKind[]
  version: number
}

type MutedRow = Pick<TableRow<'clinic'>, 'muted_alarms' | 'version'>

const read = sql<MutedRow>('select muted_alarms, version from clinic where company_id = $1')

const mutedIn = ({ muted_alarms: muted, version }: MutedRow): Muted => ({
  mutedKinds: MUTABLE_KINDS.filter(kind => muted.includes(kind)),
  version,
})

/** The kinds of which owners get no warning by mail. */
export async function mutedKinds(tx: Tx): Promise<Muted> {
  const [row] = await tx.sql(read([tx.clinic.id]))
  return mutedIn(row ?? refuse('not_found', { resource: 'clinic' }))
}

/** Kept in the order in which they are listed: the same kinds in another order are no change. */
export const muteKinds = async (tx: Tx, kinds: readonly SecurityEventKind[]): Promise<Muted> =>
  mutedIn(await changeClinic(tx, { muted_alarms: MUTABLE_KINDS.filter(kind => kinds.includes(kind)) }))
