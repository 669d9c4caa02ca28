import type { Logger } from 'pino'
import type { Env } from '../settings/env.ts'
import { openLog } from '../settings/log.ts'
import type { RoleName } from '../settings/roles.ts'
import { openTelemetry } from '../tracing/open-telemetry.ts'
import type { Telemetry, TelemetryEnv } from '../tracing/telemetry.ts'

/** The log of a role, and where a collector is set, what is told to that, the log included. */
export async function openLogOf(
  env: TelemetryEnv & Pick<Env, 'LOG_LEVEL'>,
  role: RoleName,
): Promise<{ log: Logger; telemetry: Telemetry | undefined }> {
  const telemetry = await openTelemetry(env, role)
  const log = openLog(env.LOG_LEVEL, role, telemetry?.log)
  telemetry?.complainTo(() => log.warn('traces or logs could not be sent to the collector'))
  return { log, telemetry }
}
