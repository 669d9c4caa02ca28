import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { toNode } from '@clinic/sdk/node'
import type { WebhookHandler } from '@clinic/sdk/webhooks'
import type { Bot } from './bot.ts'
import { saying } from './pages.ts'
import { languageOf } from './texts.ts'
import { visitPage } from './visit-page.ts'

const ICON = join(import.meta.dirname, '../icon.png')
const MOST_BYTES = 1000

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // The address is what lets a patient in: it is told to no other site.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

/** The choice in a form that was sent. What is larger than a form of ours is none. */
async function choiceIn(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MOST_BYTES) return ''
  }
  return new URLSearchParams(text).get('choice') ?? ''
}

async function answer(bot: Bot, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const language = languageOf(searchParams.get('lang'), headers['accept-language'])
  const [, link] = /^\/r\/([\w-]{1,100})$/.exec(pathname) ?? []
  if (pathname === '/icon.png') return void response.setHeader('content-type', 'image/png').end(await readFile(ICON))
  const isKnown = method === 'GET' || (method === 'POST' && link !== undefined)
  if (!isKnown) return void response.writeHead(405, { allow: 'GET' }).end()
  const choiceId = method === 'POST' ? await choiceIn(request) : undefined
  const { status, page } =
    pathname === '/privacy'
      ? { status: 200, page: saying({ language, clinicName: '' }, 'privacy') }
      : await visitPage(bot, link ?? '', language, choiceId)
  response.writeHead(status, HEADERS).end(page)
}

/** Events at /hooks, a page for each patient at /r/…, and what the manifest names: /privacy and /icon.png. */
export function serverOf(bot: Bot, hear: WebhookHandler): Server {
  const hooks = toNode(hear)
  return createServer((request, response) => {
    const done = request.url === '/hooks' ? hooks(request, response) : answer(bot, request, response)
    done.catch((error: unknown) => {
      bot.log(error instanceof Error ? `${error.stack}` : String(error))
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
}
