import { join } from 'node:path'
import { brandFiles } from '@clinic/server/http/brand/brand-files.ts'
import { descriptions } from '@clinic/server/http/docs/descriptions.ts'
import { docsPages } from '@clinic/server/http/docs/docs-pages.ts'
import { httpServer } from '@clinic/server/http/server.ts'
import { Strangers } from '@clinic/server/http/strangers.ts'
import { pino } from 'pino'
import { atEnd } from '../../server/test/support/at-end.ts'
import { pluginApi } from '../src/print/surfaces.ts'

export const BUILT = join(import.meta.dirname, '../dist')
const PUBLIC = 'https://clinic.example.com'

/**
 * The documentation as the API serves it, with the headers that all its answers have, alone at an address; `document` is
 * the description that programs get.
 */
export async function serveDocs(document = pluginApi): Promise<string> {
  const strangers = new Strangers({ addressOf: () => '', perMinute: 120, enabled: false })
  const app = httpServer({ log: pino({ level: 'silent' }), strangers, requestTimeoutMs: 60_000, publicUrl: PUBLIC })
  await app.register(brandFiles)
  await app.register(docsPages(BUILT, PUBLIC))
  await app.register(descriptions(document))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
  return address
}
