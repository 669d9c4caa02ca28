import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createEgress } from '../../../src/egress/agent.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { createDispatcher, type DispatcherOptions } from '../../../src/webhooks/dispatcher.ts'
import { directDriver, pooled } from '../database/driver.ts'
import { MASTER_KEY, type TestApp } from './harness.ts'

type Wishes = Pick<DispatcherOptions, 'rules' | 'slots' | 'leaseMs' | 'attemptMs'>

/**
 * A dispatcher in a process of its own, which can be paused and killed; `onLog` gets all that it logs. Rejects when it
 * dies before it works.
 */
export async function workerProcess(
  { database }: { database: Pick<TestApp['database'], 'dispatcherUrl'> },
  wishes: Wishes,
  onLog?: (text: string) => void,
): Promise<ChildProcess> {
  const env = { ...process.env, ...(onLog && { LOG_LEVEL: 'debug' }) }
  const child = fork(fileURLToPath(import.meta.url), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env })
  child.stdout?.on('data', chunk => onLog?.(String(chunk)))
  child.send({ databaseUrl: database.dispatcherUrl, ...wishes })
  const died = new AbortController()
  child.once('exit', () => died.abort())
  await once(child, 'message', died)
  return child
}

/** Lets it end what is under way. */
export async function stopWorker(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.send('stop')
  await ended
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.once('message', async (options: Wishes & { databaseUrl: string }) => {
    const egress = createEgress({ allowPrivate: true })
    const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
    const dispatcher = await createDispatcher({
      ...{ driver: directDriver, box: secretBox([MASTER_KEY]), egress, log, ...options },
      databaseUrl: pooled(options.databaseUrl),
      listenUrl: options.databaseUrl,
    })
    process.once('message', async () => {
      await dispatcher.stop()
      await egress.close()
      process.disconnect?.()
    })
    process.once('disconnect', () => process.exit(0))
    process.send?.('ready')
  })
