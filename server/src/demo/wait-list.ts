import { addDays } from '../kernel/values/zone.ts'
import { DAY_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

const ENTRIES = 12
const MINUTES = [20, 30, 30, 45, 60]
const NOTES = ['Works until 16:00.', 'Comes from out of town.', 'Can be here within the hour.', null, null, null]
const PARTS = [[], [], ['MORNING'], ['AFTERNOON', 'EVENING'], ['EVENING']]
const WEEKDAYS = [[], [], [], [0, 1], [2, 3, 4], [6]]

function entryRow(context: DemoContext, index: number) {
  const { random, plan, id, made, now, today } = context
  const doctors = plan.staff.filter(({ role }) => role === 'doctor')
  const since = now - random.integer(1, 40) * DAY_MS - random.integer(1, 600) * 60_000
  const patient = random.pick(
    made('patient').filter(({ created_at, disabled }) => disabled !== true && Date.parse(created_at) < since),
  )
  const doctor = random.chance(0.5) ? random.pick(doctors) : undefined
  const branch = doctor?.shifts[0]?.branch ?? random.pick(plan.branches).key
  const isUrgent = index % 5 === 0
  return {
    id: id('wait_list_entry', index + 1),
    patient_id: patient.id,
    branch_id: id('branch', branch),
    doctor_id: doctor ? id('practitioner', doctor.key) : null,
    procedure_id: null,
    minutes: random.pick(MINUTES),
    from_date: random.chance(0.3) ? addDays(today, random.integer(0, 5)) : null,
    until_date: random.chance(0.3) ? addDays(today, random.integer(10, 30)) : null,
    weekdays: isUrgent ? [] : random.pick(WEEKDAYS),
    parts: isUrgent ? [] : random.pick(PARTS),
    priority: isUrgent ? 'URGENT' : 'NORMAL',
    note: isUrgent ? 'In pain, any time will do.' : random.pick(NOTES),
    state: 'WAITING',
    created_at: iso(since),
    updated_at: iso(since),
  }
}

/** Those who would come sooner if there were a free time. */
export const waitListStep: DemoStep = {
  name: 'wait list',
  rows: context => ({ wait_list_entry: Array.from({ length: ENTRIES }, (_, index) => entryRow(context, index)) }),
}
