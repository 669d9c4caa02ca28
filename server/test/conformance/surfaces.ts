import { operations } from '@clinic/contract/index.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import type { DocumentedSurface } from '@clinic/contract/openapi/surface.ts'
import { platformOperations } from '@clinic/contract/platform/index.ts'
import { platformDocument } from '@clinic/contract/platform/openapi.ts'
import { publisherOperations } from '@clinic/contract/publisher/index.ts'
import { publisherDocument } from '@clinic/contract/publisher/openapi.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import type { Answer, Api, Loose } from '../support/app/api-client.ts'
import type { TestApp } from '../support/app/harness.ts'
import type { Scene } from '../support/clinic/fixture.ts'
import { openPlatformScene, platformClient, reviewer } from '../support/platform/scene.ts'
import { anotherOwner, openInstalledScene, publisherClient } from '../support/publisher/scene.ts'
import { openStaffScene, staffClient, staffMember } from '../support/staff/scene.ts'
import { openScene } from './scene.ts'

/** A surface as the walk knows it: a further one is one more value in `surfaces`. */
export interface TestedSurface {
  document: DocumentedSurface
  operations: readonly Operation[]
  /** A clinic of its own, with a caller who may do everything there. */
  open(app: TestApp): Promise<Scene>
  /** A client that does not say who it is. */
  stranger(app: TestApp): Api
  /** A further caller who may do everything in the same clinic. */
  another(scene: Scene): Promise<Api>
  /** As what the audit names its callers. */
  callers: RegExp
  /** Whether all of its callers see the same: there is nothing to keep apart. */
  isShared?: true
  /** The clinic in which a write was recorded, where that may be another than the scene's. */
  recordedIn?(scene: Scene, answer: Answer<Loose>): Promise<string>
}

const plugin: TestedSurface = {
  document: pluginDocument,
  operations,
  open: openScene,
  stranger: app => app.api(),
  another: async ({ app, clinic }) => app.api((await app.installation(clinic)).token),
  callers: /^installation ins_/,
}

const staff: TestedSurface = {
  document: staffDocument,
  operations: staffOperations,
  open: openStaffScene,
  stranger: app => staffClient(app, () => ''),
  async another({ app, clinic }) {
    const { cookie } = await staffMember(app, clinic, 'owner')
    return staffClient(app, () => cookie)
  },
  callers: /^staff usr_/,
  // A person who gets a login works in no clinic yet.
  recordedIn: async ({ clinic }, { body }) => (body.data.confirmed === true ? 'platform' : clinic.company_id),
}

const publisher: TestedSurface = {
  document: publisherDocument,
  operations: publisherOperations,
  open: openInstalledScene,
  stranger: app => publisherClient(app, () => '', ''),
  another: anotherOwner,
  callers: /^staff usr_/,
  // A publisher that is made, and one that is joined, is another than the one the person came from.
  async recordedIn({ app, clinic }, { body }) {
    const [other] = await app.sql<{ company_id: string }>(
      'select company_id from publisher where id = $1 union all select company_id from publisher_member where id = $1',
      [body.data.id],
    )
    return other?.company_id ?? clinic.company_id
  },
}

const platform: TestedSurface = {
  document: platformDocument,
  operations: platformOperations,
  open: openPlatformScene,
  isShared: true,
  stranger: app => platformClient(app, () => ''),
  another: async ({ app }) => (await reviewer(app)).api,
  callers: /^staff usr_/,
}

export const surfaces: readonly TestedSurface[] = [plugin, staff, publisher, platform]
