import type { Input } from '@clinic/contract/kernel.ts'
import type { updateMember } from '@clinic/contract/staff/members.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { endConnectionsOfUser } from '../assistants/end-connection.ts'
import { raiseAlarm } from '../security/raise-alarm.ts'
import { lockMembers, type Member, membersOf, requireActor } from './members.ts'

const change = sql(`
  update membership set role = $3, active = $4, practitioner_id = $5, all_branches = $6, updated_at = $7
  where company_id = $1 and user_id = $2`)

/** The database withdraws them with the right to send them. */
const endedInvitations = sql<{ id: string }>(`
  select id from invitation
  where company_id = $1 and invited_by = $2 and withdrawn_at = now()::timestamptz(3) order by id`)

const isStandingOwner = ({ role, active, may_log_in }: Member): boolean => role === 'owner' && active && may_log_in

/** As what a member may do everything in the clinic, or nearly, who could not do so before. */
function gainedRole(before: Member, { role, active }: Member): 'owner' | 'admin' | undefined {
  if (!active || (before.active && (before.role === role || before.role === 'owner'))) return undefined
  return role === 'owner' || role === 'admin' ? role : undefined
}

const memberAmong = (members: readonly Member[], userId: string): Member =>
  members.find(({ user_id }) => user_id === userId) ?? refuse('not_found', { resource: 'member' })

/**
 * Changes a member's role in the clinic or which branches they see, or disables or enables them there. The person who acts must still be permitted to once
 * it is their turn; owners are made and changed by owners alone, and one who can log in always stays. A member who is
 * disabled loses the assistants that they connected here, and one who may not send them any more the invitations that
 * they sent; the ids of both are answered.
 */
export async function changeMember(
  tx: Tx,
  { userId, ...wish }: Input<typeof updateMember>,
): Promise<{ member: Member; ended: string[] }> {
  const members = await lockMembers(tx)
  const member = memberAmong(members, userId)
  const next = { ...member, role: wish.role ?? member.role, active: wish.active ?? member.active }
  const isAboutOwner = [member.role, next.role].includes('owner')
  requireActor(tx, members, isAboutOwner ? 'owners:manage' : 'members:manage')
  const others = members.filter(({ user_id }) => user_id !== userId)
  if (isStandingOwner(member) && ![...others, next].some(isStandingOwner)) refuse('last_owner')
  const { practitionerId = member.practitioner_id, allBranches = member.all_branches } = wish
  await tx.control.sql(change([tx.clinic.id, userId, next.role, next.active, practitionerId, allBranches, tx.now]))
  const gained = gainedRole(member, next)
  if (gained) await raiseAlarm(tx, `${gained}_added`, userId, { userId, userName: member.name }, tx.control)
  const withdrawn = await tx.control.sql(endedInvitations([tx.clinic.id, userId]))
  const connections = next.active ? [] : await endConnectionsOfUser(tx.control, { userId, companyId: tx.clinic.id })
  const changed = memberAmong(await membersOf(tx), userId)
  return { member: changed, ended: [...connections, ...withdrawn.map(({ id }) => id)] }
}
