import { type Databases, openDatabases } from './databases.ts'
import { DatabaseRefusal } from './db/refusal.ts'
import { type Env, readEnv, SettingError } from './env.ts'
import { secretBox } from './kernel/secret-box.ts'
import { openLog } from './log.ts'
import { masterKeys } from './master-keys.ts'
import { ROLE_NAMES, ROLES } from './roles.ts'
import { stopOnSignal } from './stop.ts'
import { Supervisor } from './supervisor.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Starts the platform: the database, then every role in a process of its own, or the one role that ROLE names. */
async function main(env: Env): Promise<void> {
  const keys = await masterKeys(env)
  const box = secretBox(keys)
  const databases = await openDatabases(env, box, say)
  const { address, close } = await startRoles(env, keys, databases)
  stopOnSignal(async () => {
    await close()
    await databases.stop()
  })
  say(`ready${address ? ` ${address}` : ''}`)
}

async function startRoles(env: Env, keys: Buffer[], databases: Databases) {
  const { app, dispatcher } = databases
  if (env.ROLE !== 'all') {
    const log = openLog(env.LOG_LEVEL, env.ROLE)
    return ROLES[env.ROLE]({ env, urls: { app, dispatcher }, box: secretBox(keys), log })
  }
  const masterKeys = keys.map(key => key.toString('base64'))
  const supervisor = new Supervisor({ urls: { app, dispatcher }, masterKeys }, say)
  const addresses = await Promise.all(ROLE_NAMES.map(role => supervisor.start(role)))
  return { address: addresses.find(one => one !== null) ?? null, close: () => supervisor.stop() }
}

try {
  await main(readEnv(process.env))
} catch (error) {
  const expected = error instanceof SettingError || error instanceof DatabaseRefusal
  console.error(expected ? error.message : error)
  process.exit(1)
}
