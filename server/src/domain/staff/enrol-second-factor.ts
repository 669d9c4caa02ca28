import { PRODUCT } from '@clinic/contract/brand.ts'
import { generateSecret, generateURI } from 'otplib'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { accountOf } from './account.ts'
import { attemptKeys, beginAttempt } from './login-attempt.ts'
import { newRecoveryCodes, recoveryCodeHash, sealTotpSecret, totpStep } from './second-factor.ts'
import { sessionTokenHash } from './session-token.ts'
import type { LoginDeps } from './staff-deps.ts'

/** 160 bits, as RFC 4226 section 4 recommends. */
const SECRET_BYTES = 20
const start = sql('select start_second_factor($1, $2)')
const enrol = sql<{ enrolled: boolean }>('select enrol_second_factor($1, $2, $3, $4, $5, $6) as enrolled')
const renew = sql<{ renewed: boolean }>('select renew_recovery_codes($1, $2) as renewed')
const remove = sql<{ removed: boolean }>('select remove_second_factor($1) as removed')

const hashesOf = (codes: readonly string[]) => codes.map(recoveryCodeHash)

/** Makes a secret for the person of the session. It counts once a code of it was given. */
export async function startSecondFactor(login: LoginDeps): Promise<{ secret: string; uri: string }> {
  const { userId, email } = await accountOf(login)
  const secret = generateSecret({ length: SECRET_BYTES })
  await login.run(start([sessionTokenHash(login.token), sealTotpSecret(login.box, userId, secret)]))
  return { secret, uri: generateURI({ issuer: PRODUCT.en, label: email, secret }) }
}

/** Enrols the second factor that was begun, by a first code of it, and answers its recovery codes. */
export async function confirmSecondFactor(login: LoginDeps, code: string): Promise<string[]> {
  const { userId, pending } = await accountOf(login)
  if (!pending) return refuse('not_found', { resource: 'second_factor' })
  const keys = attemptKeys(login, 'second factor enrolment', userId)
  await beginAttempt(login, keys)
  const step = await totpStep(login.box, { userId, sealed: pending, code })
  if (step === undefined) return refuse('credential_wrong')
  const codes = newRecoveryCodes()
  const values = [sessionTokenHash(login.token), pending, step, hashesOf(codes), [keys.mine], [keys.shared]]
  const [row] = await login.run(enrol(values))
  return row?.enrolled ? codes : refuse('credential_wrong')
}

/** Replaces the recovery codes of the person of the session. */
export async function renewRecoveryCodes({ run, token }: LoginDeps): Promise<string[]> {
  const codes = newRecoveryCodes()
  const [row] = await run(renew([sessionTokenHash(token), hashesOf(codes)]))
  return row?.renewed ? codes : refuse('not_found', { resource: 'second_factor' })
}

/** Removes the second factor, unless a clinic that the person works in asks for one; twice changes nothing. */
export async function removeSecondFactor({ run, token }: LoginDeps): Promise<void> {
  const [row] = await run(remove([sessionTokenHash(token)]))
  if (!row?.removed) refuse('second_factor_mandatory')
}
