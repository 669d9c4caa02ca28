import type { ClinicEvent } from '../printed/events.generated.ts'

/** A signing secret for tests; no endpoint has it. */
export const TEST_SECRET = 'whsec_Y2xpbmljLXRlc3Qtc2VjcmV0LW9mLXRoZS1zZGs='

export interface SigningWishes {
  /** TEST_SECRET unless told; several while one is being rotated. */
  readonly secret?: string | readonly string[] | undefined
  /** When it is signed; now unless told. */
  readonly at?: Date | undefined
  /**
   * What is wrong with it: one character of the body or of the signature differs, it was signed eleven minutes ago, or the
   * body was parsed and written again.
   */
  readonly spoil?: 'body' | 'signature' | 'timestamp' | 'whitespace' | undefined
  /** Which attempt of the delivery it is; 1 unless told. */
  readonly attempt?: number | undefined
  /** Whether it is a test event, whose ids name no records. */
  readonly test?: boolean | undefined
  /** Where it is posted to. */
  readonly url?: string | undefined
}

const OLD_MS = 11 * 60 * 1000

async function hmac(secret: string, text: string): Promise<string> {
  const bytes = (value: string) => new TextEncoder().encode(value)
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)))
  return [...signature].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Another digit in place of the last. */
const changed = (signature: string): string => signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0')

async function signatureOf(body: string, seconds: number, { secret = TEST_SECRET, spoil }: SigningWishes) {
  const secrets = typeof secret === 'string' ? [secret] : secret
  const signatures = await Promise.all(secrets.map(each => hmac(each, `${seconds}.${body}`)))
  const sent = spoil === 'signature' ? signatures.map(changed) : signatures
  return [`t=${seconds}`, ...sent.map(signature => `v1=${signature}`)].join(',')
}

function bodyOf(event: ClinicEvent, spoil: SigningWishes['spoil']): string {
  if (spoil === 'body') return JSON.stringify({ ...event, companyId: `${event.companyId}x` })
  return spoil === 'whitespace' ? JSON.stringify(event, null, 2) : JSON.stringify(event)
}

/** The request with which the platform posts an event, genuine or spoiled on purpose. */
export async function signed(event: ClinicEvent, wishes: SigningWishes = {}): Promise<Request> {
  const { at = new Date(), spoil, attempt = 1, test, url = 'http://localhost/webhooks' } = wishes
  const seconds = Math.floor((at.getTime() - (spoil === 'timestamp' ? OLD_MS : 0)) / 1000)
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'service-signature': await signatureOf(JSON.stringify(event), seconds, wishes),
    'service-event-id': event.id,
    'service-delivery-attempt': String(attempt),
  })
  if (test) headers.set('service-event-test', 'true')
  return new Request(url, { method: 'POST', headers, body: bodyOf(event, spoil) })
}
