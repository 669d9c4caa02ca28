import { procedureSearchText } from '../domain/procedures/procedure-search.ts'
import { toMinor } from '../kernel/values/money.ts'
import { openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { seenByInsurers } from './dentistry.ts'
import { CONSENTS, wordsOf } from './form-lists.ts'
import type { GroupPlan } from './plan.ts'

function priced(price: number, currency: string): number {
  const minor = toMinor(price, currency)
  if (minor === undefined) throw new RangeError(`${price} is no amount in ${currency}`)
  return minor
}

const proceduresOf = (context: DemoContext, { key, chart, color, procedures }: GroupPlan) =>
  procedures.map(([code, name, price, nameAr, minutes], index) => ({
    id: context.id('procedure', code),
    name,
    name_ar: nameAr,
    code,
    duration_minutes: minutes,
    color,
    consent_template_id: consentFor(context, name),
    price_minor: priced(price, context.plan.facts.currency),
    group_id: context.id('procedure_group', key),
    chart,
    ...seenByInsurers(name),
    sort_order: index + 1,
    active: true,
    search_text: procedureSearchText({ name, code }),
    created_at: openedAt(context),
    updated_at: openedAt(context),
  }))

function consentFor({ id }: DemoContext, name: string): string | null {
  const consent = CONSENTS.find(({ about }) => about.test(name))
  return consent ? id('consent_template', consent.key) : null
}

const templateRows = (context: DemoContext) =>
  CONSENTS.map(consent => ({
    id: context.id('consent_template', consent.key),
    ...wordsOf(consent),
    sign_required: true,
    valid_days: consent.validDays,
    created_at: openedAt(context),
    updated_at: openedAt(context),
  }))

/** The price list, with what patients sign before some of it. */
export const proceduresStep: DemoStep = {
  name: 'price list',
  rows(context) {
    const { groups } = context.plan
    return {
      consent_template: templateRows(context),
      procedure_group: groups.map(({ key, name }, index) => ({
        id: context.id('procedure_group', key),
        name,
        sort_order: index + 1,
      })),
      procedure: groups.flatMap(group => proceduresOf(context, group)),
    }
  },
}
