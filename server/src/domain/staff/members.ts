import { isPermitted, type Permission, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'

/** A person who works in the clinic, or did. */
export interface Member {
  user_id: string
  email: string
  name: string
  name_ar: string | null
  role: StaffRole
  active: boolean
  practitioner_id: string | null
  /** Whether they see every branch, as owners and admins do in any case. */
  all_branches: boolean
  /** Where their practitioner works. */
  branch_ids: string[]
  second_factor_enrolled: boolean
  /** Whether they may log in at all, in any clinic. */
  may_log_in: boolean
  last_seen_at: string | null
  created_at: string
}

const list = sql<Member>(`
  select people.user_id, people.email, people.name, people.name_ar, membership.role, membership.active,
    membership.practitioner_id, membership.all_branches, array(
      select works.branch_id from practitioner_branch as works
      where works.company_id = membership.company_id and works.practitioner_id = membership.practitioner_id
      order by works.branch_id) as branch_ids,
    people.second_factor_enrolled, people.may_log_in, people.last_seen_at,
    membership.created_at
  from membership join people_of_clinic($1) as people on people.user_id = membership.user_id
  where membership.company_id = $1
  order by people.name, people.user_id`)

/** In one order, so that two who change each other queue instead of waiting in a circle. */
const lock = sql('select user_id from membership where company_id = $1 order by user_id for update')

/** Everybody who works in the clinic, and who did and was disabled. */
export const membersOf = (tx: Tx): Promise<Member[]> => tx.control.sql(list([tx.clinic.id]))

/** The same, and no other transaction changes any of it until the transaction ends. */
export async function lockMembers(tx: Tx): Promise<Member[]> {
  await tx.control.sql(lock([tx.clinic.id]))
  return membersOf(tx)
}

/** Refuses unless the person who acts may do it now that it is their turn. */
export function requireActor(tx: Tx, members: readonly Member[], permission: Permission): void {
  const actor = members.find(({ user_id, active }) => user_id === tx.caller.id && active)
  if (!actor || !isPermitted(actor.role, permission)) refuse('not_permitted', { permission })
}
