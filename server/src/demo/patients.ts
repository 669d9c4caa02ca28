import { sealNationalId } from '../domain/patients/national-id.ts'
import { searchColumns } from '../domain/patients/patient-search.ts'
import { addDays } from '../kernel/values/zone.ts'
import { DAY_MS, HOUR_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { civilNumber } from './identifiers.ts'
import { insuranceOf } from './insurance.ts'
import { type Gender, guestPerson, localPerson, type Person } from './names.ts'
import type { StaffPlan } from './plan.ts'
import { reopened } from './reopened.ts'

const GUESTS = ['EG', 'IN', 'PK', 'PH', 'JO', 'SY', 'YE', 'SD', 'LB', 'GB'] as const
const ARABIC_SPEAKING = new Set<string>(['SA', 'KW', 'EG', 'JO', 'SY', 'YE', 'SD', 'LB'])
/** Families whose members share one phone, as parents and children do; each is a run of consecutive patients. */
const FAMILY_RUNS = [4, 3, 4, 5, 3, 4]
const FAMILY_DISTANCE = 60
const HISTORY_DAYS = 800

interface Draft extends Person {
  index: number
  gender: Gender
  isChild: boolean
  nationality: string
  phone: string
  createdMs: number
}

/** Where in a family the patient with this number is: 0 for its first, nothing for the many who come alone. */
function placeInFamily(index: number): number | undefined {
  const place = index % FAMILY_DISTANCE
  return place < (FAMILY_RUNS[Math.floor(index / FAMILY_DISTANCE)] ?? 0) ? place : undefined
}

/** Files are opened in the daytime and ever more often: half of them in the last third of the time, none today. */
function createdMs({ now, plan, random }: DemoContext, index: number): number {
  const age = (1 - (index + random.next()) / plan.patients) ** 1.6
  const day = Math.floor((now - age * HISTORY_DAYS * DAY_MS) / DAY_MS) - 1
  return Math.floor(day * DAY_MS + (6 + random.next() * 11) * HOUR_MS)
}

function draft(context: DemoContext, index: number, head: Draft | undefined): Draft {
  const { plan, random } = context
  const gender: Gender = random.chance(0.52) ? 'female' : 'male'
  const nationality =
    head?.nationality ?? (random.chance(plan.home.share) ? plan.home.nationality : random.pick(GUESTS))
  const person = ARABIC_SPEAKING.has(nationality) ? localPerson(random, gender) : guestPerson(random, gender)
  const phone = `${plan.phoneBlock}${String(plan.firstPhone + index).padStart(4, '0')}`
  const isChild = head === undefined ? random.chance(0.13) : random.chance(0.7)
  const common = { index, gender, nationality, first: person.first, createdMs: createdMs(context, index) }
  if (head === undefined)
    return { ...common, last: person.last, phone, isChild: placeInFamily(index) === 0 ? false : isChild }
  return { ...common, last: head.last, phone: head.phone, isChild }
}

function drafts(context: DemoContext): Draft[] {
  const made: Draft[] = []
  for (let index = 0; index < context.plan.patients; index++) {
    const place = placeInFamily(index) ?? 0
    made.push(draft(context, index, place > 0 ? made[index - place] : undefined))
  }
  return made
}

/** The doctor of the file works at its branch and, for a child, treats children where one does. */
function doctorAt({ plan, random, id }: DemoContext, branch: string, isChild: boolean): string | null {
  const there = plan.staff.filter(
    ({ role, shifts }) => role === 'doctor' && shifts.some(shift => shift.branch === branch),
  )
  const pick = (of: readonly StaffPlan[]) => id('practitioner', random.pick(of).key)
  const forChildren = there.filter(({ children }) => children)
  if (isChild && forChildren.length > 0) return pick(forChildren)
  return random.chance(0.7) ? pick(there.filter(({ children }) => !children)) : null
}

function birthDate({ today, random }: DemoContext, isChild: boolean): string {
  const years = isChild ? random.integer(3, 13) : random.integer(18, 74)
  return addDays(today, -Math.floor(years * 365.25) - random.integer(0, 360))
}

/** Names are written in Arabic or in Latin letters, as the desk that opened the file was used to. */
function patientRow(context: DemoContext, { index, gender, isChild, nationality, phone, ...one }: Draft) {
  const { plan, random, id, now } = context
  const branch = random.pick(plan.branches)
  const script = ARABIC_SPEAKING.has(nationality) && random.chance(0.6) ? 1 : 0
  const resident = nationality !== plan.home.nationality
  const fields = {
    file_number: index + 1,
    clinic_file_number: random.chance(0.3) ? `${branch.key.slice(0, 2).toUpperCase()}-${1000 + index}` : null,
    first_name: one.first[script],
    last_name: one.last[script],
    phone_number: random.chance(0.98) ? phone : null,
    phone_number2: null,
    email: !isChild && random.chance(0.5) ? `patient${index + 1}@patients.example` : null,
    national_id: random.chance(0.8) ? civilNumber(random, plan.home.identifier, resident) : null,
  }
  return {
    id: id('patient', index + 1),
    ...fields,
    branch_id: id('branch', branch.key),
    doctor_id: doctorAt(context, branch.key, isChild),
    gender,
    title: isChild ? null : gender === 'male' ? 'Mr' : random.pick(['Mrs', 'Ms']),
    birth_date: birthDate(context, isChild),
    address: random.chance(0.6) ? `Demo Street ${random.integer(1, 99)}, ${branch.city}` : null,
    nationality,
    marital_status: isChild ? null : random.pick(['single', 'married', 'married']),
    identifier_type: fields.national_id === null ? null : resident ? 'RESIDENT_ID' : 'NATIONAL_ID',
    details: 'Invented for the demo.',
    ...insuranceOf(context, index),
    is_lead: random.chance(0.03),
    disabled: random.chance(0.02),
    pending: random.chance(0.01),
    ...searchColumns(fields),
    created_at: iso(one.createdMs),
    updated_at: iso(one.createdMs + Math.floor(random.next() * (now - one.createdMs) * 0.9)),
  }
}

/** Patient files, and the number of the last of them. */
export const patientsStep: DemoStep = {
  name: 'patients',
  rows(context) {
    const opened = drafts(context)
      .toSorted((one, other) => one.createdMs - other.createdMs)
      .map((each, index) => patientRow(context, { ...each, index }))
    const patient = reopened(opened)
    return { patient, clinic_counter: [{ name: 'patient', value: patient.length }] }
  },
  seal: ({ patient = [], ...rows }, box, companyId) => ({
    ...rows,
    patient: patient.map(row => ({ ...row, ...sealNationalId(box, companyId, row.national_id ?? null) })),
  }),
}
