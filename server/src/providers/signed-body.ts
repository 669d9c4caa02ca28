import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const TOLERANCE_SECONDS = 300
const HEADER = 'sandbox-signature'
const SIGNATURE = /^t=(\d{1,12}),v1=[0-9a-f]{64}$/

/** `t=<unixSeconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<body>`. */
function signBody(body: Buffer | string, secret: string, atSeconds: number): string {
  const mac = createHmac('sha256', secret).update(`${atSeconds}.`).update(body).digest('hex')
  return `t=${atSeconds},v1=${mac}`
}

/** What a sandbox provider reports, as it posts it: signed, like what a real one reports. */
export function signedCallback(told: unknown, secret: string): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(told)
  const signature = signBody(body, secret, Math.floor(Date.now() / 1000))
  return { body, headers: { 'content-type': 'application/json', [HEADER]: signature } }
}

/** Whether the callback was signed with the secret within the last five minutes. */
export function isSigned({ headers, body }: { headers: IncomingHttpHeaders; body: Buffer }, secret: string): boolean {
  const given = String(headers[HEADER])
  const at = Number(SIGNATURE.exec(given)?.[1])
  if (!(Math.abs(Date.now() / 1000 - at) <= TOLERANCE_SECONDS)) return false
  return isSame(signBody(body, secret, at), given)
}

/** Compares two signatures without telling by the time it takes how much of them is the same. */
export function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
