import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Signatures } from '../domain/webhooks/attempt-headers.ts'

const PREFIX = 'whsec_'

/** How far from their own clock receivers take the time of a signature. */
export const TOLERANCE_SECONDS = 300

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

/** What is signed, and with which keys. */
export interface Signable {
  eventId: string
  /** When this attempt is made: receivers refuse what is older than TOLERANCE_SECONDS. */
  timestampSeconds: number
  /** The very bytes that are sent. */
  rawBody: string
  /** Newest first, so that a receiver that reads only the first signature passes once it holds the new secret. */
  keys: readonly SigningKey[]
}

export function signaturesOf({ eventId, timestampSeconds, rawBody, keys }: Signable): Signatures {
  const timestamp = String(timestampSeconds)
  const signed = `${timestamp}.${rawBody}`
  const ours = keys.map(({ specification }) => `,v1=${hmac(specification, signed, 'hex')}`)
  const standard = keys.map(key => `v1,${hmac(key.standard, `${eventId}.${signed}`, 'base64')}`)
  return { timestamp, specification: `t=${timestamp}${ours.join('')}`, standard: standard.join(' ') }
}

const hmac = (key: KeyObject, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)
