import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Driver } from '../db/driver.ts'
import { HEARTBEAT_MS, runnerHeartbeat, runnerLeaves } from './maintain-queue.ts'

/** Reports regularly that the runner is alive, under the name that graphile-worker gives it. */
export function startHeartbeat(driver: Driver, databaseUrl: string, log: Logger) {
  const connections = driver.connections(databaseUrl, 'clinic job heartbeat', 1)
  const events: WorkerEvents = new EventEmitter()
  let id: string | undefined
  const report = async () => {
    if (id === undefined) return
    await connections
      .run(runnerHeartbeat(id))
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
      if (id !== undefined) await connections.run(runnerLeaves(id)).catch(() => undefined)
      await connections.close()
    },
  }
}
