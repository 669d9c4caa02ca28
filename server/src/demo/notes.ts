import type { RowsOf } from '../kernel/insert-many.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'
import { iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { templatesOf } from './note-lists.ts'

const DRAFTS = 3
const TYPED_MS = 4 * MINUTE_MS

type Visit = Readonly<RowsOf<'appointment'>[number]>

/** The last visits that have begun, of patients of whom nothing is written yet. */
function unwritten({ made }: DemoContext): Visit[] {
  const written = new Set(made('encounter').map(({ patient_id }) => patient_id))
  const begun = made('appointment')
    .filter(({ status, patient_id }) => patient_id && (status === 'INPROGRESS' || status === 'COMPLETED'))
    .toSorted((one, other) => String(other.starts_at).localeCompare(String(one.starts_at)))
  const firstOfEach = new Map(begun.toReversed().map(visit => [visit.patient_id, visit]))
  return begun.filter(visit => !written.has(visit.patient_id ?? '') && firstOfEach.get(visit.patient_id) === visit)
}

function draftRows({ id, now }: DemoContext, visit: Visit) {
  const [patient_id, created_at] = [visit.patient_id ?? '', visit.starts_at]
  const typed_at = iso(Math.min(now, Date.parse(visit.starts_at) + TYPED_MS))
  const empty = { tests_ordered: [], imaging_ordered: [], test_results: null, imaging_results: null }
  return {
    encounter: {
      id: id('encounter', visit.id),
      ...{ patient_id, branch_id: visit.branch_id, doctor_id: visit.doctor_id, appointment_id: visit.id },
      ...{ template_id: id('note_template', 'treatment'), signed_at: null, signed_by_id: null, addenda: null },
      ...{ chief_complaint: null, symptoms: null, diagnosis: null, ...empty },
      ...{ clinical_notes: null, consultation_notes: null, discharge_summary: null, last: true },
      ...{ created_at, updated_at: created_at },
    },
    draft: {
      id: id('encounter', visit.id),
      ...{ patient_id, chief_complaint: 'Pain when biting', symptoms: 'Since three days', diagnosis: null, ...empty },
      ...{ clinical_notes: 'Invented for the demo, and still being written.' },
      ...{ consultation_notes: null, discharge_summary: null, version: 2 },
      ...{ created_at, updated_at: typed_at },
    },
  }
}

/** What notes begin with, and some that are still being written. */
export const notesStep: DemoStep = {
  name: 'notes',
  rows(context) {
    const { plan, id } = context
    const at = openedAt(context)
    const drafts = unwritten(context)
      .slice(0, DRAFTS)
      .map(visit => draftRows(context, visit))
    return {
      note_template: templatesOf(plan.facts.charts[0]).map(({ key, name, visitType, fields }) => ({
        id: id('note_template', key),
        ...{ name, visit_type: visitType, fields: [...fields] },
        ...{ created_at: at, updated_at: at },
      })),
      encounter: drafts.map(({ encounter }) => encounter),
      encounter_draft: drafts.map(({ draft }) => draft),
    }
  },
}
