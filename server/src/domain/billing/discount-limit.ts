import { isPermitted, STAFF_ROLES, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { percentOf } from '../../kernel/values/money.ts'
import { moneySettings } from './money-settings.ts'

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

/** What of an amount is taken off, both in minor units. */
export interface Discounted {
  amountMinor: number
  discountMinor: number
}

/** How much the member who asks may take off, in percent. */
export async function discountLimit(tx: Tx): Promise<number> {
  const { role } = tx.caller.person ?? refuse('not_permitted')
  return (await moneySettings(tx)).discountLimits[role]
}

/** Whether the discount is at most this percentage of the amount. */
export const isWithin = ({ amountMinor, discountMinor }: Discounted, percent: number): boolean =>
  discountMinor <= percentOf(amountMinor, percent)

/** Refuses a discount that the member who sets it may not give, and says who may approve it. */
export async function requireDiscount(tx: Tx, discounted: Discounted): Promise<void> {
  if (!isWithin(discounted, await discountLimit(tx))) await refuseDiscount(tx, percentOfAll([discounted]))
}

/** The greatest of some discounts in percent, rounded up: who may give that may give them. */
export const percentOfAll = (discounts: readonly Discounted[]): number =>
  Math.max(
    ...discounts.map(({ amountMinor, discountMinor }) =>
      amountMinor === 0 ? 0 : Math.ceil((discountMinor * 10_000) / amountMinor) / 100,
    ),
  )

/** Refuses a discount of so many percent, with those who may approve it. */
export async function refuseDiscount(tx: Tx, percent: number): Promise<never> {
  const { role } = tx.caller.person ?? refuse('not_permitted')
  const { discountLimits } = await moneySettings(tx)
  const able = STAFF_ROLES.filter(one => isPermitted(one, 'discounts:approve') && percent <= discountLimits[one])
  const rows = await tx.sql(approvers([tx.clinic.id, able]))
  return refuse('discount_above_limit', {
    limitPercent: discountLimits[role],
    percent,
    approvers: rows.map(({ id, name, name_ar: nameAr }) => ({ id, name, nameAr })),
  })
}
