import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type InstallationRow, statusOf } from './installation-row.ts'

/** Keeps the version that is in force. The clinic is not asked about the declined one again, but about the next. */
export async function declineUpgrade(tx: Tx, { id }: { id: string }): Promise<InstallationRow> {
  const installation = await tx.lock('installation', id)
  const { pending_version_id: declined } = installation
  const from = statusOf(installation)
  if (declined === null) return refuse('invalid_state_transition', { from, to: 'ACTIVE' })
  const status = from === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE'
  return tx.update('installation', id, { status, pending_version_id: null, declined_version_id: declined })
}
