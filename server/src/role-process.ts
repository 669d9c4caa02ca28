import type { DatabaseUrls } from './databases.ts'
import { readEnv } from './env.ts'
import { secretBox } from './kernel/secret-box.ts'
import { openLog } from './log.ts'
import { ROLES, type RoleName } from './roles.ts'
import { stopOnSignal } from './stop.ts'

/** What the supervisor tells a process it has started; secrets travel here and not in the environment. */
export interface StartMessage {
  role: RoleName
  urls: DatabaseUrls
  masterKeys: string[]
}
export interface ReadyMessage {
  ready: true
  address: string | null
}

/** One process of `npm start`: plays its role until it is told to stop or its supervisor is gone. */
process.once('message', (message: StartMessage) => {
  const { role, urls, masterKeys } = message
  const env = readEnv(process.env)
  const log = openLog(env.LOG_LEVEL, role)
  const box = secretBox(masterKeys.map(key => Buffer.from(key, 'base64')))
  const started = ROLES[role]({ env, urls, box, log })
  started.then(
    running => {
      const stop = stopOnSignal(() => running.close())
      process.once('disconnect', stop)
      const ready: ReadyMessage = { ready: true, address: running.address ?? null }
      process.send?.(ready)
    },
    (error: Error) => {
      log.fatal({ err: error }, `${role} cannot start`)
      process.exit(1)
    },
  )
})
