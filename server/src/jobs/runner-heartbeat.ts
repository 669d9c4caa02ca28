import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Driver } from '../db/driver.ts'
import { sql } from '../db/statement.ts'

/** Far more often than maintain-queue.ts waits for it. */
const HEARTBEAT_MS = 10_000

const heartbeat = sql(`
  insert into job_runner (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now()`)
const leave = sql('delete from job_runner where id = $1')

/** Reports regularly that the runner is alive, under the name that graphile-worker gives it. */
export function startHeartbeat(driver: Driver, databaseUrl: string, log: Logger) {
  const connections = driver.connections(databaseUrl, 'clinic job heartbeat', 1)
  const events: WorkerEvents = new EventEmitter()
  let id: string | undefined
  const report = async () => {
    if (id === undefined) return
    await connections
      .run(heartbeat([id]))
      .catch(error => log.error({ err: error }, "the job runner's heartbeat could not be recorded"))
  }
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    void report()
  })
  const timer = setInterval(() => void report(), HEARTBEAT_MS)
  return {
    events,
    async stop() {
      clearInterval(timer)
      if (id !== undefined) await connections.run(leave([id])).catch(() => undefined)
      await connections.close()
    },
  }
}
