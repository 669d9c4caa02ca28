import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A document held in memory, with the forms in which it is sent. */
export interface StaticAnswer {
  readonly type: string
  readonly etag: string
  readonly bodies: Readonly<Record<Coding, Buffer>>
}

export type Coding = 'br' | 'gzip' | 'identity'

const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

/** The content type of what is served at an address; without an ending it is a page. */
export const typeAt = (address: string): string | undefined => TYPES[extname(address)]

/** Good enough and quick: the description of the interface takes about 10 ms. */
const BROTLI_QUALITY = 5

export async function staticAnswer(type: string, content: string | Buffer): Promise<StaticAnswer> {
  const identity = Buffer.from(content)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { type, etag, bodies: { br, gzip: gzipped, identity } }
}

/** The smallest form that the client takes (RFC 9110 section 12.5.3); `;q=0` refuses a coding. */
export function codingFor(accepted: string | undefined): Coding {
  const offered = (accepted ?? '').split(',').map(part =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/),
  )
  const takes = (coding: string) => offered.some(([name, weight]) => name === coding && Number(weight ?? 1) > 0)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

/** RFC 9110 section 13.1.2: weak comparison, so the strength and the coding in a tag do not matter. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(/^W\//, '') === `"${etag}"`)
}

/** Sends the document, or 304 to a client that has it; a `vary` that the answer has already is kept. */
export function sendStatic(request: FastifyRequest, reply: FastifyReply, answer: StaticAnswer): FastifyReply {
  reply
    .header('etag', `W/"${answer.etag}"`)
    .header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '))
  if (isKnown(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  const coding = codingFor(request.headers['accept-encoding'])
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(answer.type).send(answer.bodies[coding])
}

/** Serves a document that stays as it is, with headers of its own. Always asked again: nothing is stale after an upgrade. */
export async function serveStatic(
  app: FastifyInstance,
  address: string,
  headers: Record<string, string>,
  content: string,
  type = typeAt(address) ?? 'text/plain',
): Promise<void> {
  const answer = await staticAnswer(type, content)
  app.get(address, { config: { kept: 'untilAsked' } }, (request, reply) =>
    sendStatic(request, reply.headers(headers), answer),
  )
}
