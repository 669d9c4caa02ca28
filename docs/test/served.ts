import { join } from 'node:path'
import { brandFiles } from '@clinic/server/http/brand/brand-files.ts'
import { descriptions } from '@clinic/server/http/docs/descriptions.ts'
import { docsPages } from '@clinic/server/http/docs/docs-pages.ts'
import Fastify from 'fastify'
import { atEnd } from '../../server/test/support/at-end.ts'
import { pluginApi } from '../src/print/surfaces.ts'

export const BUILT = join(import.meta.dirname, '../dist')

/** The documentation as the API serves it, alone at an address; `document` is the description that programs get. */
export async function serveDocs(document = pluginApi): Promise<string> {
  const app = Fastify()
  await app.register(brandFiles)
  await app.register(docsPages(BUILT))
  await app.register(descriptions(document))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
  return address
}
