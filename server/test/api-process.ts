import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import type { ReadyMessage, StartMessage } from '../src/role-process.ts'
import { MASTER_KEY, type TestApp } from './harness.ts'

const PROGRAM = join(import.meta.dirname, '../src/role-process.ts')

/** Another API process on the database of a test file, as `npm start` runs it. Answers its address; ends with the tests. */
export async function apiProcess({ database }: TestApp): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  }
  const child = fork(PROGRAM, ['api'], { env })
  after(() => end(child))
  const message: StartMessage = {
    urls: { app: database.appUrl, dispatcher: database.dispatcherUrl },
    masterKeys: [MASTER_KEY.toString('base64')],
  }
  child.send(message)
  const [ready]: ReadyMessage[] = await once(child, 'message')
  return (ready?.address ?? '').replace('localhost', '127.0.0.1')
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
