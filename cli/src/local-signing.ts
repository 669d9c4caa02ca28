import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 24

export const newLocalSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The headers of a delivery, as the service signs one: both signatures, over the bytes that are sent. */
export function deliveryHeaders(
  secret: string,
  eventId: string,
  body: string,
  attempt: number,
): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000)
  const whole = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const standard = createHmac('sha256', key).update(`${eventId}.${seconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'Service-Signature': `t=${seconds},v1=${whole}`,
    'Service-Event-Id': eventId,
    'Service-Delivery-Id': `whd_local_${eventId.slice(-12)}`,
    'Service-Delivery-Attempt': String(attempt),
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standard}`,
  }
}
