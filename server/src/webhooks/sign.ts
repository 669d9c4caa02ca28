import { createHmac } from 'node:crypto'
import server from '../../package.json' with { type: 'json' }

const PREFIX = 'whsec_'

export const webhookUserAgent = `Clinic-Webhooks/${server.version}`

export type SignatureInput = {
  eventId: string
  deliveryId: string
  /** Counts from 1. */
  attempt: number
  /** When this attempt is sent: receivers refuse what is older than 5 minutes. */
  timestampSeconds: number
  /** The very bytes that are sent. */
  rawBody: string | Uint8Array
  /** Newest first, so that a receiver that reads only the first signature passes once it holds the new secret. */
  secrets: readonly string[]
}

/**
 * The headers that prove one attempt. `Service-Signature` is the specification's (key: the whole secret text, over
 * `<t>.<body>`); the `webhook-*` ones are Standard Webhooks' (key: the bytes behind `whsec_`, over `<id>.<t>.<body>`).
 */
export function signatureHeaders(input: SignatureInput): Record<string, string> {
  const { eventId, rawBody, secrets } = input
  const timestamp = String(input.timestampSeconds)
  const ours = secrets.map(secret => `v1=${hmac(secret, `${timestamp}.`, rawBody, 'hex')}`)
  const standard = secrets.map(
    secret => `v1,${hmac(secretBytes(secret), `${eventId}.${timestamp}.`, rawBody, 'base64')}`,
  )
  return {
    'Service-Signature': [`t=${timestamp}`, ...ours].join(','),
    'Service-Event-Id': eventId,
    'Service-Delivery-Id': input.deliveryId,
    'Service-Delivery-Attempt': String(input.attempt),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

function hmac(key: string | Buffer, prefix: string, body: string | Uint8Array, encoding: 'hex' | 'base64'): string {
  const mac = createHmac('sha256', key)
  return typeof body === 'string'
    ? mac.update(prefix + body).digest(encoding)
    : mac.update(prefix).update(body).digest(encoding)
}
