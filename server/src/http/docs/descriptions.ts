import { formFieldsV1 } from '@clinic/contract/form-fields.ts'
import { manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import type { FastifyPluginAsync } from 'fastify'
import { type StaticAnswer, sendStatic, serveStatic, staticAnswer } from '../static-answer.ts'

/** What is written by others than us, as JSON Schema. */
const SCHEMAS = { 'plugin-manifest-v1': manifestSchemaV1, 'form-fields-v1': formFieldsV1 }

/** Descriptions are public and read by tools in browsers too. */
const SHARED_HEADERS = { 'access-control-allow-origin': '*' }

const JSON_TYPE = 'application/json; charset=utf-8'

/** What is made of the present document, once for each. */
function written(document: () => OpenApiDocument): () => Promise<StaticAnswer> {
  let made: { of: OpenApiDocument; answer: Promise<StaticAnswer> } | undefined
  return () => {
    const of = document()
    if (made?.of !== of) made = { of, answer: staticAnswer(JSON_TYPE, JSON.stringify(of)) }
    return made.answer
  }
}

/**
 * What programs read of the interface: `GET /api/v1/openapi.json` and `GET /schemas/*.json`. `document` is asked at every
 * request, so a new one is published immediately. No token.
 */
export function descriptions(document: () => OpenApiDocument): FastifyPluginAsync {
  const openApi = written(document)
  return async app => {
    app.get('/api/v1/openapi.json', async (request, reply) =>
      sendStatic(request, reply.headers(SHARED_HEADERS), await openApi()),
    )
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      const text = JSON.stringify(schema, null, 2)
      await serveStatic(app, `/schemas/${name}.json`, SHARED_HEADERS, text, 'application/schema+json; charset=utf-8')
    }
  }
}
