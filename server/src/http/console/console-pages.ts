import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRODUCT } from '@clinic/contract/brand.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { refuse } from '../../kernel/errors.ts'
import { type Coding, codingFor, typeAt } from '../static-answer.ts'

export interface ConsoleOptions {
  /** What the console's build has written. */
  folder: string
  /** The addresses of its pages; a browser at any other address is shown it with 404. */
  paths: readonly string[]
  /** Where its login may return to: the specification's two origins, of the console and of the API. */
  returnOrigins: readonly string[]
  /** Whether it shows those who develop it what it is built from. */
  isDeveloped: boolean
  /** What a doctor pastes into an assistant. */
  assistantAddress: string
  /** Where files lie, if that is another origin: its pictures are shown, and files are sent there. */
  filesOrigin: string | undefined
}

const SUFFIXES: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz', identity: '' }

/**
 * No COOP: an assistant may open the login in a popup, which it loses sight of otherwise. Nothing is kept (see
 * answer-headers.ts), so that going back after the logout shows nothing.
 */
const PAGE_HEADERS = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Nothing but this origin, and that of files; the components' own styles bear the nonce of the answer. */
const policy = (nonce: string, files: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src ${files}; font-src 'self'; connect-src ${files}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** The console at its addresses, and the hashed files that it is made of. */
export function consolePages(options: ConsoleOptions): FastifyPluginAsync {
  const { folder, paths } = options
  return async app => {
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
    const answer = page === null ? sayUnbuilt : sendPage(page, options)
    const show = (reply: FastifyReply) => answer(reply.headers(PAGE_HEADERS))
    for (const path of paths) app.get(path, { config: { page: true } }, (_request, reply) => show(reply))
    app.lostPage.answer = show
    if (page !== null) await serveAssets(app, join(folder, 'assets'))
  }
}

const sayUnbuilt = (reply: FastifyReply): FastifyReply =>
  reply.code(503).type('text/plain; charset=utf-8').send('The console is not built yet: run `npm run console:build`.\n')

/** Origins and addresses as `URL` writes them hold nothing that could end an attribute. */
function sendPage(page: string, { returnOrigins, assistantAddress, isDeveloped, filesOrigin }: ConsoleOptions) {
  const files = ["'self'", ...(filesOrigin === undefined ? [] : [filesOrigin])].join(' ')
  const whole = page
    .replace('{{product}}', PRODUCT.en)
    .replace('{{returnOrigins}}', returnOrigins.join(' '))
    .replace('{{development}}', isDeveloped ? 'on' : 'off')
    .replace('{{assistantAddress}}', () => new URL(assistantAddress).href)
  return (reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .header('content-security-policy', policy(nonce, files))
      .type('text/html; charset=utf-8')
      .send(whole.replace('{{nonce}}', nonce))
  }
}

/** Read when first asked for, so that a start costs nothing, and then kept. */
async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  const files = new Set(await readdir(folder))
  const bodies = new Map<string, Promise<Buffer>>()
  const bodyOf = (file: string): Promise<Buffer> => {
    const body = bodies.get(file) ?? readFile(join(folder, file))
    bodies.set(file, body)
    return body
  }
  app.get<{ Params: { file: string } }>('/assets/:file', { config: { kept: 'forever' } }, async (request, reply) => {
    const { file } = request.params
    const type = files.has(file) ? typeAt(file) : undefined
    if (type === undefined) return refuse('not_found', { resource: 'path' })
    const wished = codingFor(request.headers['accept-encoding'])
    const coding = files.has(file + SUFFIXES[wished]) ? wished : 'identity'
    reply.header('vary', 'accept-encoding')
    if (coding !== 'identity') reply.header('content-encoding', coding)
    return reply.type(type).send(await bodyOf(file + SUFFIXES[coding]))
  })
}
