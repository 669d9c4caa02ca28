import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 43
const CHECK_LENGTH = 6
const SHAPE = new RegExp(`^plg_(live|test)_[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`)

export type Mode = 'LIVE' | 'TEST'

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text
  return text
}

const checkOf = (body: string) => base62(BigInt(crc32(body)), CHECK_LENGTH)

const SECRET_BYTES = 32

/** `plg_live_` or `plg_test_`, 32 random bytes in base62 and a checksum (contract section 7). Shown once, never stored. */
export function newPluginToken(mode: Mode, secret: Buffer = randomBytes(SECRET_BYTES)): string {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`a token is made of ${SECRET_BYTES} bytes`)
  const body = `plg_${mode.toLowerCase()}_${base62(BigInt(`0x${secret.toString('hex')}`), SECRET_LENGTH)}`
  return body + checkOf(body)
}

/** True for what `newPluginToken` can have made: mistyped and invented tokens never reach the database. */
export function isPluginToken(token: string): boolean {
  return SHAPE.test(token) && token.endsWith(checkOf(token.slice(0, -CHECK_LENGTH)))
}

/** What is stored in place of a token: its SHA-256, hexadecimal. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex')
