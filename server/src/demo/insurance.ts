import { insurerSearchText } from '../domain/insurance/insurer.ts'
import { DAY_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { localPrice } from './local-price.ts'

export const INSURERS = [
  { key: 'waha', name: 'Demo Al Waha Insurance', city: 'Riyadh' },
  { key: 'sanad', name: 'Demo Sanad Cooperative', city: 'Jeddah' },
  { key: 'noor', name: 'Demo Noor Health', city: 'Riyadh' },
  { key: 'khaleej', name: 'Demo Khaleej Assurance', city: 'Khobar' },
] as const

/** The insurer's share, the most in a year, and the most that a patient bears of one visit, in riyals. */
export const CLASSES = [
  { name: 'VIP', percentage: 100, limit: 3000, most: 0 },
  { name: 'A', percentage: 90, limit: 2000, most: 100 },
  { name: 'B', percentage: 80, limit: 1000, most: 100 },
  { name: 'C', percentage: 80, limit: 1000, most: 75 },
] as const

const FIRST_PHONE = 9_700
/** So many patients in so many have an insurer. */
const INSURED = 2
const OF = 5

type ClassPlan = (typeof CLASSES)[number]

const minorOfClass = (context: DemoContext, { limit, most }: ClassPlan) => ({
  insurance_limit_minor: localPrice(context, limit),
  max_limit_minor: most === 0 ? 0 : localPrice(context, most),
})

const companyRow = (context: DemoContext, { key, name, city }: (typeof INSURERS)[number], index: number) => {
  const number = `${context.plan.phoneBlock}${FIRST_PHONE + index}`
  const tax_number = context.plan.facts.country === 'SA' ? `39000000${index}000003` : null
  return {
    id: context.id('insurance_company', key),
    ...{ name, number, tax_number, city, search_text: insurerSearchText({ name, number, tax_number }) },
    email: `claims@${key}.example`,
    insurance_limit_minor: localPrice(context, 1000),
    insurance_unlimited: false,
    insurance_percentage: 80,
    approval_required: index % 2 === 0,
    insurance_start_month: 1,
    tax_percent: context.plan.facts.taxPercent,
    total_policies: 1,
    force_policy_select: index === 0,
    disabled: false,
    country_code: context.plan.facts.country,
    created_at: openedAt(context),
    updated_at: openedAt(context),
  }
}

const policyRow = (context: DemoContext, { key }: (typeof INSURERS)[number], index: number) => ({
  id: context.id('insurance_policy', key),
  insurance_company_id: context.id('insurance_company', key),
  policy_number: `DEMO-${1000 + index}`,
  holder_name: `Demo Employer ${index + 1}`,
  coverage_type: 'GROUP',
  relationship: 'EMPLOYEE',
  status: 'ACTIVE',
  sponsor_number: `70000000${index}0`,
  inception: `${context.today.slice(0, 4)}-01-01`,
  due_at: iso(context.now + (120 + index) * DAY_MS),
  disabled: false,
  created_at: openedAt(context),
  updated_at: openedAt(context),
})

const classRow = (context: DemoContext, insurer: string, plan: ClassPlan) => ({
  id: context.id('policy_class', insurer, plan.name),
  insurance_policy_id: context.id('insurance_policy', insurer),
  name: plan.name,
  ...minorOfClass(context, plan),
  insurance_unlimited: false,
  insurance_percentage: plan.percentage,
  approval_required: plan.name !== 'VIP',
  disabled: false,
  created_at: openedAt(context),
  updated_at: openedAt(context),
})

/** Who insures the patient with this number: two in five are, by one insurer or another and in one class or another. */
export function insuranceOf(context: DemoContext, index: number) {
  const insurer = index % OF < INSURED ? INSURERS[index % INSURERS.length] : undefined
  const plan = CLASSES[Math.floor(index / OF) % CLASSES.length]
  const bears = insurer && plan
  return {
    insurance_company_id: bears ? context.id('insurance_company', insurer.key) : null,
    insurance_policy_id: bears ? context.id('insurance_policy', insurer.key) : null,
    insurance_class_id: bears ? context.id('policy_class', insurer.key, plan.name) : null,
    insurance_number: bears ? `9${String(index).padStart(9, '0')}` : null,
    insurance_percentage: bears ? plan.percentage : null,
    insurance_limit_minor: bears ? localPrice(context, plan.limit) : null,
    insurance_unlimited: bears ? false : null,
  }
}

/** Insurers, a policy of each, and its classes; before the patients that they insure. */
export const insuranceStep: DemoStep = {
  name: 'insurance',
  rows: context => ({
    insurance_company: INSURERS.map((insurer, index) => companyRow(context, insurer, index)),
    insurance_policy: INSURERS.map((insurer, index) => policyRow(context, insurer, index)),
    policy_class: INSURERS.flatMap(({ key }) => CLASSES.map(plan => classRow(context, key, plan))),
  }),
}
