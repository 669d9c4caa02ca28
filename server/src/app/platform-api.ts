import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import { serveDescription } from '../http/serve-description.ts'
import { describePlatformApi, platformImplementations } from '../platform/platform-api.ts'
import { platformSurface } from '../platform/platform-surface.ts'
import { consoleOrigins, publicUrl } from '../settings/addresses.ts'
import { atControl } from './at-control.ts'
import type { Core } from './core.ts'
import type { Logins } from './staff-api.ts'

/** The platform's own API, /platform/v1, with its description. */
export function addPlatformApi(http: FastifyInstance, core: Core, logins: Logins): void {
  const { env, strangers, rateLimiter } = core
  const surface = atControl(core, platformSurface({ ...logins, strangers, origins: consoleOrigins(env), rateLimiter }))
  const implemented = platformImplementations()
  const operations = implemented.map(({ operation }) => operation)
  mount(http, surface, implemented, core, scope =>
    serveDescription(scope, () => describePlatformApi(publicUrl(env), operations)),
  )
}
