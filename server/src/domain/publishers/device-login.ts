import { hash, randomInt } from 'node:crypto'
import type { Input } from '@clinic/contract/kernel.ts'
import type { approveDeviceLogin } from '@clinic/contract/publisher/device-logins.ts'
import { MOST_KEYS } from '@clinic/contract/publisher/keys.ts'
import { RIGHTS_TO_GIVE } from '@clinic/contract/publisher/roles.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { isCheckedToken, newCheckedToken } from '../../kernel/values/checked-token.ts'
import { newId } from '../../kernel/values/ids.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import { attemptKeys, beginAttempt } from '../staff/login-attempt.ts'
import type { LoginDeps, StaffDeps } from '../staff/staff-deps.ts'
import { HINT_LENGTH } from './keys.ts'
import { membersOf, requireActor } from './members.ts'
import { newPublisherKey, publisherKeyHash } from './publisher-access.ts'

/** RFC 8628 section 3.2: how long a program waits, and how often it asks at most. */
export const DEVICE_LOGIN = { lifetimeSeconds: 600, intervalSeconds: 5 } as const
export const DEVICE_KEY = { days: 90, idleDays: 30 } as const
const PREFIX = 'dvc_'
/** Consonants alone, so that no word comes of them, and none that is taken for another (RFC 8628 section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE = new RegExp(`^[${LETTERS}]{8}$`)

/** What a program is told that begins to wait. */
export interface BegunDeviceLogin {
  deviceCode: string
  userCode: string
}

/** A program that waits, as the person sees it who is to approve it. */
export interface WaitingProgram {
  id: string
  client_name: string
  address: string
  created_at: string
  expires_at: string
}

interface Answer {
  outcome: string
  publisher_id: string | null
  rights: string[] | null
  wait: number | null
}

const begin = sql<{ begun: boolean }>('select begin_device_login($1, $2, $3, $4, $5, $6) as begun')
const find = sql<WaitingProgram>(
  'select id, client_name, address, created_at, expires_at from find_device_login($1, $2)',
)
const decide = sql<{ client_name: string }>('select client_name from decide_device_login($1, $2, $3, $4, $5, $6)')
const redeem = sql<Answer>(`
  select outcome, publisher_id, rights, wait from redeem_device_login($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)

const hashOf = (code: string): Buffer => hash('sha256', code, 'buffer')
const newUserCode = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const shown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
/** As people type it. */
const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z]/g, '')

/** Lets a program wait for approval. */
export async function beginDeviceLogin(
  { run }: StaffDeps,
  { clientName, address }: { clientName: string; address: string },
): Promise<BegunDeviceLogin> {
  const called = stripControl(clientName).trim().slice(0, 80) || 'A program'
  const deviceCode = newCheckedToken(PREFIX)
  const userCode = newUserCode()
  const lifetime = `${DEVICE_LOGIN.lifetimeSeconds} seconds`
  const [row] = await run(begin([newId('dvl'), hashOf(deviceCode), hashOf(userCode), called, address, lifetime]))
  if (!row?.begun) throw new Error('Two programs were given the same code.')
  return { deviceCode, userCode: shown(userCode) }
}

/** The program that shows a code. Guesses count against the person and their network, and have to wait. */
export async function findDeviceLogin(
  login: LoginDeps & { session: { user_id: string } },
  userCode: string,
): Promise<WaitingProgram> {
  await beginAttempt(login, attemptKeys(login, 'device code', login.session.user_id))
  const code = plainCode(userCode)
  const [found] = CODE.test(code) ? await login.run(find([hashOf(code), login.session.user_id])) : []
  return found ?? refuse('not_found', { resource: 'device_login' })
}

type Decision = { id: string } & Partial<Pick<Input<typeof approveDeviceLogin>, 'name' | 'rights'>>

/** Approves a program that waits, never for more than the person may do, or denies it. */
export async function decideDeviceLogin(tx: Tx, { id, name, rights }: Decision) {
  const { role } = requireActor(tx, await membersOf(tx), 'DEVELOPER')
  if (rights?.some(right => !RIGHTS_TO_GIVE[role].includes(right))) refuse('not_permitted', { permission: 'OWNER' })
  const approved = rights !== undefined
  const isSecond = (tx.caller.person?.secondFactorAt ?? null) !== null
  const [decided] = await tx.sql(decide([id, approved, tx.caller.id, isSecond, name ?? null, rights ?? null]))
  if (!decided) return refuse('not_found', { resource: 'device_login' })
  return { id, clientName: decided.client_name, approved }
}

/** What a program that asks is answered: its key once it was approved, else why not (RFC 8628 section 3.5). */
export type DeviceAnswer =
  | { error: string; interval?: number | undefined }
  | { key: string; publisherId: string; rights: string[] }

export async function redeemDeviceLogin(
  { run }: StaffDeps,
  { deviceCode, address, requestId }: { deviceCode: string; address: string; requestId: string },
): Promise<DeviceAnswer> {
  if (!isCheckedToken(PREFIX, deviceCode)) return { error: 'invalid_grant' }
  const key = newPublisherKey()
  const made = [newId('pbk'), publisherKeyHash(key), key.slice(0, HINT_LENGTH), DEVICE_KEY.days, DEVICE_KEY.idleDays]
  const [answer] = await run(redeem([hashOf(deviceCode), ...made, MOST_KEYS, address, requestId, ['name', 'rights']]))
  if (answer?.outcome !== 'ok')
    return { error: answer?.outcome ?? 'invalid_grant', interval: answer?.wait ?? undefined }
  return { key, publisherId: answer.publisher_id ?? '', rights: answer.rights ?? [] }
}
