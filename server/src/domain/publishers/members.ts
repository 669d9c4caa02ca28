import { isAtLeast, type PublisherRole, RIGHTS_TO_GIVE } from '@clinic/contract/publisher/roles.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { loginOf } from '../staff/log-in.ts'
import { writeTo } from './invitation-mail.ts'

/** Who belongs to a publisher, or is invited to. */
export type MemberRow = Omit<TableRow<'publisher_member'>, 'role'> & { role: PublisherRole }

const MOST_MEMBERS = 100
const list = sql<MemberRow>('select * from publisher_member where company_id = $1 order by email')
/** In one order, so that two who change each other queue instead of waiting in a circle. */
const lock = sql<MemberRow>('select * from publisher_member where company_id = $1 order by email for update')
const remove = sql('delete from publisher_member where company_id = $1 and id = $2')
const endKeys = sql<{ id: string }>(`
  update publisher_key set revoked_at = $4, updated_at = $4
  where company_id = $1 and created_by = $2 and revoked_at is null and not rights <@ $3::text[] returning id`)

export const membersOf = (tx: Tx): Promise<MemberRow[]> => tx.sql(list([tx.clinic.id]))

/** All members, none of which another transaction changes until this one ends; refuses who may not do this by now. */
async function lockFor(tx: Tx, role: PublisherRole): Promise<MemberRow[]> {
  const members = await tx.sql(lock([tx.clinic.id]))
  requireActor(tx, members, role)
  return members
}

/** The person who acts, as what they are now that it is their turn. */
export function requireActor(tx: Tx, members: readonly MemberRow[], role: PublisherRole): MemberRow {
  const actor = members.find(({ user_id }) => user_id === tx.caller.id)
  return actor && isAtLeast(actor.role, role) ? actor : refuse('not_permitted', { permission: role })
}

/**
 * Invites a person by their address, or invites anew one who has not accepted yet. Whether a person logs in with it is asked
 * nowhere but where the mail is written.
 */
export async function addMember(tx: Tx, { email, role }: { email: string; role: PublisherRole }): Promise<MemberRow> {
  const members = await lockFor(tx, 'OWNER')
  const login = loginOf(email)
  const known = members.find(member => member.email === login)
  if (known && known.user_id !== null) refuse('already_member')
  if (!known && members.length >= MOST_MEMBERS) refuseInput(TOO_MANY)
  await writeTo(tx, login)
  const said = { role, invited_at: tx.realNow }
  const row = known
    ? await tx.update('publisher_member', known.id, said)
    : await tx.insert('publisher_member', { id: newId('pbm'), email: login, ...said })
  return { ...row, role }
}

const TOO_MANY = { path: '', code: 'too_many', message: `has ${MOST_MEMBERS} members already` }

/** Changes what a person is; the keys that they could not make any more end, and are answered. */
export async function changeMember(
  tx: Tx,
  { id, role }: { id: string; role: PublisherRole },
): Promise<{ member: MemberRow; ended: string[] }> {
  const member = requireOther(await lockFor(tx, 'OWNER'), id, role)
  const ended = await endKeysOf(tx, member, role)
  return { member: { ...(await tx.update('publisher_member', id, { role })), role }, ended }
}

/** Removes a person, and ends the keys that they made. */
export async function removeMember(tx: Tx, id: string): Promise<string[]> {
  const member = requireOther(await lockFor(tx, 'OWNER'), id, undefined)
  const ended = await endKeysOf(tx, member, 'VIEWER')
  await tx.sql(remove([tx.clinic.id, id]))
  return ended
}

/** The member, where an owner is left once they are only `next`. */
function requireOther(members: readonly MemberRow[], id: string, next: PublisherRole | undefined): MemberRow {
  const member = members.find(one => one.id === id) ?? refuse('not_found', { resource: 'publisher_member' })
  const isOwner = (one: MemberRow) => one.role === 'OWNER' && one.user_id !== null
  if (isOwner(member) && next !== 'OWNER' && !members.some(one => one.id !== id && isOwner(one))) refuse('last_owner')
  return member
}

async function endKeysOf(tx: Tx, { user_id }: MemberRow, next: PublisherRole): Promise<string[]> {
  if (user_id === null) return []
  const ended = await tx.sql(endKeys([tx.clinic.id, user_id, RIGHTS_TO_GIVE[next], tx.realNow]))
  return ended.map(({ id }) => id)
}
