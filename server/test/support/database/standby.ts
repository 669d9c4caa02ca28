import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { listCluster, whileBackingUp } from '../../../src/backup/cluster-files.ts'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from '../../../src/db/embedded.ts'
import { ifExists } from '../../../src/providers/files/atomic-folder.ts'

const SLOT = 'standby'

/** A replica of an embedded database, by streaming replication, in a data folder of its own, with the same binaries. */
export async function startStandby(
  primaryUrl: string,
  primaryFolder: string,
  folder: string,
  options: Pick<EmbeddedOptions, 'settings' | 'binaries'> = {},
): Promise<EmbeddedDatabase> {
  const [from, to] = [join(primaryFolder, 'postgres'), join(folder, 'postgres')]
  const copy = (path: string) => ifExists(copyFile(join(from, path), join(to, path)))
  const client = new Client({ connectionString: primaryUrl })
  await client.connect()
  // What the standby has not come to yet is kept for it, from where it begins.
  await client.query(`select pg_create_physical_replication_slot('${SLOT}', true)`)
  await whileBackingUp(
    client,
    from,
    async () => {
      const { folders, files } = await listCluster(from)
      for (const path of folders) await mkdir(join(to, path), { mode: 0o700, recursive: true })
      for (const path of files) await copy(path)
    },
    async ({ segments, notes }) => {
      for (const path of segments) await copy(path)
      for (const [path, text] of notes) await writeFile(join(to, path), text)
    },
  )
  await client.end()
  const { hostname, port, username, password } = new URL(primaryUrl)
  await writeFile(join(to, 'standby.signal'), '')
  await writeFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nprimary_slot_name = '${SLOT}'\n`,
  )
  return startEmbedded({ dataDir: folder, log: () => undefined, ...options })
}
