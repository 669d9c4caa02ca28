import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formFieldsV1 } from '@clinic/contract/form-fields.ts'
import { manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type StaticAnswer, sendStatic, serveStatic, staticAnswer } from '../static-answer.ts'

const ASSETS = join(import.meta.dirname, 'assets')

/** Nothing but this origin, and no inline script or style: printed names could not run even if they became markup. */
const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
}

/** What is written by others than us, as JSON Schema. */
const SCHEMAS = { 'plugin-manifest-v1': manifestSchemaV1, 'form-fields-v1': formFieldsV1 }

/** Descriptions are public and read by tools in browsers too. */
const SHARED_HEADERS = { 'access-control-allow-origin': '*' }

/** The same page about the console's API. */
const forStaff = (page: string): string =>
  page.replaceAll('/api/v1/openapi.json', '/staff/v1/openapi.json').replaceAll('Clinic Plugin API', 'Clinic Staff API')

async function serveAssets(app: FastifyInstance): Promise<void> {
  for (const file of await readdir(ASSETS)) {
    const content = await readFile(join(ASSETS, file), 'utf8')
    const address = file === 'index.html' ? '/docs' : `/docs/${file}`
    await serveStatic(app, address, SECURITY_HEADERS, content)
    if (file === 'index.html') await serveStatic(app, '/docs/staff', SECURITY_HEADERS, forStaff(content))
  }
  app.get('/docs/', (_request, reply) => reply.redirect('/docs', 308))
}

/** The answer for the present document, made once for each. */
function published(document: () => OpenApiDocument): () => Promise<StaticAnswer> {
  let made: { of: OpenApiDocument; answer: Promise<StaticAnswer> } | undefined
  return () => {
    const of = document()
    if (made?.of !== of) made = { of, answer: staticAnswer('application/json; charset=utf-8', JSON.stringify(of)) }
    return made.answer
  }
}

/**
 * The documentation for people (`GET /docs`, and of the console's API `GET /docs/staff`) and for programs
 * (`GET /api/v1/openapi.json`, `GET /schemas/*.json`). No token; works offline. `document` describes the running interface;
 * it is asked at every request, so a new object is published immediately.
 */
export function docsPages(document: () => OpenApiDocument): FastifyPluginAsync {
  return async app => {
    await serveAssets(app)
    const openApi = published(document)
    app.get('/api/v1/openapi.json', async (request, reply) =>
      sendStatic(request, reply.headers(SHARED_HEADERS), await openApi()),
    )
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      const text = JSON.stringify(schema, null, 2)
      await serveStatic(app, `/schemas/${name}.json`, SHARED_HEADERS, text, 'application/schema+json; charset=utf-8')
    }
  }
}
