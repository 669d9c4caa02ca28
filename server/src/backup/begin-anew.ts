import { withClient } from '../db/with-client.ts'

/** The tables that are another after a restore: what this changes, and the note on the backup, which is written after it. */
export const CHANGED_BY_RESTORE = ['backup_run', 'clinic', 'grant_version', 'staff_session'] as const

/**
 * After a restore, what must not go on as if nothing had happened: cursors, which may lead past what is lost, begin anew, and
 * people log in again. Deliveries that wait go out with the ids that they have.
 */
export const beginAnew = async (ownerUrl: string): Promise<void> =>
  void (await withClient(ownerUrl, client => client.query(BEGIN_ANEW)))

/** Minutes go on when the same backup is restored twice: no cursor of between fits the second. */
const BEGIN_ANEW = `
  update clinic set resets = greatest(resets + 1, (extract(epoch from clock_timestamp()) / 60)::integer);
  delete from staff_session;`
