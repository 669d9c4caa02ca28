import type { Tx } from '../../kernel/tx.ts'
import { type InstallationRow, requireMove, statusOf } from './installation-row.ts'

/** Says of how many patients an installation is shown records in a day, from the next request on. */
export async function changeLimits(
  tx: Tx,
  { id, patientsPerDay }: { id: string; patientsPerDay: number },
): Promise<InstallationRow> {
  const installation = await tx.lock('installation', id)
  if (statusOf(installation) === 'UNINSTALLED') requireMove(installation, 'ACTIVE')
  return tx.update('installation', id, { patients_per_day: patientsPerDay })
}
