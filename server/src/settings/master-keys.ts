import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './env.ts'
import { SettingError } from './readers.ts'

const FILE = 'secret.key'

/**
 * The master keys, newest first: SECRET_KEY, or else a key made once and kept in DATA_DIR with mode 0600. Without it no
 * webhook secret and no secret setting can be read again.
 */
export async function masterKeys(env: Pick<Env, 'SECRET_KEY' | 'DATA_DIR' | 'NODE_ENV'>): Promise<Buffer[]> {
  if (env.SECRET_KEY.length > 0) return env.SECRET_KEY
  await mkdir(env.DATA_DIR, { recursive: true })
  const path = join(env.DATA_DIR, FILE)
  await writeFile(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(alreadyThere)
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length !== 32) throw new SettingError(`${path} must hold 32 bytes in base64; restore it from your backup`)
  return [key]
}

function alreadyThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
