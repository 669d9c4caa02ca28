import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type InstallationRow, requireMove, statusOf } from './installation-row.ts'

/** Stops an installation: from the next request on its tokens are refused. Settings, endpoints and tokens stay. */
export async function suspendInstallation(tx: Tx, { id }: { id: string }): Promise<InstallationRow> {
  requireMove(await tx.lock('installation', id), 'SUSPENDED')
  return tx.update('installation', id, { status: 'SUSPENDED' })
}

/** Lets a suspended installation go on where it was, also waiting for the approval of an upgrade. */
export async function resumeInstallation(tx: Tx, { id }: { id: string }): Promise<InstallationRow> {
  const installation = await tx.lock('installation', id)
  const from = statusOf(installation)
  const to = installation.pending_version_id === null ? 'ACTIVE' : 'UPDATE_PENDING'
  if (from !== 'SUSPENDED') return refuse('invalid_state_transition', { from, to })
  return tx.update('installation', id, { status: to })
}
