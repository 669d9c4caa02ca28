import type { Tx } from '../../kernel/tx.ts'
import { type InstallationRow, requireMove } from './installation-row.ts'

/** Stops an installation: from the next request on its tokens are refused. Settings, endpoints and tokens stay. */
export async function suspendInstallation(tx: Tx, { id }: { id: string }): Promise<InstallationRow> {
  requireMove(await tx.lock('installation', id), 'SUSPENDED')
  return tx.update('installation', id, { status: 'SUSPENDED' })
}
