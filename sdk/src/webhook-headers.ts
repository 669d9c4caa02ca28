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
  if (own) return serviceClaim(own)
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(name => header(headers, `webhook-${name}`))
  if (id && timestamp && signature) return standardClaim(id, timestamp, signature)
  throw new WebhookVerificationError(
    'missing_header',
    'No Service-Signature header, nor the three webhook-*: not from the platform, or a proxy removed them.',
  )
}

/** `t=<seconds>,v1=<hex>[,v1=<hex>]`; unknown parts are left for later versions. */
function serviceClaim(value: string): Claim {
  const timestamp = /\bt=([^,\s]*)/.exec(value)?.[1] ?? ''
  return claim('service', timestamp, `${timestamp}.`, value.match(/(?<=,\s*)v1=[0-9a-f]{64}\b/gi), bytesOfHex)
}

/** `v1,<base64>[ v1,<base64>]`; other versions (`v1a` for public keys) are left out. */
const standardClaim = (id: string, timestamp: string, value: string): Claim =>
  claim('standard', timestamp, `${id}.${timestamp}.`, value.match(/\bv1,[A-Za-z0-9+/]{43}=/g), bytesOfBase64)

function claim(
  scheme: Claim['scheme'],
  timestamp: string,
  prefix: string,
  found: readonly string[] | null,
  bytesOf: (text: string) => Uint8Array<ArrayBuffer>,
): Claim {
  if (/^\d{1,12}$/.test(timestamp) && found && found.length <= MAX_SIGNATURES)
    return { scheme, timestampSeconds: +timestamp, prefix, signatures: found.map(text => bytesOf(text.slice(3))) }
  throw new WebhookVerificationError(
    'malformed_header',
    `The signature is not ${scheme === 'service' ? 't=<seconds>,v1=<hex>' : 'v1,<base64>'}. Pass it exactly as it came.`,
  )
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  const lower = name.toLowerCase()
  const value = hasGet(headers)
    ? (headers.get(name) ?? headers.get(lower))
    : Object.entries(headers).find(([key]) => key.toLowerCase() === lower)?.[1]
  return value ? String(value) : undefined
}

function hasGet(headers: WebhookHeaders): headers is { get(name: string): string | null | undefined } {
  return typeof headers.get === 'function'
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], byte => Number(`0x${byte}`))
}

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}
