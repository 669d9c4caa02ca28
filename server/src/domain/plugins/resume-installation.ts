import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type InstallationRow, statusOf } from './installation-row.ts'

/** Lets a suspended installation go on where it was, also waiting for the approval of an upgrade. */
export async function resumeInstallation(tx: Tx, { id }: { id: string }): Promise<InstallationRow> {
  const installation = await tx.lock('installation', id)
  const from = statusOf(installation)
  const to = installation.pending_version_id === null ? 'ACTIVE' : 'UPDATE_PENDING'
  if (from !== 'SUSPENDED') return refuse('invalid_state_transition', { from, to })
  return tx.update('installation', id, { status: to })
}
