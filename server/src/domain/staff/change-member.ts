import type { Input } from '@clinic/contract/kernel.ts'
import type { updateMember } from '@clinic/contract/staff/members.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { endConnectionsOfUser } from '../assistants/end-connection.ts'
import { lockMembers, type Member, requireActor } from './members.ts'

const change = sql(
  'update membership set role = $3, active = $4, updated_at = $5 where company_id = $1 and user_id = $2',
)

const isStandingOwner = ({ role, active, may_log_in }: Member): boolean => role === 'owner' && active && may_log_in

/**
 * Changes a member's role in the clinic, or disables or enables them there. The person who acts must still be permitted to once
 * it is their turn; owners are made and changed by owners alone, and one who can log in always stays. A member who is
 * disabled loses the assistants that they connected here; their ids are answered.
 */
export async function changeMember(
  tx: Tx,
  { userId, ...wish }: Input<typeof updateMember>,
): Promise<{ member: Member; ended: string[] }> {
  const members = await lockMembers(tx)
  const member = members.find(({ user_id }) => user_id === userId) ?? refuse('not_found', { resource: 'member' })
  const next = { ...member, role: wish.role ?? member.role, active: wish.active ?? member.active }
  const isAboutOwner = [member.role, next.role].includes('owner')
  requireActor(tx, members, isAboutOwner ? 'owners:manage' : 'members:manage')
  const others = members.filter(({ user_id }) => user_id !== userId)
  if (isStandingOwner(member) && ![...others, next].some(isStandingOwner)) refuse('last_owner')
  await tx.sql(change([tx.clinic.id, userId, next.role, next.active, tx.now]))
  const ended = next.active ? [] : await endConnectionsOfUser(tx, { userId, companyId: tx.clinic.id })
  return { member: next, ended }
}
