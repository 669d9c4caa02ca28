import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { type MissedEvents, missedEvents } from '../webhooks/missed-events.ts'
import { type InstallationRow, requireMove, statusOf } from './installation-row.ts'

/**
 * Stops an installation: from the next request on its tokens are refused. Settings, endpoints and tokens stay, and who of
 * the clinic stopped it, and why, is kept as long as it stands still.
 */
export async function suspendInstallation(
  tx: Tx,
  { id, reason }: { id: string; reason?: string },
): Promise<InstallationRow> {
  requireMove(await tx.lock('installation', id), 'SUSPENDED')
  await raiseAlarm(tx, 'stopped', id, { installationId: id })
  const stopped_by = tx.caller.kind === 'staff' ? tx.caller.id : null
  return tx.update('installation', id, {
    ...{ status: 'SUSPENDED', stopped_at: tx.now },
    ...{ stop_reason: reason || null, stopped_by },
  })
}

/** Lets a suspended installation go on where it was, also waiting for the approval of an upgrade; says what it missed. */
export async function resumeInstallation(
  tx: Tx,
  { id }: { id: string },
): Promise<InstallationRow & { missed: MissedEvents }> {
  const installation = await tx.lock('installation', id)
  const from = statusOf(installation)
  const to = installation.pending_version_id === null ? 'ACTIVE' : 'UPDATE_PENDING'
  if (from !== 'SUSPENDED') return refuse('invalid_state_transition', { from, to })
  const resumed = { status: to, stopped_at: null, stop_reason: null, stopped_by: null }
  return {
    ...(await tx.update('installation', id, resumed)),
    missed: await missedEvents(tx, [id], installation.stopped_at ?? installation.updated_at),
  }
}
