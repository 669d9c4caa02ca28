import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formFieldsV1 } from '@clinic/contract/form-fields.ts'
import { manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type StaticAnswer, sendStatic, serveStatic, staticAnswer, typeAt } from '../static-answer.ts'
import { type Facts, type Guide, readGuides } from './guides.ts'
import { type Site, siteOf } from './site.ts'

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

const JSON_TYPE = 'application/json; charset=utf-8'

type DocumentOf = () => OpenApiDocument

/** What is derived from the present document, made once for each. */
function derived<Value>(document: DocumentOf, derive: (document: OpenApiDocument) => Value): () => Value {
  let made: { of: OpenApiDocument; value: Value } | undefined
  return () => {
    const of = document()
    if (made?.of !== of) made = { of, value: derive(of) }
    return made.value
  }
}

/** The answers of a site by their places, each made when it is first asked for. */
function answersOf(site: Site): (path: string) => Promise<StaticAnswer> | undefined {
  const made = new Map<string, Promise<StaticAnswer>>()
  return path => {
    const known = made.get(path)
    if (known) return known
    const content = path === 'search.json' ? site.search() : site.page(path)
    if (content === undefined) return undefined
    const answer = staticAnswer(path === 'search.json' ? JSON_TYPE : (typeAt('') ?? ''), content)
    made.set(path, answer)
    return answer
  }
}

/** Serves the pages about one surface at `base` and below. */
function serveSite(app: FastifyInstance, base: string, document: DocumentOf, guides: readonly Guide[]): void {
  const answers = derived(document, described => answersOf(siteOf(described, base, guides)))
  async function serve(path: string, request: FastifyRequest, reply: FastifyReply) {
    const answer = await answers()(path)
    return answer ? sendStatic(request, reply.headers(SECURITY_HEADERS), answer) : reply.callNotFound()
  }
  const config = { kept: 'untilAsked' } as const
  app.get(base, { config }, (request, reply) => serve('', request, reply))
  app.get(`${base}/`, (_request, reply) => reply.redirect(base, 308))
  app.get<{ Params: { '*': string } }>([base, '*'].join('/'), { config }, (request, reply) =>
    serve(request.params['*'], request, reply),
  )
}

async function serveAssets(app: FastifyInstance): Promise<void> {
  for (const file of await readdir(ASSETS)) {
    const content = await readFile(join(ASSETS, file), 'utf8')
    await serveStatic(app, `/docs/${file}`, SECURITY_HEADERS, content)
  }
}

export interface DocsOptions {
  /** What describes each surface as it runs; asked at every request, so a new object is published immediately. */
  document: DocumentOf
  /** Those of the surfaces that are documented below `/docs/<name>`. */
  others: Readonly<Record<string, DocumentOf>>
  /** How much things are here, for the guides. */
  facts: Facts
}

/**
 * The documentation for people (`GET /docs`, and of the other surfaces `GET /docs/staff`, `/docs/publisher` and `/docs/platform`) and for programs
 * (`GET /api/v1/openapi.json`, `GET /schemas/*.json`). No token; works offline, and without a script.
 */
export function docsPages({ document, others, facts }: DocsOptions): FastifyPluginAsync {
  const guides = readGuides(facts)
  return async app => {
    await serveAssets(app)
    serveSite(app, '/docs', document, guides)
    for (const [name, described] of Object.entries(others)) serveSite(app, `/docs/${name}`, described, [])
    const openApi = derived(document, described => staticAnswer(JSON_TYPE, JSON.stringify(described)))
    app.get('/api/v1/openapi.json', async (request, reply) =>
      sendStatic(request, reply.headers(SHARED_HEADERS), await openApi()),
    )
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      const text = JSON.stringify(schema, null, 2)
      await serveStatic(app, `/schemas/${name}.json`, SHARED_HEADERS, text, 'application/schema+json; charset=utf-8')
    }
  }
}
