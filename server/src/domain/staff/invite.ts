import type { Input } from '@clinic/contract/kernel.ts'
import type { invite as declared } from '@clinic/contract/staff/invitations.ts'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { loginOf } from './log-in.ts'
import { linkToken, linkTokenHash } from './mail-link.ts'
import { lockMembers, requireActor } from './members.ts'

/** An invitation as its clinic sees it. */
export type Invitation = Omit<TableRow<'invitation'>, 'role'> & { role: StaffRole }

const LIFETIME_MS = 7 * 86_400_000
const PENDING = 'accepted_at is null and withdrawn_at is null'
const queueMail = sql("select queue_staff_mail($1, 'invitation', $2)")
const pending = sql<Invitation>(`
  select * from invitation where company_id = $1 and ${PENDING} and expires_at > $2 order by created_at desc, id desc`)
const withdraw = sql(`
  update invitation set withdrawn_at = $3, updated_at = $3
  where company_id = $1 and ${PENDING} and (id = $2 or email = $4) returning id`)

/** Invites a person to work in the clinic. The mail is sent if, and as soon as, this is committed. */
export async function invite(tx: Tx, wish: Input<typeof declared>): Promise<Invitation> {
  const { email, role, practitionerId, allBranches = false } = wish
  const members = await lockMembers(tx)
  requireActor(tx, members, role === 'owner' ? 'owners:manage' : 'members:manage')
  const login = loginOf(email)
  if (members.some(member => member.email === login && member.active)) refuse('already_member')
  await tx.control.sql(withdraw([tx.clinic.id, null, tx.realNow, login]))
  const id = newId('ivt')
  const invitation = await tx.control.insert('invitation', {
    id,
    email: login,
    role,
    practitioner_id: practitionerId,
    all_branches: allBranches,
    invited_by: tx.caller.id,
    token_hash: linkTokenHash(linkToken(tx.box, 'invitation', id)),
    expires_at: new Date(Date.parse(tx.realNow) + LIFETIME_MS).toISOString(),
  })
  await tx.control.sql(queueMail([newId('sml'), id]))
  return { ...invitation, role }
}

/** The clinic's invitations that can still be accepted, newest first. */
export const pendingInvitations = (tx: Tx): Promise<Invitation[]> => tx.control.sql(pending([tx.clinic.id, tx.realNow]))

/** Withdraws an invitation; one that was accepted or withdrawn stays what it is. */
export async function withdrawInvitation(tx: Tx, id: string): Promise<void> {
  const [found] = await tx.control.sql(withdraw([tx.clinic.id, id, tx.realNow, null]))
  if (found) return
  await tx.control.get('invitation', id).catch(() => refuse('not_found', { resource: 'invitation' }))
}
