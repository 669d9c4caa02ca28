import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import { serveDescription } from '../http/serve-description.ts'
import { deviceRoutes } from '../publisher/device-routes.ts'
import { describePublisherApi, publisherImplementations } from '../publisher/publisher-api.ts'
import { publisherSurface } from '../publisher/publisher-surface.ts'
import { consoleOrigins, publicUrl } from '../settings/addresses.ts'
import { localWebhooks } from '../settings/switches.ts'
import { shownPlugins } from '../staff/shown-plugins.ts'
import { checkEndpointUrl } from '../webhooks/attempt.ts'
import { atControl } from './at-control.ts'
import type { Core } from './core.ts'
import { fetchFrom } from './fetch-from.ts'
import type { Logins } from './staff-api.ts'

/** The publishers' API, /publisher/v1, with its description. */
export function addPublisherApi(http: FastifyInstance, core: Core, logins: Logins): void {
  const { env, strangers, clinicById: findClinic, rateLimiter } = core
  const surface = atControl(
    core,
    publisherSurface({ ...logins, strangers, origins: consoleOrigins(env), findClinic, rateLimiter }),
  )
  const consoleUrl = env.WEB_ORIGIN || publicUrl(env)
  const implemented = publisherImplementations({
    run: logins.run,
    consoleUrl,
    shown: shownPlugins(env.EGRESS_PATIENTS_PER_DAY),
    usualPatients: env.EGRESS_PATIENTS_PER_DAY,
    checkUrl: checkEndpointUrl(core.egress),
    fetchFrom: fetchFrom(core.egress, localWebhooks(env)),
  })
  const operations = implemented.map(({ operation }) => operation)
  const activateUrl = `${consoleUrl}/activate`
  mount(http, surface, implemented, core, scope => {
    serveDescription(scope, () => describePublisherApi(publicUrl(env), operations))
    deviceRoutes(scope, { ...logins, strangers, addressOf: core.addressOf, activateUrl })
  })
}
