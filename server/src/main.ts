import { migrate } from './db/migrate.ts'
import { DatabaseRefusal } from './db/refusal.ts'
import { secretBox } from './kernel/values/secret-box.ts'
import { demoClinics } from './process/demo-clinics.ts'
import { finishMigrations } from './process/finish-migrations.ts'
import { claimPorts } from './process/free-ports.ts'
import { rolesOf } from './process/start-roles.ts'
import { stopOnSignal, stopWithNpm } from './process/stop.ts'
import { type Databases, openServing } from './settings/databases.ts'
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
  await claimPorts(env)
  const roles = rolesOf(env, say)
  const keys = await masterKeys(env)
  const box = secretBox(keys)
  const opening = openServing(env, box, say)
  const ending = new AbortController()
  const stop = async () => {
    ending.abort()
    await roles.stop()
    const databases = await opening.catch(() => undefined)
    await databases?.stop()
  }
  let stopped = false
  const stopOnce = stopOnSignal(
    () => {
      stopped = true
      return stop()
    },
    { drainMs: env.DRAIN_MS },
  )
  stopWithNpm(stopOnce)
  try {
    const demo = demoClinics(env, opening, box, say)
    const [databases] = await Promise.all([opening, demo.next()])
    if (stopped) return
    const address = await roles.serve(databases, keys)
    if (stopped) return
    say(`ready${address ? ` ${address}` : ''}`)
    await roles.work(databases, keys)
    void finish(databases, ending.signal)
    await complete(demo).catch(error => stopped || console.error('demo: not complete, the next start goes on:', error))
  } catch (error) {
    // What the stop cut off is no failure.
    if (stopped) return
    await stop()
    throw error
  }
}

/** What is cut off by the end is done by the next start. */
const finish = ({ owner, waiting }: Databases, signal: AbortSignal): Promise<void> =>
  finishMigrations({ waiting, again: () => migrate(owner, { log: say }), say, signal }).catch(() => undefined)

async function complete(demo: AsyncGenerator): Promise<void> {
  for await (const _ of demo);
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
