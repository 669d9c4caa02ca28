/** Webhooks in Fastify. */
export { clinicWebhook, type FastifyScope, type FastifyWebhookOptions } from './webhook/fastify.ts'
