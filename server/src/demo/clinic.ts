import type { WeekShift } from '../domain/scheduling/hours.ts'
import { minuteOf, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import type { BranchPlan } from './plan.ts'
import { ramadanRow } from './ramadan.ts'

/** National days (MMDD) on which everybody is closed. */
const NATIONAL_DAYS: Readonly<Record<string, readonly string[]>> = { SA: ['0222', '0923'], KW: ['0225', '0226'] }

function holidays({ plan, today }: DemoContext): number[] {
  const year = Number(today.slice(0, 4))
  const days = NATIONAL_DAYS[plan.facts.country] ?? []
  return [year - 1, year, year + 1].flatMap(each => days.map(day => Number(`${each}${day}`)))
}

const clinicRow = ({ plan }: DemoContext, at: string) => {
  const { facts } = plan
  const { registration } = facts
  return {
    name: facts.name,
    name_ar: facts.nameAr,
    country: facts.country,
    currency: facts.currency,
    time_zone: facts.timeZone,
    locale: facts.locale,
    tax_percent: facts.taxPercent,
    charts: facts.charts,
    branding_color: facts.brandingColor,
    vat_number: registration?.vatNumber ?? null,
    vat_name: registration ? facts.name : null,
    crn_number: registration?.crnNumber ?? null,
    commercial_name: registration ? facts.name : null,
    registration_city: registration?.city ?? null,
    registration_valid: registration !== null,
    e_invoice_provider: registration ? 'sandbox' : null,
    second_factor_required: facts.secondFactorRequired,
    sandbox: facts.sandbox,
    active: true,
    created_at: at,
    updated_at: at,
  }
}

const branchRow = (context: DemoContext, at: string) => (branch: BranchPlan, index: number) => ({
  id: context.id('branch', branch.key),
  name: branch.name,
  name_ar: branch.nameAr,
  address: `Demo Street ${index + 1}, ${branch.name}`,
  location: branch.location,
  phones: [`${context.plan.phoneBlock}${9900 + index}`],
  rooms: Array.from({ length: branch.rooms }, (_, room) => `Room ${room + 1}`),
  specialities: [...new Set(specialtiesAt(context, branch))],
  appointment_types: ['Consultation', 'Treatment', 'Follow-up', 'Emergency'],
  opens: branch.hours.map(hours => hours?.[0] ?? ''),
  closes: branch.hours.map(hours => hours?.[1] ?? ''),
  closed_days: branch.hours.flatMap((hours, weekday) => (hours === null ? [weekday] : [])),
  holidays: holidays(context),
  breaks: noonsOf(branch),
  first_day_of_week: 0,
  active: true,
  created_at: at,
  updated_at: at,
})

/** When a branch is closed at noon, by its plan. */
export function noonsOf({ hours, noon }: BranchPlan): WeekShift[] {
  if (!noon) return []
  const [startMinute, endMinute] = [minuteOf(noon[0]), minuteOf(noon[1])]
  return hours.flatMap((day, weekday) => (day === null ? [] : [{ weekday, startMinute, endMinute }]))
}

const specialtiesAt = ({ plan }: DemoContext, branch: BranchPlan): string[] =>
  plan.staff
    .filter(({ role, shifts }) => role === 'doctor' && shifts.some(shift => shift.branch === branch.key))
    .flatMap(({ specialty }) => specialty ?? [])

/** The clinic itself and its branches. */
export const clinicStep: DemoStep = {
  name: 'clinic and branches',
  rows(context) {
    const at = openedAt(context)
    const { branches } = context.plan
    return {
      clinic: [clinicRow(context, at)],
      branch: branches.map(branchRow(context, at)),
      branch_period: branches.map(ramadanRow(context)),
    }
  },
}
