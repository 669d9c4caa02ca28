import type { RowsOf } from '../kernel/insert-many.ts'
import { HOUR_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { MEDICATIONS } from './medications.ts'

/** So many visits end with a prescription. */
const PRESCRIBED = 0.11
const DETAILS = ['Come back if the pain stays.', 'Finish all of the antibiotic.', null, null] as const

type Visit = Readonly<RowsOf<'appointment'>[number]>

const medicationRows = (context: DemoContext) =>
  MEDICATIONS.map((medication, index) => ({
    id: context.id('medication', index),
    ...medication,
    details: null,
    created_at: openedAt(context),
    updated_at: openedAt(context),
  }))

const lineRow = ({ id }: DemoContext, visit: Visit, index: number, place: number) => {
  const { category: _, ...medication } = MEDICATIONS[index] ?? { name: '' }
  return {
    id: id('medication_line', visit.id, place),
    prescription_id: id('prescription', visit.id),
    medication_id: id('medication', index),
    ...medication,
    type: place === 0 ? 'main' : 'addition',
    details: null,
    sort_order: place + 1,
    created_at: visit.ends_at,
    updated_at: visit.ends_at,
  }
}

function prescriptionRow({ random, id, now }: DemoContext, visit: Visit) {
  const at = Date.parse(visit.ends_at)
  const opened = at + random.integer(1, 40) * HOUR_MS
  const seen = opened <= now && random.chance(0.7)
  return {
    id: id('prescription', visit.id),
    patient_id: visit.patient_id ?? '',
    branch_id: visit.branch_id,
    doctor_id: visit.doctor_id,
    appointment_id: visit.id,
    name: random.pick(['After treatment', 'For the pain', 'For the infection']),
    details: random.pick(DETAILS),
    seen,
    created_at: iso(at),
    updated_at: iso(seen ? opened : at),
  }
}

/** The formulary, and what was prescribed from it at visits. */
export const prescriptionsStep: DemoStep = {
  name: 'prescriptions',
  rows(context) {
    const { random, made } = context
    const visits = made('appointment').filter(
      ({ status, patient_id }) => status === 'COMPLETED' && patient_id && random.chance(PRESCRIBED),
    )
    const chosen = visits.map(visit => {
      const all = Array.from({ length: random.integer(1, 3) }, () => random.integer(0, MEDICATIONS.length - 1))
      return { visit, medications: [...new Set(all)] }
    })
    return {
      medication: medicationRows(context),
      prescription: chosen.map(({ visit }) => prescriptionRow(context, visit)),
      medication_line: chosen.flatMap(({ visit, medications }) =>
        medications.map((medication, place) => lineRow(context, visit, medication, place)),
      ),
    }
  },
}
