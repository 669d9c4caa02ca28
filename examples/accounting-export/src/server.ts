import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { toNode } from '@clinic/sdk/node'
import type { WebhookHandler } from '@clinic/sdk/webhooks'

const PRIVACY = `This plugin keeps amounts, days and ids of invoices and payments. It reads no names.
تحفظ هذه الإضافة مبالغ الفواتير والدفعات وأيامها وأرقامها. لا تقرأ أي أسماء.
`

async function answer(url: string | undefined, response: ServerResponse): Promise<void> {
  if (url === '/privacy') response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(PRIVACY)
  else if (url === '/icon.png')
    response
      .writeHead(200, { 'content-type': 'image/png' })
      .end(await readFile(join(import.meta.dirname, '../icon.png')))
  else response.writeHead(404).end()
}

/** Events at /hooks, and what the manifest names. */
export function serverOf(hear: WebhookHandler): Server {
  const hooks = toNode(hear)
  return createServer(
    (request, response) => void (request.url === '/hooks' ? hooks(request, response) : answer(request.url, response)),
  )
}
