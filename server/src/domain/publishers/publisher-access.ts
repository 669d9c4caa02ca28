import { hash } from 'node:crypto'
import type { PublisherRight, PublisherRole } from '@clinic/contract/publisher/roles.ts'
import { sql } from '../../db/statement.ts'
import { isCheckedToken, newCheckedToken } from '../../kernel/values/checked-token.ts'
import { sessionTokenHash } from '../staff/session-token.ts'
import type { StaffDeps } from '../staff/staff-deps.ts'

/** What a person is in a publisher, whose rows lie under its sandbox clinic. */
export interface OwnRole {
  company_id: string
  role: PublisherRole
}

/** What a key stands for. */
export interface KeyGrant {
  publisher_id: string
  company_id: string
  key_id: string
  rights: PublisherRight[]
  /** Whether the login that made it had proved a second factor. */
  second_factor: boolean
}

const PREFIX = 'pbk_'
const PUBLISHER_ID = /^pub_[0-9a-z]{26}$/
const roleOf = sql<OwnRole>('select company_id, role from publisher_of_session($1, $2)')
const grantOf = sql<KeyGrant>(
  'select publisher_id, company_id, key_id, rights, second_factor from publisher_of_key($1)',
)

export const newPublisherKey = (secret?: Buffer): string => newCheckedToken(PREFIX, secret)
export const publisherKeyHash = (key: string): Buffer => hash('sha256', key, 'buffer')

/** What the person of a session is in a publisher now; nothing where they are not in it, or where there is none. */
export async function ownRole({ run }: StaffDeps, token: string, publisherId: string): Promise<OwnRole | undefined> {
  if (!PUBLISHER_ID.test(publisherId)) return undefined
  return (await run(roleOf([sessionTokenHash(token), publisherId])))[0]
}

/** What a key may do now; nothing where it is none, has ended, or its maker has left. */
export async function grantOfKey({ run }: StaffDeps, key: string): Promise<KeyGrant | undefined> {
  return isCheckedToken(PREFIX, key) ? (await run(grantOf([publisherKeyHash(key)])))[0] : undefined
}
