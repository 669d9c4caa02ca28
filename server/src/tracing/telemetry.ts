import type { FastifyInstance } from 'fastify'
import type { Observe } from '../db/observed-driver.ts'
import type { LogSink } from '../settings/log.ts'
import type { EnvOf } from '../settings/role-env.ts'
import type { RoleName } from '../settings/roles.ts'
import type { TELEMETRY_SETTINGS } from '../settings/telemetry-settings.ts'
import type { Report } from '../webhooks/claim.ts'

/** How a process tells a collector what it does. */
export interface Telemetry {
  /** Traces each request that the server takes. */
  requests(http: FastifyInstance): void
  /** Sees what is asked of the database for what is traced. */
  observe: Observe
  /** Where in a trace what runs now is, for what follows from it in another process. */
  traceparent(): string | null
  /** Traces a run of a job. */
  job(name: string, run: () => Promise<void>): Promise<void>
  /** Traces an attempt to deliver, once it has ended. */
  delivery(report: Report): void
  log: LogSink
  /** Calls when something could not be sent, from time to time. */
  complainTo(complain: () => void): void
  /** Sends what waits, but a dead collector keeps no process from ending. */
  close(): Promise<void>
}

export type TelemetryEnv = Pick<EnvOf<RoleName>, keyof typeof TELEMETRY_SETTINGS>
