import type { TreasuryType } from '../domain/books/treasury.ts'
import { sealedSettings } from '../domain/providers/clinic-provider.ts'
import { openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

interface TreasuryPlan {
  key: string
  name: string
  type: TreasuryType
  isDefault: boolean
  active?: boolean
}

/** At every branch. */
const AT_BRANCHES: readonly TreasuryPlan[] = [
  { key: 'drawer', name: 'Cash drawer', type: 'CASH', isDefault: true },
  { key: 'terminal', name: 'Card terminal', type: 'POS', isDefault: true },
]
/** Of the clinic itself. */
const OF_CLINIC: readonly TreasuryPlan[] = [
  { key: 'bank', name: 'Main bank account', type: 'BANK', isDefault: true },
  { key: 'gateway', name: 'Online payments', type: 'GATEWAY', isDefault: true },
  { key: 'safe', name: 'Safe', type: 'CASH', isDefault: false },
  { key: 'old-bank', name: 'Former bank account', type: 'BANK', isDefault: false, active: false },
]

const treasuryRow = (context: DemoContext, { key, active = true, ...plan }: TreasuryPlan, branch: string | null) => ({
  id: context.id('treasury', ...(branch === null ? [key] : [branch, key])),
  name: plan.name,
  type: plan.type,
  branch_id: branch === null ? null : context.id('branch', branch),
  is_default: plan.isDefault,
  active,
  created_at: openedAt(context),
  updated_at: openedAt(context),
})

/** Where money of a type is kept that was taken at a branch. */
export function treasuryAt({ made }: DemoContext, branchId: string, type: TreasuryType): string {
  const found = made('treasury').find(
    one => one.type === type && one.is_default && (one.branch_id === branchId || one.branch_id === null),
  )
  if (!found) throw new Error(`There is no treasury of type ${type}.`)
  return found.id
}

/** Treasuries, and the gateway through which patients pay online: one where no money moves. */
export const treasuriesStep: DemoStep = {
  name: 'treasuries',
  rows: context => ({
    treasury: [
      ...OF_CLINIC.map(plan => treasuryRow(context, plan, null)),
      ...context.plan.branches.flatMap(({ key }) => AT_BRANCHES.map(plan => treasuryRow(context, plan, key))),
    ],
    clinic_provider: [
      {
        kind: 'payments',
        provider: 'sandbox',
        active: true,
        sealed_settings: sealedSettings(context.box, context.companyId, 'payments', {
          provider: 'sandbox',
          settings: {},
        }),
        created_at: openedAt(context),
        updated_at: openedAt(context),
      },
    ],
  }),
}
