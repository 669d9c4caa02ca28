import { clinicWebhook } from '@clinic/sdk/fastify'
import Fastify from 'fastify'

/**
 * Takes events at POST /webhooks.
 *
 * @param {import('@clinic/sdk/webhooks').WebhookHandler} plugin
 * @param {number} port
 * @param {string} host
 */
export async function listen(plugin, port, host) {
  const app = Fastify()
  await app.register(clinicWebhook, { prefix: '/webhooks', handler: plugin })
  const address = await app.listen({ port, host })
  return { port: Number(new URL(address).port), close: () => app.close() }
}
