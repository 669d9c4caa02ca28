import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import server from '../../package.json' with { type: 'json' }

const PREFIX = 'whsec_'

export const webhookUserAgent = `Clinic-Webhooks/${server.version}`

/** A signing secret, made ready once for all that it signs. */
export interface SigningKey {
  /** The whole secret text, with which the specification signs. */
  specification: KeyObject
  /** The bytes behind `whsec_`, with which Standard Webhooks sign. */
  standard: KeyObject
}

export const signingKey = (secret: string): SigningKey => ({
  specification: createSecretKey(secret, 'utf8'),
  standard: createSecretKey(secret.slice(PREFIX.length), 'base64'),
})

export type SignatureInput = {
  eventId: string
  deliveryId: string
  /** Counts from 1. */
  attempt: number
  /** When this attempt is sent: receivers refuse what is older than 5 minutes. */
  timestampSeconds: number
  /** The very bytes that are sent. */
  rawBody: string
  /** Newest first, so that a receiver that reads only the first signature passes once it holds the new secret. */
  keys: readonly SigningKey[]
}

/**
 * The headers that prove one attempt, names and values in turn. `Service-Signature` is the specification's (over
 * `<t>.<body>`); the `webhook-*` ones are Standard Webhooks' (over `<id>.<t>.<body>`).
 */
export function signatureHeaders(input: SignatureInput): string[] {
  const { eventId, rawBody, keys } = input
  const timestamp = String(input.timestampSeconds)
  const signed = `${timestamp}.${rawBody}`
  const ours = keys.map(({ specification }) => `,v1=${hmac(specification, signed, 'hex')}`)
  const standard = keys.map(key => `v1,${hmac(key.standard, `${eventId}.${signed}`, 'base64')}`)
  // biome-ignore format: one header on each line
  return [
    'Service-Signature', `t=${timestamp}${ours.join('')}`,
    'Service-Event-Id', eventId,
    'Service-Delivery-Id', input.deliveryId,
    'Service-Delivery-Attempt', String(input.attempt),
    'webhook-id', eventId,
    'webhook-timestamp', timestamp,
    'webhook-signature', standard.join(' '),
  ]
}

const hmac = (key: KeyObject, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)
