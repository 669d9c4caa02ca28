import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300
const SIGNATURE = /^t=(\d{1,12}),v1=[0-9a-f]{64}$/

/** `t=<unixSeconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<body>`, as the sandbox providers sign what they report. */
export function signBody(body: Buffer | string, secret: string, atSeconds = Math.floor(Date.now() / 1000)): string {
  const mac = createHmac('sha256', secret).update(`${atSeconds}.`).update(body).digest('hex')
  return `t=${atSeconds},v1=${mac}`
}

/** Whether the body was signed with the secret within the last five minutes. */
export function isSigned(body: Buffer, secret: string, signature: unknown): boolean {
  const given = typeof signature === 'string' ? signature : ''
  const at = Number(SIGNATURE.exec(given)?.[1])
  if (!(Math.abs(Date.now() / 1000 - at) <= TOLERANCE_SECONDS)) return false
  return isSame(signBody(body, secret, at), given)
}

/** Compares two signatures without telling by the time it takes how much of them is the same. */
export function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
