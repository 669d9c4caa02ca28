import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ReadyMessage, StartMessage } from '../../../src/process/role-process.ts'
import { NO_LOGINS } from '../../../src/settings/database-urls.ts'
import { atEnd } from '../at-end.ts'
import { endProcess } from '../child-process.ts'
import { MASTER_KEY, type TestApp } from './harness.ts'

const PROGRAM = join(import.meta.dirname, '../../../src/process/role-process.ts')

export interface ApiProcess {
  address: string
  /** Ends it as a crash would: nothing of it is finished. */
  kill(): Promise<unknown>
}

/** Another API process on the database of a test file, as `npm start` runs it. Answers its address; ends with the tests. */
export const apiProcess = async (app: TestApp): Promise<string> => (await startApiProcess(app)).address

/** The same, for tests that end it themselves. */
export async function startApiProcess({ database }: TestApp): Promise<ApiProcess> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  }
  const child = fork(PROGRAM, ['api'], { env })
  atEnd(() => endProcess(child))
  const message: StartMessage = {
    urls: { ...NO_LOGINS, app: database.appUrl, dispatcher: database.dispatcherUrl },
    masterKeys: [MASTER_KEY.toString('base64')],
  }
  child.send(message)
  const [ready]: ReadyMessage[] = await once(child, 'message')
  return { address: (ready?.address ?? '').replace('localhost', '127.0.0.1'), kill: () => endProcess(child, 'SIGKILL') }
}
