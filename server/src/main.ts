import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseRefusal } from './db/refusal.ts'
import { type SecretBox, secretBox } from './kernel/values/secret-box.ts'
import { rolesOf } from './process/start-roles.ts'
import { stopOnSignal } from './process/stop.ts'
import { oauthPlaces, publicUrl } from './settings/addresses.ts'
import { type Databases, hasClinics, openDatabases } from './settings/databases.ts'
import { type Env, readEnv } from './settings/env.ts'
import { requireHttps } from './settings/https.ts'
import { masterKeys } from './settings/master-keys.ts'
import { SettingError } from './settings/readers.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/**
 * Starts the platform: the database, then every role in a process of its own, or the one role that ROLE names. Whenever it
 * is told to stop, and whatever fails, it leaves no process behind.
 */
async function main(env: Env): Promise<void> {
  const roles = rolesOf(env, say)
  const keys = await masterKeys(env)
  const box = secretBox(keys)
  const opening = openDatabases(env, box, say)
  const stop = async () => {
    await roles.stop()
    const databases = await opening.catch(() => undefined)
    await databases?.stop()
  }
  let stopped = false
  stopOnSignal(() => {
    stopped = true
    return stop()
  })
  try {
    const databases = await opening
    if (!stopped) await ensureDemo(env, databases, box)
    if (stopped) return
    const address = await roles.serve(databases, keys)
    if (stopped) return
    say(`ready${address ? ` ${address}` : ''}`)
    await roles.work(databases, keys)
  } catch (error) {
    // What the stop cut off is no failure.
    if (stopped) return
    await stop()
    throw error
  }
}

/** The demo clinics of a first start; demo.json is written last, so its presence means that they are complete. */
async function ensureDemo(env: Env, databases: Databases, box: SecretBox): Promise<void> {
  if (!env.DEMO || env.NODE_ENV === 'production') return
  const complete = existsSync(join(env.DATA_DIR, 'demo.json'))
  if (complete && (await hasClinics(databases.owner))) return
  const { makeDemo } = await import('./demo/demo.ts')
  const { openStorage } = await import('./providers/files/open-storage.ts')
  const baseUrl = publicUrl(env)
  const { storage: files } = openStorage(env, box, () => baseUrl)
  const assistantUrl = oauthPlaces(env).resource
  await makeDemo({ ownerUrl: databases.owner, env, box, files, log: say, baseUrl, assistantUrl })
  files.close()
}

try {
  const env = readEnv(process.env)
  requireHttps(env)
  await main(env)
} catch (error) {
  const expected = error instanceof SettingError || error instanceof DatabaseRefusal
  console.error(expected ? error.message : error)
  process.exit(1)
}
