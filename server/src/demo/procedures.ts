import { procedureSearchText } from '../domain/procedures/procedure-search.ts'
import { toMinor } from '../kernel/values/money.ts'
import { openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import type { GroupPlan } from './plan.ts'

function priced(price: number, currency: string): number {
  const minor = toMinor(price, currency)
  if (minor === undefined) throw new RangeError(`${price} is no amount in ${currency}`)
  return minor
}

const proceduresOf = (context: DemoContext, { key, chart, procedures }: GroupPlan) =>
  procedures.map(([code, name, price], index) => ({
    id: context.id('procedure', code),
    name,
    code,
    price_minor: priced(price, context.plan.facts.currency),
    group_id: context.id('procedure_group', key),
    chart,
    sort_order: index + 1,
    active: true,
    search_text: procedureSearchText({ name, code }),
    created_at: openedAt(context),
    updated_at: openedAt(context),
  }))

/** The price list. */
export const proceduresStep: DemoStep = {
  name: 'price list',
  rows(context) {
    const { groups } = context.plan
    return {
      procedure_group: groups.map(({ key, name }, index) => ({
        id: context.id('procedure_group', key),
        name,
        sort_order: index + 1,
      })),
      procedure: groups.flatMap(group => proceduresOf(context, group)),
    }
  },
}
