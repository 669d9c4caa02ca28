import { join } from 'node:path'
import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { descriptions } from '../http/docs/descriptions.ts'
import { docsPages } from '../http/docs/docs-pages.ts'
import { publicUrl } from '../settings/addresses.ts'
import type { EnvOf } from '../settings/role-env.ts'

const BUILT = join(import.meta.dirname, '../../../docs/dist')

/** The documentation, and for programs the description of the plugin API as it runs here. */
export async function addDocs(
  http: FastifyInstance,
  env: EnvOf<'api'>,
  document: () => OpenApiDocument,
): Promise<void> {
  await http.register(docsPages(BUILT, publicUrl(env)))
  await http.register(descriptions(document))
}
