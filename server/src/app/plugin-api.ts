import { API_VERSION } from '@clinic/contract/api-version.ts'
import { events } from '@clinic/contract/event-types.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import { openapi } from '@clinic/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { implementations } from '../api/implementations.ts'
import { exportLives } from '../domain/exports/export-lives.ts'
import { tokenLives } from '../domain/files/token-lives.ts'
import { mount } from '../http/mount.ts'
import { pluginSurface } from '../http/surfaces/plugin.ts'
import type { Implementation } from '../kernel/implement.ts'
import { linkOf, type PayDeps } from '../pay/pay-context.ts'
import { fileRoutes } from '../providers/files/file-routes.ts'
import { openStorage } from '../providers/files/open-storage.ts'
import { sandboxWorld } from '../providers/sandbox-world.ts'
import { publicAddress, publicUrl } from '../settings/addresses.ts'
import type { EnvOf } from '../settings/role-env.ts'
import { checkEndpointUrl } from '../webhooks/attempt.ts'
import type { Core } from './core.ts'
import { once } from './once.ts'

/** The plugin API, /api/v1, with where its files go and what describes it. */
export async function addPluginApi(http: FastifyInstance, core: Core, pay: PayDeps) {
  const { env, box } = core
  const files = openStorage(env, box, () => publicAddress(env, http.server))
  const { storage, handOut, disk } = files
  const world = sandboxWorld(core.box, pay.gateways, files)
  const implemented = implementations({
    storage,
    payments: { gateways: pay.gateways, linkOf: token => linkOf(pay, token) },
    checkUrl: checkEndpointUrl(core.egress),
    sandbox: world,
    newsOf: companyId => core.sandboxNews.of(companyId),
  })
  mount(http, pluginSurface(core), implemented, core)
  const lives = { tokenLives: tokenLives(core.connections.readers), exportLives: exportLives(core.connections.readers) }
  await http.register(fileRoutes, { ...core, ...lives, handOut, takeFile: disk?.takeFile })
  return { implementations: implemented, storage, world, describe: once(() => describe(env, implemented)) }
}

/** The interface as it runs here: what is not implemented is not described. */
const describe = (env: EnvOf<'api'>, implemented: readonly Implementation[]) =>
  openapi({
    surface: pluginDocument,
    serverUrl: publicUrl(env),
    version: API_VERSION,
    operations: implemented.map(({ operation }) => operation),
    events,
  })
