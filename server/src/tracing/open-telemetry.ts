import type { RoleName } from '../settings/roles.ts'
import type { Telemetry, TelemetryEnv } from './telemetry.ts'

/** Nothing where no collector is set: then none of the code for it is loaded, and none of it runs. */
export async function openTelemetry(env: TelemetryEnv, role: RoleName): Promise<Telemetry | undefined> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === '') return undefined
  const { openOtlp } = await import('./otlp.ts')
  return openOtlp(env, role)
}
