import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { Refusal } from '../kernel/errors.ts'

/** JSON may nest this deep; nothing in the contract comes near it, and deeper trees are made to exhaust stacks. */
const MAX_DEPTH = 64
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE, QUOTE, BACKSLASH] = [91, 93, 123, 125, 34, 92]

/** True when the text nests deeper than MAX_DEPTH; brackets within strings do not count. */
export function nestsTooDeep(bytes: Buffer): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (quoted) {
      if (byte === BACKSLASH) i++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) return true
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
  return false
}

/** Parses a JSON body or refuses it: invalid UTF-8, deep nesting and keys that would reach a prototype included. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes) || nestsTooDeep(bytes)) throw new Refusal('invalid_json')
  try {
    return secureJson.parse(bytes, undefined, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new Refusal('invalid_json')
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, for what is computed over its bytes. */
    rawBody: Buffer | undefined
  }
}

/** RFC 9110 section 8.4.1: bodies are taken as they are written, not compressed. */
const isPlain = (coding: string | undefined): boolean => coding === undefined || /^identity$/i.test(coding)

/** Takes JSON bodies only, keeps their bytes, and takes an empty body for none. */
export function jsonBodies(app: FastifyInstance): void {
  app.decorateRequest('rawBody', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      request.rawBody = body
      try {
        if (!isPlain(request.headers['content-encoding'])) throw new Refusal('unsupported_media_type')
        done(null, parseJson(body))
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  )
}
