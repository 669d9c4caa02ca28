import { join } from 'node:path'
import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { descriptions } from '../http/docs/descriptions.ts'
import { docsPages } from '../http/docs/docs-pages.ts'

const BUILT = join(import.meta.dirname, '../../../docs/dist')

/** The documentation, and for programs the description of the plugin API as it runs here. */
export async function addDocs(http: FastifyInstance, document: () => OpenApiDocument): Promise<void> {
  await http.register(docsPages(BUILT))
  await http.register(descriptions(document))
}
