import { taxWithin } from '../domain/books/tax-within.ts'
import { addDays, startOfDay } from '../kernel/values/zone.ts'
import { HOUR_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { localPrice } from './local-price.ts'
import type { BranchPlan } from './plan.ts'
import { treasuryAt } from './treasuries.ts'

const PAST_DAYS = 90

/** What is spent again and again at a branch: name, category, supplier, riyals, every so many days, with tax or not. */
const SPENDING = [
  ['Rent', 'RENT', 'Demo Property Company', 24_000, 30, true],
  ['Electricity and water', 'UTILITIES', 'Demo Utilities', 3_100, 30, true],
  ['Laboratory work', 'LAB', 'Demo Ceramics Lab', 6_400, 14, true],
  ['Consumables', 'SUPPLIES', 'Demo Dental Supplies', 2_250, 10, true],
  ['Cleaning', 'SERVICES', 'Demo Cleaning Services', 900, 15, true],
  ['Licence fees', 'FEES', 'Demo Authority', 1_500, 60, false],
] as const

/** More riyals than this are never paid out of a drawer. */
const MOST_CASH = 1_000

type Spending = (typeof SPENDING)[number]

function expenseRows(
  context: DemoContext,
  branch: BranchPlan,
  [name, category, supplier, riyals, everyDays, taxed]: Spending,
) {
  const { plan, random, today, id, now } = context
  const branchId = id('branch', branch.key)
  const taxPercent = taxed ? plan.facts.taxPercent : 0
  const first = -PAST_DAYS + random.integer(0, 6)
  const count = Math.floor((-1 - first) / everyDays) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const date = addDays(today, first + index * everyDays)
    const total = localPrice(context, Math.round(riyals * (0.85 + random.next() * 0.3)))
    const at = Math.min(startOfDay(date, plan.facts.timeZone) + (10 + random.next() * 6) * HOUR_MS, now)
    return {
      id: id('expense', branch.key, name, index),
      name,
      category,
      supplier,
      total_minor: total,
      tax_minor: taxWithin(total, taxPercent),
      tax_percent: taxPercent,
      paid_minor: random.chance(0.88) ? total : Math.floor(total / 2),
      treasury_id: treasuryAt(context, branchId, random.chance(0.8) || riyals > MOST_CASH ? 'BANK' : 'CASH'),
      branch_id: branchId,
      date,
      created_at: iso(at),
      updated_at: iso(at),
    }
  })
}

/** What the clinic spent, numbered in the order of time. */
export const bookkeepingStep: DemoStep = {
  name: 'expenses',
  rows(context) {
    const rows = context.plan.branches.flatMap(branch => SPENDING.flatMap(each => expenseRows(context, branch, each)))
    const expense = rows
      .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
      .map((row, index) => ({ ...row, reference_id: index + 1 }))
    return { expense, clinic_counter: [{ name: 'expense', value: expense.length }] }
  },
}
