import { API_VERSION } from '@clinic/contract/api-version.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { type OpenApiDocument, openapi } from '@clinic/contract/openapi.ts'
import { platformDocument } from '@clinic/contract/platform/openapi.ts'
import * as plugins from '@clinic/contract/platform/plugins.ts'
import * as reviews from '@clinic/contract/platform/reviews.ts'
import { sql } from '../db/statement.ts'
import { holdPlugins, platformPlugins } from '../domain/publishers/hold-plugins.ts'
import { differenceOf } from '../domain/publishers/own-versions.ts'
import { decideReview, waitingVersion, waitingVersions } from '../domain/publishers/review.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presentPlatformPlugin, presentWaitingVersion, presentWaitingWhole } from '../present/platform.ts'

const roleOf = sql<{ role: string | null }>('select platform_role_of($1) as role')

/** What reviewers decide. */
const reviewsApi: readonly Implementation[] = [
  implement(reviews.getPlatformRoles, async ({ run, session: { user_id: id } }) => {
    const [found] = await run(roleOf([id]))
    return { data: { id, roles: found?.role === 'REVIEWER' ? ['REVIEWER' as const] : [] } }
  }),
  implement(reviews.listReviews, async tx => ({ data: (await waitingVersions(tx)).map(presentWaitingVersion) })),
  implement(reviews.getReview, async (tx, { id }) => {
    const waiting = await waitingVersion(tx, id)
    return { data: presentWaitingWhole(waiting, await differenceOf(tx, waiting)) }
  }),
  implement(reviews.decideReview, async (tx, input) => ({ data: await decideReview(tx, input) })),
]

/** What reviewers stop. */
const stopsApi: readonly Implementation[] = [
  implement(plugins.listPlatformPlugins, async tx => ({
    data: (await platformPlugins(tx)).map(row => presentPlatformPlugin(row, tx.clinic)),
  })),
  implement(plugins.stopPluginEverywhere, async (tx, { id, reason }) => ({
    data: await holdPlugins(tx, id, { operation: 'stopPluginEverywhere', reason }),
  })),
  implement(plugins.startPluginEverywhere, async (tx, { id }) => ({
    data: await holdPlugins(tx, id, { operation: 'startPluginEverywhere' }),
  })),
  implement(plugins.stopEveryPlugin, async (tx, { reason }) => ({
    data: await holdPlugins(tx, undefined, { operation: 'stopPluginEverywhere', reason }),
  })),
  implement(plugins.startEveryPlugin, async tx => ({
    data: await holdPlugins(tx, undefined, { operation: 'startPluginEverywhere' }),
  })),
]

/** What can be done on the platform itself: every operation with what it runs. */
export const platformImplementations = (): readonly Implementation[] => [...reviewsApi, ...stopsApi]

/** The platform's own API as it runs at an address. */
export const describePlatformApi = (serverUrl: string, operations: readonly Operation[]): OpenApiDocument =>
  openapi({ surface: platformDocument, serverUrl, version: API_VERSION, operations })
