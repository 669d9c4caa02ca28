import type { RowsOf } from '../kernel/insert-many.ts'
import { addDays } from '../kernel/values/zone.ts'
import { DAY_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { writtenBy } from './logins.ts'

const ALERTED = 40
const GUARDIANS = 6
const OF_AGE_DAYS = 18 * 365.25

/** What is to be known before a patient is touched, as a clinic in the Gulf writes it. */
const ALERTS = [
  ['ALLERGY', 'HIGH', 'Penicillin: rash and swelling'],
  ['ALLERGY', 'HIGH', 'حساسية شديدة من البنسلين'],
  ['MEDICATION', 'HIGH', 'Warfarin: ask for the INR of this week'],
  ['CONDITION', 'HIGH', 'Prosthetic heart valve: antibiotic before surgery'],
  ['ALLERGY', 'NORMAL', 'Latex'],
  ['CONDITION', 'NORMAL', 'سكري من النوع الثاني'],
  ['CONDITION', 'NORMAL', 'Asthma, carries an inhaler'],
  ['MEDICATION', 'NORMAL', 'Aspirin 81 mg'],
  ['ADMIN', 'NORMAL', 'يفضل الاتصال مساءً'],
  ['ADMIN', 'NORMAL', 'Came late three times: remind by phone'],
] as const

type Patient = Readonly<RowsOf<'patient'>[number]>

function alertRow(context: DemoContext, patient: Patient, index: number) {
  const { random, id, now } = context
  const [kind, severity, text] = ALERTS[index % ALERTS.length] ?? ALERTS[0]
  const opened = Date.parse(String(patient.created_at))
  const at = iso(Math.floor(opened + random.next() * Math.min(DAY_MS, now - opened)))
  const by = writtenBy(context.plan, kind === 'ADMIN' ? 'receptionist' : 'doctor')
  return {
    id: id('patient_alert', index + 1),
    ...{ patient_id: patient.id, kind, severity, text, added_by: by },
    ...{ created_at: at, updated_at: at },
  }
}

/** Both sides of it: the grown-up of a family looks after its first child. */
function guardians({ made, today }: DemoContext) {
  const families = Map.groupBy(
    made('patient').filter(({ phone_number }) => phone_number),
    ({ phone_number }) => phone_number,
  )
  const bornBefore = addDays(today, -Math.ceil(OF_AGE_DAYS))
  const isGrown = ({ birth_date }: Patient) => birth_date != null && String(birth_date) <= bornBefore
  return [...families.values()]
    .flatMap(family => {
      const [grown, child] = [family.find(isGrown), family.find(one => one.birth_date != null && !isGrown(one))]
      return grown && child ? [{ grown, child }] : []
    })
    .slice(0, GUARDIANS)
    .flatMap(({ grown, child }) => {
      const created_at = [String(grown.created_at), String(child.created_at)].toSorted().at(-1) ?? iso(0)
      return [
        { patient_id: child.id, related_id: grown.id, kind: 'GUARDIAN', created_at },
        { patient_id: grown.id, related_id: child.id, kind: 'WARD', created_at },
      ]
    })
}

/** What warns of patients, and who looks after children. */
export const careStep: DemoStep = {
  name: 'alerts and guardians',
  rows(context) {
    const patients = context.made('patient').filter(({ disabled }) => disabled !== true)
    const every = Math.max(1, Math.floor(patients.length / ALERTED))
    const alerted = patients.filter((_, index) => index % every === 0).slice(0, ALERTED)
    return {
      patient_alert: alerted.map((patient, index) => alertRow(context, patient, index)),
      patient_relation: guardians(context),
    }
  },
}
