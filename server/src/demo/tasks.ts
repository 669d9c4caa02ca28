import { DAY_MS, HOUR_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

const OPEN_TASKS = 25
const FINISHED_TASKS = 30

/** Title, whether it is about a patient, and who does it. */
const TITLES = [
  ['Call back about the treatment plan', true, 'receptionist'],
  ['Ask for the insurance card', true, 'receptionist'],
  ['Send the X-ray to the referring dentist', true, 'receptionist'],
  ['Confirm the appointment of tomorrow', true, 'receptionist'],
  ['متابعة المريض بعد الخلع', true, 'receptionist'],
  ['Prepare the quotation for implants', true, 'doctor'],
  ['Write the report for the insurer', true, 'doctor'],
  ['Count the cash drawer', false, 'accountant'],
  ['Send the statement to the lab', false, 'accountant'],
  ['Order gloves and masks', false, 'receptionist'],
  ['Sterilizer: book the yearly check', false, 'receptionist'],
] as const
const PRIORITIES = [
  ['NORMAL', 6],
  ['HIGH', 2],
  ['LOW', 2],
] as const
const FINISHED = [
  ['COMPLETED', 8],
  ['CANCELED', 1],
] as const
const UNFINISHED = [
  ['OPEN', 4],
  ['IN_PROGRESS', 1],
] as const

function taskRow(context: DemoContext, index: number) {
  const { random, plan, id, made, now } = context
  const isOpen = index >= FINISHED_TASKS
  const [title, isAboutPatient, role] = random.pick(TITLES)
  const doers = plan.staff.filter(each => each.role === role)
  const created = now - random.integer(isOpen ? 2 : 120, isOpen ? 100 : 1_400) * HOUR_MS
  const done = Math.min(now, created + random.integer(2, 100) * HOUR_MS)
  const status = random.weighted(isOpen ? UNFINISHED : FINISHED)
  const assignee = random.chance(0.85) ? random.pick(doers) : undefined
  const patient = isAboutPatient
    ? random.pick(made('patient').filter(each => Date.parse(each.created_at) < created))
    : null
  const branch = assignee?.shifts[0]?.branch ?? random.pick(plan.branches).key
  return {
    id: id('task', index + 1),
    title,
    details: random.chance(0.3) ? 'Invented for the demo.' : null,
    status,
    priority: random.weighted(PRIORITIES),
    due_at: random.chance(0.7) ? iso(created + random.integer(1, 6) * DAY_MS) : null,
    completed_at: status === 'COMPLETED' ? iso(done) : null,
    sort_order: index + 1,
    assigned_to_id: assignee ? id('practitioner', assignee.key) : null,
    created_by_id: id('practitioner', random.pick(plan.staff).key),
    patient_id: patient?.id ?? null,
    branch_id: patient?.branch_id ?? id('branch', branch),
    created_at: iso(created),
    updated_at: iso(isOpen ? created : done),
  }
}

/** What the staff has done lately and has still to do. */
export const tasksStep: DemoStep = {
  name: 'tasks',
  rows(context) {
    const task = Array.from({ length: FINISHED_TASKS + OPEN_TASKS }, (_, index) => taskRow(context, index))
    return { task, clinic_counter: [{ name: 'task', value: task.length }] }
  },
}
