import type { FastifyInstance } from 'fastify'
import type { SandboxWorld } from '../domain/sandbox/sandbox-world.ts'
import type { StaffDeps } from '../domain/staff/staff-deps.ts'
import { mount } from '../http/mount.ts'
import { linkOf, type PayDeps } from '../pay/pay-context.ts'
import { videoLinks } from '../providers/video/video-links.ts'
import { consoleOrigins, publicUrl } from '../settings/addresses.ts'
import { sandboxForAll } from '../settings/switches.ts'
import { Live } from '../staff/live/live.ts'
import { streamRoute } from '../staff/live/stream-route.ts'
import { type SessionCookie, sessionCookie } from '../staff/session-cookie.ts'
import { staffDescription, staffImplementations } from '../staff/staff-api.ts'
import { staffSurface } from '../staff/staff-surface.ts'
import { checkEndpointUrl } from '../webhooks/attempt.ts'
import type { Core } from './core.ts'
import { patientLinkOf } from './pages.ts'

/** How the process knows a person of the clinic by a request. */
export interface Logins extends StaffDeps {
  cookie: SessionCookie
  /** Which cell the process serves; null where control is. */
  cell: string | null
}

export function openLogins({ env, box, connections: { logins, cell } }: Core): Logins {
  return { run: statement => logins.run(statement), box, cookie: sessionCookie(publicUrl(env)), cell }
}

/** What the process streams to the console; it listens as soon as it is started. */
export const openLive = ({ connections: { readers } }: Core, databaseUrl: string): Live =>
  new Live(readers, databaseUrl)

/** The console's own API, /staff/v1; what it serves, for its documentation. */
export function addStaffApi(
  http: FastifyInstance,
  core: Core,
  logins: Logins & { live: Live },
  world: SandboxWorld,
  pay: PayDeps,
): void {
  const { env, strangers, countedRecords } = core
  const surface = staffSurface({ ...logins, strangers, origins: consoleOrigins(env), countedRecords })
  const implemented = staffImplementations({
    checkUrl: checkEndpointUrl(core.egress),
    world,
    payments: { gateways: pay.gateways, linkOf: token => linkOf(pay, token) },
    video: videoLinks(env),
    pages: { patientLinkOf: patientLinkOf(pay) },
    newsOf: companyId => core.sandboxNews.of(companyId),
    patientsPerDay: env.EGRESS_PATIENTS_PER_DAY,
    pretends: sandboxForAll(env),
    signup: env.PUBLISHER_SIGNUP,
    publicUrl: publicUrl(env),
  })
  const operations = implemented.map(({ operation }) => operation)
  mount(http, surface, implemented, core, scope => {
    staffDescription(scope, publicUrl(env), operations)
    streamRoute(scope, logins)
  })
}
