import { createServer } from 'node:http'
import { toNode } from '@clinic/sdk/node'
import { listening } from './listening.js'

/**
 * Takes events at POST /webhooks.
 *
 * @param {import('@clinic/sdk/webhooks').WebhookHandler} plugin
 * @param {number} port
 * @param {string} host
 */
export function listen(plugin, port, host) {
  const webhooks = toNode(plugin)
  const server = createServer((request, response) => {
    if (request.url === '/webhooks') return webhooks(request, response)
    response.writeHead(404).end()
  })
  return listening(server.listen(port, host))
}
