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

/** The time step that the code belongs to, or nothing where it is no code of the sealed secret at this time. */
export async function totpStep(
  box: SecretBox,
  { userId, sealed, code, now }: { userId: string; sealed: Buffer; code: string; now: number },
): Promise<number | undefined> {
  if (!TOTP_CODE.test(code)) return undefined
  const secret = box.open(sealed, secondFactorPurpose(userId)).toString()
  const found = await verify({
    secret,
    token: code,
    epoch: Math.floor(now / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
  })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

/** Codes for the day on which the phone is lost, as they are shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (randomBytes(RECOVERY_BYTES).toString('hex').match(/.{4}/g) ?? []).join('-'),
  )

/** A recovery code as it is stored; spaces, dashes and capitals do not count. */
export const recoveryCodeHash = (code: string): Buffer =>
  hash('sha256', code.replaceAll(/[\s-]/g, '').toLowerCase(), 'buffer')
