import type { Operation } from '@clinic/contract/kernel.ts'
import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { docsPages } from '../http/docs/docs-pages.ts'
import { describePlatformApi } from '../platform/platform-api.ts'
import { describePublisherApi } from '../publisher/publisher-api.ts'
import { publicUrl } from '../settings/addresses.ts'
import type { EnvOf } from '../settings/role-env.ts'
import { describeStaffApi } from '../staff/staff-api.ts'
import { docsFacts } from './docs-facts.ts'
import { once } from './once.ts'

const DESCRIBED = { staff: describeStaffApi, publisher: describePublisherApi, platform: describePlatformApi }

/** The documentation of every surface, with the numbers that hold here; `document` describes the plugin API. */
export async function addDocs(
  http: FastifyInstance,
  env: EnvOf<'api'>,
  document: () => OpenApiDocument,
  operations: Readonly<Record<keyof typeof DESCRIBED, readonly Operation[]>>,
): Promise<void> {
  const url = publicUrl(env)
  const others = {
    staff: once(() => DESCRIBED.staff(url, operations.staff)),
    publisher: once(() => DESCRIBED.publisher(url, operations.publisher)),
    platform: once(() => DESCRIBED.platform(url, operations.platform)),
  }
  await http.register(docsPages({ document, others, facts: docsFacts(env) }))
}
