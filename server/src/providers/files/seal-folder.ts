import { type FileHandle, open, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Resealed } from '../../domain/files/file-storage.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { type atomicFolder, ifExists } from './atomic-folder.ts'
import { isSealed, openFile, resealFile, sealFile } from './sealed-file.ts'

const STATES = ['arrived', 'kept'] as const
/** Left in a folder in which a walk has found no plain file: what is written since then is sealed as it is written. */
const ALL_SEALED = 'all-sealed'

type Folder = ReturnType<typeof atomicFolder>

/** Every file of the folder with its storage key, one after the other; what is removed meanwhile is passed over. */
async function* filesIn(folder: string): AsyncGenerator<{ key: string; path: string }> {
  const within = async (...path: string[]) => (await ifExists(readdir(join(folder, ...path)))) ?? []
  for (const state of STATES)
    for (const company of await within(state))
      for (const part of await within(state, company))
        for (const file of await within(state, company, part))
          yield { key: `${company}/${file}`, path: join(folder, state, company, part, file) }
}

async function withFile<Value>(path: string, flags: string, use: (handle: FileHandle) => Promise<Value>) {
  const handle = await ifExists(open(path, flags))
  if (!handle) return undefined
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}

/** Seals the files of a folder that lie as they were sent, from before files were sealed. It may end anywhere. */
export async function sealPlainFiles(folder: string, box: SecretBox, { write, place }: Folder): Promise<number> {
  const marker = join(folder, ALL_SEALED)
  if (await ifExists(stat(marker))) return 0
  let sealed = 0
  let files = 0
  for await (const { key, path } of filesIn(folder)) {
    files++
    await withFile(path, 'r', async handle => {
      if (await isSealed(handle)) return
      const { read, sizeBytes } = await openFile(box, key, handle)
      const part = await write(sealFile(box, key, read(0, sizeBytes)))
      sealed++
      // One that was removed meanwhile does not come back.
      if (await ifExists(stat(path))) await place(part, path)
    })
  }
  if (sealed === 0 && files > 0) await writeFile(marker, '')
  return sealed
}

/** Seals the keys of all files of a folder with the first master key. */
export async function resealFiles(folder: string, box: SecretBox): Promise<Resealed> {
  const done: Resealed = { resealed: 0, current: 0 }
  for await (const { key, path } of filesIn(folder))
    await withFile(path, 'r+', async handle => {
      if (!(await isSealed(handle))) return
      if (await resealFile(box, key, handle)) done.resealed++
      else done.current++
    })
  return done
}
