import { bytesOfBase64, type Claim, claimOf, type WebhookHeaders } from './webhook-headers.ts'
import { WebhookVerificationError } from './webhook-verification-error.ts'

/** What is delivered. `data` holds ids, numbers, dates and states, never a name or a phone number of a patient. */
export type WebhookEvent = {
  /** Starts with `evt_`. Delivery is at least once: remember it and skip what you have seen. */
  id: string
  type: string
  apiVersion: string
  /** ISO 8601 with milliseconds. */
  createdAt: string
  companyId: string
  data: { id: string; object: string; [key: string]: unknown }
  /** On events about a change. */
  previousAttributes?: Record<string, unknown>
}

export type VerifyWebhookOptions = {
  /** How far the signing time may be from now, in both directions. The platform signs every attempt anew. */
  toleranceSeconds?: number
  now?: Date
}

/**
 * Proves that the platform sent this request, and returns its event. Needs nothing but WebCrypto (Node, Bun, Deno,
 * Workers, browsers) and compares in constant time.
 *
 * @param rawBody The body as it arrived, before any JSON parsing: `await request.text()` or the collected bytes.
 * @param secrets The endpoint's signing secret (`whsec_…`), or several while one is being rotated.
 * @throws {WebhookVerificationError} with a `reason` when it cannot be proven.
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: VerifyWebhookOptions,
): Promise<WebhookEvent> => JSON.parse(await genuineText(rawBody, headers, secrets, options))

/** The text of a body that the platform sent. */
export async function genuineText(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): Promise<string> {
  const body = bytesOfBody(rawBody)
  const candidates = typeof secrets === 'string' ? [secrets] : secrets
  checkSecrets(candidates)
  const claim = claimOf(headers)
  checkTimestamp(claim.timestampSeconds, now.getTime() / 1000, toleranceSeconds)
  if (!(await anyMatches(claim, body, candidates))) throw noMatch()
  return new TextDecoder().decode(body)
}

/** Judged by form and not by class: test runners and workers hand over bytes of another realm. */
function bytesOfBody(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
  throw new WebhookVerificationError(
    'body_was_parsed',
    `The body is ${rawBody == null ? 'absent' : 'already parsed'}. Give the text or bytes that arrived, read before any ` +
      'JSON parser: request.text(), express.raw({ type: "application/json" }).',
  )
}

/** In base64, four characters at a time. */
const isSecret = (secret: string): boolean => /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) && secret.length % 4 === 2

function checkSecrets(secrets: readonly string[]): void {
  if (secrets.length > 0 && secrets.every(isSecret)) return
  throw new WebhookVerificationError(
    'secret_has_wrong_form',
    'A secret is whsec_ and base64: copy the signingSecret of the endpoint, and check that the environment variable is set.',
  )
}

function checkTimestamp(signedAt: number, now: number, toleranceSeconds: number): void {
  const age = Math.round(now - signedAt)
  const allowed = `${toleranceSeconds} s are allowed`
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_old',
      `Signed ${age} s ago; ${allowed}: a replay, a wait in a queue (verify before it), or a fast clock here.`,
    )
  }
  if (-age > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_in_future',
      `Signed ${-age} s ahead; ${allowed}: a slow clock here (NTP).`,
    )
  }
}

async function anyMatches(claim: Claim, body: Uint8Array, secrets: readonly string[]): Promise<boolean> {
  const signed = concatenated(new TextEncoder().encode(claim.prefix), body)
  for (const secret of secrets) {
    const key = await importedKey(secret, claim.scheme)
    for (const signature of claim.signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
    }
  }
  return false
}

/** `Service-Signature` is keyed with the whole text, Standard Webhooks with the bytes that follow `whsec_`. */
function importedKey(secret: string, scheme: Claim['scheme']): Promise<CryptoKey> {
  const bytes = scheme === 'service' ? new TextEncoder().encode(secret) : bytesOfBase64(secret.slice('whsec_'.length))
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

function noMatch(): WebhookVerificationError {
  return new WebhookVerificationError(
    'no_match',
    'No signature matches: the body was parsed and serialised again, the secret is of another endpoint or was rotated ' +
      'more than 24 hours ago, or the platform did not send it.',
  )
}
