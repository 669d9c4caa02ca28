import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { toNode } from '@clinic/sdk/node'
import type { WebhookHandler } from '@clinic/sdk/webhooks'
import { type Answer, answerTo } from './answers.ts'
import { formIn } from './body.ts'
import type { Portal } from './portal.ts'
import { languageOf } from './texts.ts'

const ICON = join(import.meta.dirname, '../icon.png')

const HEADERS = {
  'cache-control': 'no-store',
  // With no-referrer browsers would not say, either, that a form is ours.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

/** A cookie of ours. */
const cookieIn = ({ headers }: IncomingMessage, name: string): string =>
  new Map(
    (headers.cookie ?? '')
      .split('; ')
      .map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  ).get(name) ?? ''

/** A page of another site cannot press our buttons: browsers say where a form comes from. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}

function cookiesOf({ publicUrl }: Portal, language: string, { session }: Answer): string[] {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const kept = `Path=/; HttpOnly; SameSite=Strict${secure}`
  const age = session === '' ? 'Max-Age=0' : 'Max-Age=31536000'
  return [
    `language=${language}; Max-Age=31536000; ${kept}`,
    ...(session === undefined ? [] : [`session=${session}; ${age}; ${kept}`]),
  ]
}

async function handle(portal: Portal, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const { pathname: path, searchParams: query } = new URL(url, 'http://localhost')
  if (path === '/icon.png') return void response.setHeader('content-type', 'image/png').end(await readFile(ICON))
  if (method !== 'GET' && (method !== 'POST' || isFromElsewhere(request))) return void response.writeHead(405).end()
  const language = languageOf([query.get('lang'), cookieIn(request, 'language')], headers['accept-language'])
  const view = { language, known: portal.known }
  const session = cookieIn(request, 'session')
  const answer = await answerTo(portal, { method, path, query, session, form: () => formIn(request), view })
  response.setHeaders(new Headers(HEADERS)).setHeader('set-cookie', cookiesOf(portal, language, answer))
  // What was not read, of a file that is too large, is not waited for.
  if (answer.status === 413) response.setHeader('connection', 'close')
  if (answer.to !== undefined) response.setHeader('location', answer.to)
  response.writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8' }).end(answer.page)
}

/** Events at /hooks, everything else is for labs. */
export function serverOf(portal: Portal, hear: WebhookHandler): Server {
  const hooks = toNode(hear)
  return createServer((request, response) => {
    const done = request.url === '/hooks' ? hooks(request, response) : handle(portal, request, response)
    done.catch((error: unknown) => {
      portal.log(error instanceof Error ? `${error.stack}` : String(error))
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
}
