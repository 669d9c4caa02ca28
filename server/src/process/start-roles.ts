import { join } from 'node:path'
import { assistantKey } from '../kernel/values/assistant-box.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { type DatabaseUrls, NO_LOGINS } from '../settings/database-urls.ts'
import type { Databases } from '../settings/databases.ts'
import type { Env } from '../settings/env.ts'
import { type RoleName, startedRoles } from '../settings/roles.ts'
import { openLogOf } from './log-of-role.ts'
import type { StartMessage } from './role-process.ts'
import { loadRole, type Running } from './roles.ts'
import { Supervisor } from './supervisor.ts'

/** Starts the roles; `stop` ends them, also while they are starting. */
export interface Roles {
  /** Starts the roles that clients wait for, and answers where they serve. */
  serve(databases: Databases, keys: readonly Buffer[]): Promise<string | undefined>
  /** Starts the others, whose work no client waits for. */
  work(databases: Databases, keys: readonly Buffer[]): Promise<void>
  stop(): Promise<void>
}

/** All roles, or the one that ROLE names, in processes of their own where they have to be; `say` tells the person at the terminal. */
export function rolesOf(env: Env, say: (line: string) => void): Roles {
  // No role shares a process with the owner's login, and the assistant none with the master keys.
  const isOwner = env.MIGRATE || env.DATABASE_URL === ''
  if (isOwner || env.ROLE === 'all' || env.ROLE === 'assistant') return inProcesses(env, startedRoles(env.ROLE), say)
  return inThisProcess(env, env.ROLE)
}

function inProcesses(env: Env, roles: readonly RoleName[], say: (line: string) => void): Roles {
  const supervisor = new Supervisor(join(env.DATA_DIR, 'compile-cache'), say, env.DRAIN_MS)
  const isLater = (role: RoleName) => role === 'worker' && roles.length > 1
  const serving = roles.filter(role => !isLater(role))
  const working = roles.filter(isLater)
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
function messageFor(role: RoleName, databases: Databases, keys: readonly Buffer[]): StartMessage {
  const own = role === 'assistant' ? [assistantKey(secretBox(keys))] : keys
  return { urls: urlsFor(role, databases), masterKeys: own.map(key => key.toString('base64')) }
}

/** The logins that a role uses. */
function urlsFor(role: RoleName, databases: DatabaseUrls): DatabaseUrls {
  const { app, dispatcher, reader, keeper, sealer, retention, control } = databases
  if (role === 'assistant') return { ...NO_LOGINS, reader }
  if (role === 'api') return { ...NO_LOGINS, app, dispatcher, control }
  return { ...NO_LOGINS, app, dispatcher, keeper, sealer, retention }
}

function inThisProcess(env: Env, role: Exclude<Env['ROLE'], 'all' | 'assistant'>): Roles {
  let running: Running | undefined
  return {
    async serve(databases, keys) {
      const logged = await openLogOf(env, role)
      const urls = urlsFor(role, databases)
      running = await (await loadRole(role))({ env, urls, box: secretBox(keys), ...logged })
      return running.address
    },
    work: async () => undefined,
    stop: async () => running?.leave(),
  }
}
