import { addDays, startOfDay } from '../kernel/values/zone.ts'
import { HOUR_MS, iso, minuteOf, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import type { ClinicPlan, StaffPlan } from './plan.ts'
import { ramadanShifts } from './ramadan.ts'

const COLORS = [
  '#1f7a5c',
  '#1d5fa8',
  '#a83a1d',
  '#7a1f6b',
  '#8a5a00',
  '#0f7d8c',
  '#5c6f1f',
  '#b0305c',
  '#3f4fae',
  '#8c3b0f',
]
const FIRST_PHONE = 9_000

/** Where a person's mail goes. */
export const emailOf = ({ key: clinic }: ClinicPlan, { email, key }: StaffPlan): string =>
  email ?? `${key}@${clinic}.example`

const practitioner = (context: DemoContext, at: string) => (person: StaffPlan, index: number) => ({
  id: context.id('practitioner', person.key),
  display_name: person.name[0],
  display_name_ar: person.name[1],
  role: person.role,
  is_doctor: person.role === 'doctor',
  specialty: person.specialty ?? null,
  color: COLORS[index % COLORS.length] ?? null,
  sort_order: index + 1,
  active: true,
  phone_number: `${context.plan.phoneBlock}${FIRST_PHONE + index}`,
  email: emailOf(context.plan, person),
  slot_minutes: person.slotMinutes ?? 30,
  takes_leads: person.takesLeads ?? person.role === 'receptionist',
  created_at: at,
  updated_at: at,
})

const branchesOf = (context: DemoContext, { key, shifts }: StaffPlan) =>
  [...new Set(shifts.map(({ branch }) => branch))].map(branch => ({
    practitioner_id: context.id('practitioner', key),
    branch_id: context.id('branch', branch),
  }))

const shiftsOf = (context: DemoContext, { key, shifts }: StaffPlan) =>
  shifts.flatMap(({ branch, weekdays, times }) =>
    weekdays.flatMap(weekday =>
      times.map(([from, to]) => ({
        practitioner_id: context.id('practitioner', key),
        branch_id: context.id('branch', branch),
        weekday,
        start_minute: minuteOf(from),
        end_minute: minuteOf(to),
      })),
    ),
  )

const shiftsInRamadan = (context: DemoContext, { key, shifts }: StaffPlan) =>
  shifts.flatMap(shift =>
    ramadanShifts(shift).map(({ weekday, startMinute, endMinute }) => ({
      period_id: context.id('branch_period', shift.branch),
      practitioner_id: context.id('practitioner', key),
      weekday,
      start_minute: startMinute,
      end_minute: endMinute,
    })),
  )

/** Every third doctor was away for some days, the next is away eventually, and the third has an afternoon off. */
function timeOff(context: DemoContext, { key }: StaffPlan, index: number) {
  const { today, plan, random } = context
  const at = (days: number, hour = 0) => startOfDay(addDays(today, days), plan.facts.timeZone) + hour * HOUR_MS
  const day = random.integer(5, 20)
  const spans = [
    [at(-day - 7), at(-day)],
    [at(day), at(day + 4)],
    [at(day - 3, 13), at(day - 3, 24)],
  ] as const
  const [from, to] = spans[index % 3] ?? spans[0]
  return {
    id: context.id('schedule', key),
    practitioner_id: context.id('practitioner', key),
    starts_at: iso(from),
    ends_at: iso(to),
    created_at: iso(at(-40)),
    updated_at: iso(at(-40)),
  }
}

/** Doctors and staff, with when they work where and when they are away. */
export const staffStep: DemoStep = {
  name: 'doctors and staff',
  rows(context) {
    const { staff } = context.plan
    const doctors = staff.filter(({ role }) => role === 'doctor')
    return {
      practitioner: staff.map(practitioner(context, openedAt(context))),
      practitioner_branch: staff.flatMap(person => branchesOf(context, person)),
      practitioner_shift: staff.flatMap(person => shiftsOf(context, person)),
      period_shift: staff.flatMap(person => shiftsInRamadan(context, person)),
      practitioner_time_off: doctors.map((doctor, index) => timeOff(context, doctor, index)),
    }
  },
}
