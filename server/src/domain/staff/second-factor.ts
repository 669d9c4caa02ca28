import { hash, randomBytes } from 'node:crypto'
import { verify } from 'otplib'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

const TOTP_CODE = /^\d{6}$/
/** Clocks may differ by one step of 30 seconds (RFC 6238 section 5.2). */
const TOLERANCE_SECONDS = 30
const RECOVERY_CODES = 10
/** 80 random bits, in four groups of four hexadecimal digits and one more. */
const RECOVERY_BYTES = 10

/** What a sealed secret is bound to. */
export const secondFactorPurpose = (userId: string): string => `totp ${userId}`

/** A TOTP secret (base32) as it is stored, for this person alone. */
export const sealTotpSecret = (box: SecretBox, userId: string, secret: string): Buffer =>
  box.seal(secret, secondFactorPurpose(userId))

interface GivenCode {
  userId: string
  sealed: Buffer
  code: string
}

/** The time step that the code belongs to, or nothing where it is no code of the sealed secret now. */
export async function totpStep(box: SecretBox, { userId, sealed, code }: GivenCode): Promise<number | undefined> {
  const token = code.trim()
  if (!TOTP_CODE.test(token)) return undefined
  const secret = box.open(sealed, secondFactorPurpose(userId)).toString()
  const epoch = Math.floor(Date.now() / 1_000)
  const found = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

/** What a code may be: the time step of a TOTP code, else the hash of a recovery code; null for what it is not. */
export async function codeProof(box: SecretBox, given: GivenCode): Promise<[number, null] | [null, Buffer]> {
  const step = await totpStep(box, given)
  return step === undefined ? [null, recoveryCodeHash(given.code)] : [step, null]
}

/** Codes for the day on which the phone is lost, as they are shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (randomBytes(RECOVERY_BYTES).toString('hex').match(/.{4}/g) ?? []).join('-'),
  )

/** A recovery code as it is stored; spaces, dashes and capitals do not count. */
export const recoveryCodeHash = (code: string): Buffer =>
  hash('sha256', code.replaceAll(/[\s-]/g, '').toLowerCase(), 'buffer')
