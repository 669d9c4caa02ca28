import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { Nullable } from '@clinic/contract/fields.ts'
import { type Static, Type } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { atomicFolder, ifExists } from '../providers/files/atomic-folder.ts'
import { BackupRefusal } from './refusal.ts'

/** A file of a backup. `path` is below the data folder; `blob` names its bytes, and null has none. */
const BackedUpFile = Type.Object({
  path: Type.String(),
  sizeBytes: Type.Integer(),
  mtimeMs: Type.Number(),
  blob: Nullable(Type.String()),
})
export type BackedUpFile = Static<typeof BackedUpFile>

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** When it began; what was acknowledged before then is in it. */
  startedAt: Type.String(),
  /** The PostgreSQL that the database's files are of: major version, processor. */
  postgres: Type.Object({ major: Type.Integer(), architecture: Type.String() }),
  /** Newest migration. */
  migration: Type.String(),
  /** Folders below the data folder, the outer ones first: PostgreSQL needs its empty ones, too. */
  folders: Type.Array(Type.String()),
  files: Type.Array(BackedUpFile),
})
/** What a backup consists of. */
export type Manifest = Static<typeof Manifest>

export interface Backup {
  /** The instant at which it began, as a file may be called: `2026-11-28T07-45-00Z`. */
  name: string
  manifest: Manifest
}

/** The bytes of all its files, as they are without compression. */
export const bytesOf = ({ files }: Manifest): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
const { check } = validator(Manifest)
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
const purposeOf = (name: string) => `backup ${name}`

export const nameAt = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
/** The instant of a name. */
export const instantOf = (name: string): Date => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))

/** The backups that a folder holds, each whole: its list of files is written last, and sealed with the master key. */
export function backupsIn(folder: string, box: SecretBox) {
  const lists = join(folder, 'backups')
  const { write, place } = atomicFolder(folder)
  return {
    /** Oldest first. */
    names: async (): Promise<string[]> =>
      ((await ifExists(readdir(lists))) ?? []).filter(name => NAME.test(name)).toSorted(),
    pathOf: (name: string) => join(lists, name),
    async read(name: string): Promise<Backup> {
      const sealed = await ifExists(readFile(join(lists, name)))
      if (!sealed) throw new BackupRefusal(`There is no backup ${name} in ${folder}.`)
      const manifest: unknown = JSON.parse(String(await decompress(opened(box, name, sealed))))
      if (!check(manifest)) throw new BackupRefusal(`The backup ${name} was made by another release: use that one.`)
      return { name, manifest }
    },
    async add({ name, manifest }: Backup): Promise<void> {
      await mkdir(lists, { recursive: true, mode: 0o700 })
      const text = await compress(JSON.stringify(manifest))
      await place(await write([box.seal(text, purposeOf(name))]), join(lists, name))
    },
  }
}

export type Backups = ReturnType<typeof backupsIn>

function opened(box: SecretBox, name: string, sealed: Buffer): Buffer {
  try {
    return box.open(sealed, purposeOf(name))
  } catch {
    throw new BackupRefusal(
      `The backup ${name} does not open: SECRET_KEY is not the one of the platform that was backed up, or the list was changed.`,
    )
  }
}
