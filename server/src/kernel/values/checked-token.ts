import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
const SECRET_LENGTH = 43
const CHECK_LENGTH = 6
const SECRET_AND_CHECK = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`)

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text
  return text
}

const checkOf = (body: string) => base62(BigInt(crc32(body)), CHECK_LENGTH)

/** A prefix, 32 random bytes in base62 and a checksum. Shown once, never stored. */
export function newCheckedToken(prefix: string, secret: Buffer = randomBytes(SECRET_BYTES)): string {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`a token is made of ${SECRET_BYTES} bytes`)
  const body = prefix + base62(BigInt(`0x${secret.toString('hex')}`), SECRET_LENGTH)
  return body + checkOf(body)
}

/** True for what `newCheckedToken` can have made: mistyped and invented tokens never reach the database. */
export const isCheckedToken = (prefix: string, token: string): boolean =>
  token.startsWith(prefix) &&
  SECRET_AND_CHECK.test(token.slice(prefix.length)) &&
  token.endsWith(checkOf(token.slice(0, -CHECK_LENGTH)))
