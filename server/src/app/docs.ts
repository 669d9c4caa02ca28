import type { Operation } from '@clinic/contract/kernel.ts'
import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { docsPages } from '../http/docs/docs-pages.ts'
import { publicUrl } from '../settings/addresses.ts'
import type { EnvOf } from '../settings/role-env.ts'
import { describeStaffApi } from '../staff/staff-api.ts'
import { docsFacts } from './docs-facts.ts'
import { once } from './once.ts'

/** The documentation of both surfaces, with the numbers that hold here; `document` describes the plugin API. */
export async function addDocs(
  http: FastifyInstance,
  env: EnvOf<'api'>,
  document: () => OpenApiDocument,
  staffOperations: readonly Operation[],
): Promise<void> {
  const staffDocument = once(() => describeStaffApi(publicUrl(env), staffOperations))
  await http.register(docsPages({ document, staffDocument, facts: docsFacts(env) }))
}
