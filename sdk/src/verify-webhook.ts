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

/** The text of a body that the platform sent. What is proven is this text, and not the bytes that it was decoded from. */
export async function genuineText(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): Promise<string> {
  const body = textOf(rawBody)
  const candidates = [secrets].flat()
  if (candidates.length === 0 || !candidates.every(isSecret)) {
    throw new WebhookVerificationError(
      'secret_has_wrong_form',
      'A secret is whsec_ and base64: copy the signingSecret of the endpoint; is the environment variable set?',
    )
  }
  const claim = claimOf(headers)
  checkAge(Math.round(now.getTime() / 1000 - claim.timestampSeconds), toleranceSeconds)
  if (await anyMatches(claim, body, candidates)) return body
  throw new WebhookVerificationError(
    'no_match',
    'No signature matches: the body was parsed and serialised again, or the secret is of another endpoint or ' +
      'rotated over 24 hours ago.',
  )
}

/** Judged by form and not by class: test runners and workers hand over bytes of another realm. */
function textOf(rawBody: string | Uint8Array): string {
  if (typeof rawBody === 'string') return rawBody
  if (ArrayBuffer.isView(rawBody)) return new TextDecoder().decode(rawBody)
  throw new WebhookVerificationError(
    'body_was_parsed',
    `The body is ${rawBody == null ? 'absent' : 'already parsed'}. Give it as it came: request.text(), ` +
      'express.raw({ type: "application/json" }).',
  )
}

/** In base64, four characters at a time. */
const isSecret = (secret: string): boolean => /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) && secret.length % 4 === 2

function checkAge(age: number, toleranceSeconds: number): void {
  if (Math.abs(age) <= toleranceSeconds) return
  const [reason, signed, why] =
    age > 0
      ? (['timestamp_too_old', `${age} s ago`, 'a replay, a wait in a queue, or a fast clock here'] as const)
      : (['timestamp_in_future', `${-age} s ahead`, 'a slow clock here (NTP)'] as const)
  throw new WebhookVerificationError(reason, `Signed ${signed}; ${toleranceSeconds} s are allowed: ${why}.`)
}

async function anyMatches(claim: Claim, body: string, secrets: readonly string[]): Promise<boolean> {
  const signed = utf8(claim.prefix + body)
  for (const secret of secrets) {
    // `Service-Signature` is keyed with the whole text, Standard Webhooks with the bytes that follow `whsec_`.
    const bytes = claim.scheme === 'service' ? utf8(secret) : bytesOfBase64(secret.slice(6))
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of claim.signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
    }
  }
  return false
}

const utf8 = (text: string) => new TextEncoder().encode(text)
