import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { ifExists } from '../providers/files/atomic-folder.ts'

/** What PostgreSQL makes anew, and what is of the running server alone ("Making a Base Backup Using the Low Level API"). */
const EMPTY = new Set([
  'log',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|start\.log|current_logfiles|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/
/** Read last: what it says must not be older than the files that it is about. */
const CONTROL = 'global/pg_control'
const SEGMENT = /^[0-9A-F]{24}$/

export interface Listed {
  folders: string[]
  files: string[]
}

/** The folders and files of a running cluster that a backup has to hold, below the cluster's folder. */
export async function listCluster(cluster: string): Promise<Listed> {
  const listed: Listed = { folders: [], files: [] }
  const walk = async (folder: string): Promise<void> => {
    listed.folders.push(folder)
    if (EMPTY.has(folder)) return
    for (const entry of (await ifExists(readdir(join(cluster, folder), { withFileTypes: true }))) ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (LEFT_OUT.test(entry.name)) continue
      if (entry.isDirectory()) await walk(path)
      else if (path !== CONTROL) listed.files.push(path)
    }
  }
  await walk('')
  listed.folders.push('pg_wal/archive_status', 'pg_wal/summaries')
  listed.files.push(CONTROL)
  return listed
}

/** What has to lie beside the copied files so that they become a database again. */
export interface Ending {
  /** Segments of the write-ahead log, below the cluster's folder. */
  segments: string[]
  /** Files that are nowhere but here: their paths below the cluster's folder, and their text. */
  notes: readonly [path: string, text: string][]
}

/**
 * Copies a cluster while it runs: the files that `copy` reads may change under its hands, for the write-ahead log of
 * meanwhile, which is kept until `copyLog` has read it, makes them whole.
 */
export async function whileBackingUp(
  client: ClientBase,
  cluster: string,
  copy: () => Promise<void>,
  copyLog: (ending: Ending) => Promise<void>,
): Promise<void> {
  const slot = `backup_${process.pid}`
  // Of this session alone: it goes with it, however that ends.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  const { rows: begun } = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('clinic', fast => true)) as segment`,
  )
  await copy()
  const { rows: ended } = await client.query<{ segment: string; labelfile: string; spcmapfile: string }>(
    'select pg_walfile_name(lsn) as segment, labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)',
  )
  const [{ segment: first } = { segment: '' }] = begun
  const [{ segment: last, labelfile, spcmapfile } = { segment: '', labelfile: '', spcmapfile: '' }] = ended
  const names = await readdir(join(cluster, 'pg_wal'))
  const segments = names.filter(name => SEGMENT.test(name) && name >= first && name <= last).toSorted()
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new Error(`The write-ahead log from ${first} to ${last} is not there whole.`)
  const notes = Object.entries({ backup_label: labelfile, tablespace_map: spcmapfile }).filter(
    ([, text]) => text !== '',
  )
  await copyLog({ segments: segments.map(name => `pg_wal/${name}`), notes })
  await client.query('select pg_drop_replication_slot($1)', [slot])
}
