import { toNode } from '@clinic/sdk/node'
import express from 'express'
import { listening } from './listening.js'

/**
 * Takes events at POST /webhooks.
 *
 * @param {import('@clinic/sdk/webhooks').WebhookHandler} plugin
 * @param {number} port
 * @param {string} host
 */
export function listen(plugin, port, host) {
  const app = express()
  // Before express.json(): a signature is over the bytes as they came.
  app.post('/webhooks', toNode(plugin))
  app.use(express.json())
  return listening(app.listen(port, host))
}
