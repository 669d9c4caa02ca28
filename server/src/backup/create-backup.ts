import { readdir, rm } from 'node:fs/promises'
import { arch } from 'node:os'
import { join, relative } from 'node:path'
import type { Client } from 'pg'
import { hasCluster, joinEmbedded } from '../db/embedded.ts'
import { withClient } from '../db/with-client.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { ifExists } from '../providers/files/atomic-folder.ts'
import { blobStore } from './blob-store.ts'
import { listCluster, whileBackingUp } from './cluster-files.ts'
import { type Copying, copyFiles } from './copy-files.ts'
import { type BackedUpFile, type Backup, backupsIn, type Manifest, nameAt } from './manifest.ts'
import { recordRun } from './record-run.ts'
import { BackupRefusal } from './refusal.ts'
import { type Keep, kept } from './retention.ts'

const DAY_MS = 86_400_000
const CLUSTER = 'postgres'
const FILES = 'files'

export interface BackingUp {
  dataDir: string
  /** Where backups are kept; another disk, better another machine's. */
  to: string
  box: SecretBox
  keep: Keep
  log(line: string): void
  /** Told now and then how much was read, of about so much. */
  onProgress(doneBytes: number, totalBytes: number): void
}

export interface Made extends Backup {
  /** Backups and files of them that were over and are removed. */
  removed: { backups: number; files: number }
}

/**
 * Backs up the embedded database, while it serves, and the uploaded files. The database is copied first: a file that it
 * names is there when the files are.
 */
export async function createBackup(options: BackingUp): Promise<Made> {
  const { dataDir, to, box, log, keep } = options
  if (!(await hasCluster(dataDir))) throw new BackupRefusal(`There is no database in ${dataDir}.`)
  const [blobs, backups] = [blobStore(to, box), backupsIn(to, box)]
  const startedAt = new Date()
  await blobs.tidy(new Date(startedAt.getTime() - DAY_MS))
  const earlier = await newestOf(to, box)
  const { url, stop } = await joinEmbedded({ dataDir, log })
  const copy = async (client: Client): Promise<Made> => {
    const progress = progressOf(await sizeOf(client), options.onProgress)
    const copying = { root: dataDir, blobs, earlier, onFile: progress }
    const facts = await factsOf(client)
    const database = await copyDatabase(client, copying)
    const files = await copyFiles(await uploadsIn(dataDir), copying)
    const manifest: Manifest = {
      format: 1,
      startedAt: startedAt.toISOString(),
      ...facts,
      folders: database.folders,
      files: [...database.files, ...files],
    }
    const backup = { name: nameAt(startedAt), manifest }
    await backups.add(backup)
    await recordRun(client, 'BACKUP', backup.name)
    return { ...backup, removed: await prune(to, box, keep, startedAt) }
  }
  return withClient(url, copy).finally(stop)
}

async function copyDatabase(client: Client, copying: Copying): Promise<Pick<Manifest, 'folders' | 'files'>> {
  const cluster = join(copying.root, CLUSTER)
  const of = (path: string) => join(CLUSTER, path)
  const files: BackedUpFile[] = []
  let folders: string[] = []
  await whileBackingUp(
    client,
    cluster,
    async () => {
      const listed = await listCluster(cluster)
      folders = listed.folders.map(of)
      const control = listed.files.slice(-1)
      files.push(...(await copyFiles(listed.files.slice(0, -1).map(of), copying)))
      files.push(...(await copyFiles(control.map(of), copying)))
    },
    async ({ segments, notes }) => {
      files.push(...(await copyFiles(segments.map(of), copying)))
      for (const [path, text] of notes)
        files.push({ path: of(path), mtimeMs: 0, ...(await copying.blobs.put(asBytes(text))) })
    },
  )
  return { folders, files }
}

async function* asBytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function uploadsIn(dataDir: string): Promise<string[]> {
  const entries = (await ifExists(readdir(join(dataDir, FILES), { recursive: true, withFileTypes: true }))) ?? []
  return entries.filter(entry => entry.isFile()).map(entry => relative(dataDir, join(entry.parentPath, entry.name)))
}

async function factsOf(client: Client): Promise<Pick<Manifest, 'postgres' | 'migration'>> {
  const { rows } = await client.query<{ major: number; migration: string }>(
    `select current_setting('server_version_num')::integer / 10000 as major,
       (select max(name) from schema_migration) as migration`,
  )
  const [{ major, migration } = { major: 0, migration: '' }] = rows
  return { postgres: { major, architecture: arch() }, migration }
}

async function sizeOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select sum(pg_database_size(oid))::float8 as bytes from pg_database',
  )
  return rows[0]?.bytes ?? 0
}

function progressOf(totalBytes: number, onProgress: BackingUp['onProgress']) {
  let done = 0
  return ({ sizeBytes }: BackedUpFile) => {
    done += sizeBytes
    onProgress(done, Math.max(done, totalBytes))
  }
}

async function newestOf(folder: string, box: SecretBox) {
  const backups = backupsIn(folder, box)
  const newest = (await backups.names()).at(-1)
  if (newest === undefined) return { files: new Map<string, BackedUpFile>(), startedAt: new Date(0) }
  const { manifest } = await backups.read(newest)
  return { files: new Map(manifest.files.map(file => [file.path, file])), startedAt: new Date(manifest.startedAt) }
}

/** Removes backups that are over, and the bytes that none holds any more. */
async function prune(to: string, box: SecretBox, keep: Keep, startedAt: Date): Promise<Made['removed']> {
  const backups = backupsIn(to, box)
  const names = await backups.names()
  const keeping = kept(names, keep)
  const over = names.filter(name => !keeping.has(name))
  for (const name of over) await rm(backups.pathOf(name))
  if (over.length === 0) return { backups: 0, files: 0 }
  const used = new Set<string>()
  for (const name of keeping)
    for (const { blob } of (await backups.read(name)).manifest.files) if (blob !== null) used.add(blob)
  return { backups: over.length, files: await blobStore(to, box).prune(used, new Date(startedAt.getTime() - DAY_MS)) }
}
