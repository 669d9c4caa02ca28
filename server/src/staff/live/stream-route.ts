import { PassThrough } from 'node:stream'
import { LIVE, LIVE_PATH, LIVE_RESOURCES, type LiveResource, toldBy } from '@clinic/contract/staff/live.ts'
import { isPermitted } from '@clinic/contract/staff/permissions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clinicOf, mayEnter, type StaffClinic, sessionOf } from '../../domain/staff/session.ts'
import type { StaffDeps } from '../../domain/staff/staff-deps.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { elsewhere, requireHere } from '../../kernel/misdirected.ts'
import type { SessionCookie } from '../session-cookie.ts'
import { requireSession } from '../visit.ts'
import { narrowed } from './changes.ts'
import type { Live } from './live.ts'
import { LiveStream, type Told } from './stream.ts'

export interface StreamDeps extends StaffDeps {
  cookie: SessionCookie
  live: Live
  /** Which cell this is; null where control is. */
  cell: string | null
}

/**
 * `GET /stream?clinicId=`: what changes in a clinic, as server-sent events, to a member of it as long as they are one. No
 * more than ids leave here, and the login is prolonged by nothing of it.
 */
export function streamRoute(scope: FastifyInstance, deps: StreamDeps): void {
  const { live, cookie } = deps
  scope.addHook('preClose', async () => live.endAll())
  scope.get(
    LIVE_PATH,
    { exposeHeadRoute: false, config: { operation: 'stream', stays: true } },
    async (request, reply) => {
      const token = cookie.read(request) ?? refuse('unauthenticated')
      const clinicId = namedClinic(request)
      const session = await requireSession(deps, token, { named: clinicId, prolongs: false })
      request.isKnown = true
      const clinic = clinicOf(session, clinicId) ?? refuse('not_found', { resource: 'clinic' })
      if (!mayEnter(session, clinic)) refuse('second_factor_required')
      requireHere(deps, clinic.facts)
      live.requireRoom(session.user_id)
      const out = new PassThrough()
      const stream = new LiveStream(session.user_id, out, () => toldNow(deps, token, clinicId))
      const leave = live.keep(clinicId, stream)
      out.once('close', leave)
      live.follow(clinicId, stream, lastOf(request)).catch(() => stream.end())
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(out)
    },
  )
}

/** What the member may be told of now; nothing where the session, the membership or its second factor is not enough. */
async function toldNow(deps: StreamDeps, token: string, clinicId: string): Promise<Told | undefined> {
  const session = await sessionOf(deps, token, { named: clinicId, prolongs: false })
  const clinic = session?.state === 'ok' ? clinicOf(session, clinicId) : undefined
  if (!session || !clinic || !mayEnter(session, clinic)) return undefined
  // One that has moved is told of where it lives now: who follows it comes back there.
  return elsewhere(deps, clinic.facts) === null ? toldTo(clinic, deps.live) : undefined
}

function toldTo(clinic: StaffClinic, live: Live): Told {
  const resources = new Set(LIVE_RESOURCES.filter(name => isTold(clinic, name)))
  if (clinic.all_branches) return { resources }
  const sight = { allBranches: false, branchIds: clinic.branch_ids }
  const { company_id: id } = clinic
  return {
    resources,
    async inSight(changes, since) {
      let seen = changes
      for (const [name, seenOf] of live.seenOf) seen = await narrowed(seen, name, ids => seenOf(id, sight, ids, since))
      return seen
    },
  }
}

/** What is of branches and patients is told to no member who sees no branch: they may not ask for it either. */
function isTold({ role, all_branches, branch_ids }: StaffClinic, name: LiveResource): boolean {
  const permissions = toldBy(name)
  const sees = LIVE[name].sight === 'clinic' || all_branches || branch_ids.length > 0
  return sees && (permissions === null || permissions.some(permission => isPermitted(role, permission)))
}

function namedClinic({ query }: FastifyRequest): string {
  const { clinicId } = Object.assign({ clinicId: undefined }, query)
  if (typeof clinicId === 'string' && clinicId !== '') return clinicId
  return refuseInput({ path: 'clinicId', code: 'required', message: 'is required' })
}

/** The id of the last frame that a client got; one that no frame had is taken as forgotten. */
function lastOf({ headers }: FastifyRequest): string | undefined {
  const last = headers['last-event-id']?.toString()
  if (last === undefined || last === '') return undefined
  const at = new Date(last)
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer goes on for as long as its client wants it: how long it takes says nothing. */
    stays?: boolean
  }
}
