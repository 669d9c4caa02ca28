import type { ClientBase } from 'pg'

/** Notes in the platform's database that a backup was made, or that one was restored beside and looked through. */
export const recordRun = async (
  client: ClientBase,
  kind: 'BACKUP' | 'DRILL',
  name: string,
  faults = 0,
): Promise<void> => {
  await client.query(
    'insert into backup_run (kind, name, finished_at, faults) values ($1, $2, clock_timestamp(), $3)',
    [kind, name, faults],
  )
}
