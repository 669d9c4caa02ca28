import { isRecord } from '@clinic/contract/json-schema.ts'
import type { FastifyInstance } from 'fastify'
import { parseJson } from '../http/json-body.ts'
import { refuseOAuth } from './oauth-error.ts'

export type Fields = Readonly<Record<string, string>>

/** The fields of a form. A parameter that is given twice is refused (RFC 6749 section 3.2); an empty one is absent. */
function readForm(text: string): Fields {
  const given = [...new URLSearchParams(text)].filter(([, value]) => value !== '')
  const fields = Object.fromEntries(given)
  if (given.length !== Object.keys(fields).length) refuseOAuth('invalid_request', 'A parameter was given twice.')
  return fields
}

/** PostgreSQL stores no NUL, so nothing that has one can be the name of anything here. */
export const isStorable = (text: string): boolean => !text.includes('\0')

/** The text fields of a body that was parsed, be it a form or the JSON that some clients send. */
export function textFields(value: unknown): Fields {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (typeof one === 'string' && isStorable(one) ? [[name, one]] : [])),
  )
}

/** Takes form bodies, and JSON where clients send it all the same. */
export function formBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: 16_384 } as const
  app.addContentTypeParser(/^application\/x-www-form-urlencoded/i, options, async (_request: unknown, body: Buffer) =>
    readForm(body.toString()),
  )
  app.addContentTypeParser(/^application\/json/i, options, async (_request: unknown, body: Buffer) => {
    try {
      return parseJson(body)
    } catch {
      return refuseOAuth('invalid_request', 'The body is not valid JSON.')
    }
  })
}

/** The fields with the client's id and secret where they came in the header (RFC 6749 section 2.3.1). */
export function withBasic(fields: Fields, authorization: string | undefined): Fields {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return fields
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(/:(.*)/s).map(formDecoded)
  return {
    ...(isStorable(id) && id !== '' && { client_id: id }),
    ...fields,
    ...(secret !== '' && { client_secret: secret }),
  }
}

const formDecoded = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? ''

/** Tokens that the resource server asks about together, which no RFC speaks of: `{ "tokens": [...] }`. */
export function tokensIn(body: unknown): string[] | undefined {
  const tokens = isRecord(body) ? body.tokens : undefined
  return Array.isArray(tokens) && tokens.every(token => typeof token === 'string') ? tokens : undefined
}
