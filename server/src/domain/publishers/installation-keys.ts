import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InstallationRow } from '../plugins/installation-row.ts'

/** The installation, whose keys are the publisher's: in a clinic only once that handed them over. */
export async function requireOwnKeys(tx: Tx, installationId: string): Promise<InstallationRow> {
  const installation = await tx.get('installation', installationId)
  const areOwn = installation.mode === 'TEST' || installation.keys_handed_over
  return areOwn ? installation : refuse('not_permitted', { permission: 'keys_handed_over' })
}
