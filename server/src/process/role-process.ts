import { secretBox } from '../kernel/values/secret-box.ts'
import type { DatabaseUrls } from '../settings/database-urls.ts'
import { readEnvOf } from '../settings/role-env.ts'
import { isRoleName, type RoleName } from '../settings/roles.ts'
import { openLogOf } from './log-of-role.ts'
import { loadRole } from './roles.ts'
import { stopOnSignal } from './stop.ts'

/** What the supervisor tells a process that it has launched; secrets travel here and not in the environment. */
export interface StartMessage {
  urls: DatabaseUrls
  masterKeys: string[]
}
export interface ReadyMessage {
  ready: true
  address: string | null
}

const role = roleGiven(process.argv[2])
// The code of the role loads while the supervisor still starts the database.
const loading = loadRole(role)

async function start({ urls, masterKeys }: StartMessage): Promise<void> {
  const env = readEnvOf(role, process.env)
  const logged = await openLogOf(env, role)
  const { log } = logged
  const box = secretBox(masterKeys.map(key => Buffer.from(key, 'base64')))
  try {
    const running = await (await loading)({ env, urls, box, ...logged })
    const { DRAIN_MS: drainMs = 0 }: { DRAIN_MS?: number } = env
    const stop = stopOnSignal(() => running.leave(), { signals: ['SIGTERM'], drainMs })
    process.removeAllListeners('disconnect')
    // Without its supervisor it holds a port that the next start needs.
    process.once('disconnect', () => stop(() => running.close()))
    const ready: ReadyMessage = { ready: true, address: running.address ?? null }
    process.send?.(ready)
  } catch (error) {
    log.fatal({ err: error }, `${role} cannot start`)
    process.exit(1)
  }
}

// A terminal tells every process of its group; the supervisor, which hears it too, says when to end.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
process.once('message', start)
process.once('disconnect', () => process.exit(0))

function roleGiven(name: string | undefined): RoleName {
  if (!isRoleName(name)) throw new Error('This process is started by the supervisor, with a role as its argument.')
  return name
}
