import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { refuse } from '../../kernel/errors.ts'
import { type StaticAnswer, sendStatic, staticAnswer, typeAt } from '../static-answer.ts'

/** Of what was read and compressed lately, so much is kept. */
const KEPT_BYTES = 24 * 2 ** 20

/** What the documentation's build has written: its files, and the policy under which its pages run. */
interface Built {
  readonly files: ReadonlySet<string>
  readonly policy: string
}

async function builtIn(folder: string): Promise<Built | undefined> {
  const policy = await readFile(join(folder, 'policy.txt'), 'utf8').catch(() => undefined)
  if (policy === undefined) return undefined
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return { policy, files: new Set(files.map(file => file.slice(folder.length + 1))) }
}

const sizeOf = ({ bodies }: StaticAnswer): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0) || 1

/** Feeds are read far from where they lie: they name the address of the service. */
const FEEDS = new Set(['changelog.json', 'changelog.xml'])

async function contentOf(folder: string, file: string, address: string): Promise<Buffer | string> {
  const content = await readFile(join(folder, file))
  return FEEDS.has(file) ? content.toString().replaceAll('{{origin}}', address) : content
}

/** Answers with files of a folder, each read when it is first asked for, so that a start costs nothing. */
function reader(folder: string, address: string) {
  const kept = new LRUCache<string, StaticAnswer>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf })
  return async (file: string, type: string): Promise<StaticAnswer> => {
    const answer = kept.get(file) ?? (await staticAnswer(type, await contentOf(folder, file, address)))
    kept.set(file, answer)
    return answer
  }
}

const MARKDOWN = 'text/markdown; charset=utf-8'
const OTHERS: Readonly<Record<string, string>> = {
  md: MARKDOWN,
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/rss+xml; charset=utf-8',
}
/** What has no type of its own is the index of the search, compressed as it is. */
const typeOf = (file: string): string =>
  OTHERS[file.split('.').at(-1) ?? ''] ?? typeAt(file) ?? 'application/octet-stream'

/** Whether the client would rather have Markdown than a page: it names it, and browsers do not. */
const wantsMarkdown = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/markdown')
const wantsPage = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html')

/** The file that an address stands for: the page below it, or its twin in Markdown, or a file of that name. */
function fileAt(path: string, files: ReadonlySet<string>, markdown: boolean): string | undefined {
  const page = join(path, 'index.html')
  if (files.has(page)) return markdown && files.has(twinOf(path)) ? twinOf(path) : page
  return files.has(path) ? path : undefined
}

const twinOf = (path: string): string => `${path === '' ? 'index' : path}.md`

const sayUnbuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The documentation is not built yet: run `npm run docs:build`.\n')

/**
 * The documentation, as its build has written it into `folder`, at /docs and below; `address` is that of the service. No
 * token; works offline.
 */
export function docsPages(folder: string, address: string): FastifyPluginAsync {
  const read = reader(folder, address)
  let built: Promise<Built | undefined> | undefined
  // What was not built yet may be by now.
  const known = async (): Promise<Built | undefined> => {
    built ??= builtIn(folder)
    const found = await built
    if (!found) built = undefined
    return found
  }

  async function send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const found = await known()
    if (!found) return sayUnbuilt(reply)
    const file = fileAt(path, found.files, wantsMarkdown(request))
    if (file === undefined && !wantsPage(request)) return refuse('not_found', { resource: 'path' })
    const type = typeOf(file ?? '404.html')
    // Of the scripts too: what the search may do apart from the page goes by the policy of its own file.
    reply.headers({
      ...{ 'content-security-policy': found.policy, 'cross-origin-opener-policy': 'same-origin', vary: 'accept' },
    })
    if (file === undefined) reply.code(404)
    return sendStatic(request, reply, await read(file ?? '404.html', type))
  }

  return async app => {
    serve(app, '/docs', 'untilAsked', (request, reply) => send(request, reply, ''))
    app.get('/docs/', (_request, reply) => reply.redirect('/docs', 308))
    const below = ({ params }: FastifyRequest): string => String(Object(params)['*'])
    serve(app, '/docs/*', 'untilAsked', (request, reply) => send(request, reply, below(request)))
    serve(app, '/docs/_astro/*', 'forever', (request, reply) => send(request, reply, `_astro/${below(request)}`))
  }
}

type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
const serve = (app: FastifyInstance, address: string, kept: 'untilAsked' | 'forever', by: Serve): void => {
  app.get(address, { config: { kept } }, by)
}
