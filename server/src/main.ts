import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseRefusal } from './db/refusal.ts'
import { assistantKey } from './kernel/values/assistant-box.ts'
import { type SecretBox, secretBox } from './kernel/values/secret-box.ts'
import type { Running } from './process/role.ts'
import type { StartMessage } from './process/role-process.ts'
import { loadRole, ROLE_NAMES, type RoleName } from './process/roles.ts'
import { stopOnSignal } from './process/stop.ts'
import { Supervisor } from './process/supervisor.ts'
import { type Databases, hasClinics, openDatabases } from './settings/databases.ts'
import { type Env, oauthPlaces, publicUrl, readEnv, SettingError } from './settings/env.ts'
import { openLog } from './settings/log.ts'
import { masterKeys } from './settings/master-keys.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Starts the roles; `stop` ends them, also while they are starting. */
interface Roles {
  /** Starts the roles that clients wait for, and answers where they serve. */
  serve(databases: Databases, keys: readonly Buffer[]): Promise<string | undefined>
  /** Starts the others, whose work no client waits for. */
  work(databases: Databases, keys: readonly Buffer[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the platform: the database, then every role in a process of its own, or the one role that ROLE names. Whenever it
 * is told to stop, and whatever fails, it leaves no process behind.
 */
async function main(env: Env): Promise<void> {
  const roles = rolesOf(env)
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

function rolesOf(env: Env): Roles {
  if (env.ROLE === 'all') return inProcesses(env, ROLE_NAMES)
  // The assistant never shares a process with the owner's login and the master keys.
  return env.ROLE === 'assistant' ? inProcesses(env, ['assistant']) : inThisProcess(env, env.ROLE)
}

function inProcesses(env: Env, roles: readonly RoleName[]): Roles {
  const supervisor = new Supervisor(join(env.DATA_DIR, 'compile-cache'), say)
  const serving = roles.filter(role => role !== 'worker')
  const working = roles.filter(role => role === 'worker')
  for (const role of serving) supervisor.launch(role)
  const start = (some: readonly RoleName[], databases: Databases, keys: readonly Buffer[]) =>
    Promise.all(some.map(role => supervisor.start(role, messageFor(role, databases, keys))))
  return {
    async serve(databases, keys) {
      const [first, assistant] = (await start(serving, databases, keys)).filter(address => address !== null)
      if (assistant !== undefined) say(`assistant ${assistant}`)
      return first
    },
    // Loading the worker would slow down, on a small machine, the roles that clients wait for; its work waits in the database.
    work: async (databases, keys) => void (await start(working, databases, keys)),
    stop: () => supervisor.stop(),
  }
}

/** What a role needs and nothing more: the assistant gets neither another login nor a key that others' are derived from. */
function messageFor(role: RoleName, { app, dispatcher, reader }: Databases, keys: readonly Buffer[]): StartMessage {
  const own = role === 'assistant' ? [assistantKey(secretBox(keys))] : keys
  const urls = role === 'assistant' ? { app: '', dispatcher: '', reader } : { app, dispatcher, reader: '' }
  return { urls, masterKeys: own.map(key => key.toString('base64')) }
}

function inThisProcess(env: Env, role: Exclude<Env['ROLE'], 'all' | 'assistant'>): Roles {
  let running: Running | undefined
  return {
    async serve({ app, dispatcher }, keys) {
      const log = openLog(env.LOG_LEVEL, role)
      running = await (await loadRole(role))({ env, urls: { app, dispatcher, reader: '' }, box: secretBox(keys), log })
      return running.address
    },
    work: async () => undefined,
    stop: async () => running?.close(),
  }
}

/** The demo clinics of a first start; demo.json is written last, so its presence means that they are complete. */
async function ensureDemo(env: Env, databases: Databases, box: SecretBox): Promise<void> {
  if (!env.DEMO || env.NODE_ENV === 'production') return
  const complete = await access(join(env.DATA_DIR, 'demo.json')).then(
    () => true,
    () => false,
  )
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
  await main(readEnv(process.env))
} catch (error) {
  const expected = error instanceof SettingError || error instanceof DatabaseRefusal
  console.error(expected ? error.message : error)
  process.exit(1)
}
