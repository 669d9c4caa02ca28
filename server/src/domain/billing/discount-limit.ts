import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { percentOf } from '../../kernel/values/money.ts'

/** How much of an amount each role may take off, in percent. */
const LIMITS: Readonly<Record<StaffRole, number>> = {
  assistant: 0,
  receptionist: 10,
  doctor: 15,
  accountant: 20,
  admin: 50,
  owner: 100,
}

interface Approver {
  id: string
  name: string
  name_ar: string | null
  role: StaffRole
}

const approvers = sql<Approver>(`
  select people.user_id as id, people.name, people.name_ar, membership.role
  from membership join people_of_clinic($1) as people on people.user_id = membership.user_id
  where membership.company_id = $1 and membership.active and people.may_log_in and membership.role = any($2)
  order by people.name, people.user_id`)

/** Refuses a discount that the member who sets it may not give, and says who may. Both in minor units. */
export async function requireDiscount(
  tx: Tx,
  { amountMinor, discountMinor }: { amountMinor: number; discountMinor: number },
): Promise<void> {
  const { role } = tx.caller.person ?? refuse('not_permitted')
  const may = (one: StaffRole) => discountMinor <= percentOf(amountMinor, LIMITS[one])
  if (may(role)) return
  const rows = await tx.sql(approvers([tx.clinic.id, (['admin', 'owner'] as const).filter(may)]))
  refuse('discount_above_limit', {
    limitPercent: LIMITS[role],
    approvers: rows.map(({ id, name, name_ar: nameAr }) => ({ id, name, nameAr })),
  })
}
