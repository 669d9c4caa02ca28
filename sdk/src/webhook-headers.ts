import { WebhookVerificationError } from './webhook-verification-error.ts'

/** `Headers`, a Map, anything else with `get`, or a plain object such as Node's `request.headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** What a request claims to be signed with: `prefix` and the body are what was signed, by one of `signatures`. */
export type Claim = {
  scheme: 'service' | 'standard'
  timestampSeconds: number
  prefix: string
  signatures: Uint8Array<ArrayBuffer>[]
}

/** More signatures than any rotation has; a bound on the work that a stranger can cause. */
const MAX_SIGNATURES = 10

/** Our own header where it is there, else the three of Standard Webhooks. */
export function claimOf(headers: WebhookHeaders): Claim {
  const own = header(headers, 'Service-Signature')
  if (own !== null) return serviceClaim(own)
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signature = header(headers, 'webhook-signature')
  if (id !== null && timestamp !== null && signature !== null) return standardClaim(id, timestamp, signature)
  throw new WebhookVerificationError(
    'missing_header',
    'No Service-Signature header, nor the three webhook-* ones: the platform did not send it, or a proxy removed them.',
  )
}

/** `t=<seconds>,v1=<hex>[,v1=<hex>]`; unknown parts are left for later versions. */
function serviceClaim(value: string): Claim {
  const parts = value.split(',').map(part => part.trim())
  const timestamp = parts.find(part => part.startsWith('t='))?.slice(2) ?? ''
  const signatures = parts.filter(part => /^v1=[0-9a-f]{64}$/i.test(part)).map(part => bytesOfHex(part.slice(3)))
  return claim('service', timestamp, `${timestamp}.`, signatures)
}

/** `v1,<base64>[ v1,<base64>]`; other versions (`v1a` for public keys) are left out. */
function standardClaim(id: string, timestamp: string, value: string): Claim {
  const parts = value.split(' ').map(part => part.replace(/,$/, ''))
  const signatures = parts
    .filter(part => /^v1,[A-Za-z0-9+/]{43}=$/.test(part))
    .map(part => bytesOfBase64(part.slice(3)))
  return claim('standard', timestamp, `${id}.${timestamp}.`, signatures)
}

function claim(scheme: Claim['scheme'], timestamp: string, prefix: string, signatures: Claim['signatures']): Claim {
  if (!/^\d{1,12}$/.test(timestamp) || signatures.length === 0 || signatures.length > MAX_SIGNATURES) {
    throw new WebhookVerificationError(
      'malformed_header',
      `The signature is not ${scheme === 'service' ? 't=<seconds>,v1=<hex>' : 'v1,<base64>'}. Pass the header exactly as it came.`,
    )
  }
  return { scheme, timestampSeconds: Number(timestamp), prefix, signatures }
}

function header(headers: WebhookHeaders, name: string): string | null {
  const value = hasGet(headers) ? (headers.get(name) ?? headers.get(name.toLowerCase())) : entryOf(headers, name)
  const text = typeof value === 'object' ? value?.join(', ') : value
  return text ? text : null
}

function hasGet(headers: WebhookHeaders): headers is { get(name: string): string | null | undefined } {
  return 'get' in headers && typeof headers.get === 'function'
}

function entryOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string) {
  const lower = name.toLowerCase()
  return Object.entries(headers).find(([key]) => key.toLowerCase() === lower)?.[1]
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
}

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}
