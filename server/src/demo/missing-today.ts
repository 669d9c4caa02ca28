import type { RowsOf } from '../kernel/insert-many.ts'
import { DAY_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { CONSENTS, wordsOf } from './form-lists.ts'

type Visit = Readonly<RowsOf<'appointment'>[number]>

/** At each branch the visit that comes next, and the one after it. */
function coming({ made, plan, id, now }: DemoContext) {
  return plan.branches.flatMap(({ key }) => {
    const [next, after] = made('appointment').filter(
      ({ branch_id, status, starts_at, patient_id }) =>
        branch_id === id('branch', key) && patient_id && status === 'CONFIRMED' && Date.parse(starts_at) > now,
    )
    return next && after ? [{ next, after }] : []
  })
}

const about = ({ branch_id, doctor_id, patient_id, id: appointment_id }: Visit) => ({
  ...{ branch_id, doctor_id, patient_id: patient_id ?? '', appointment_id },
})

/** Work that the laboratory brings the day after the visit that needs it. */
const lateRow = ({ id, now }: DemoContext, visit: Visit) => ({
  id: id('lab_order', 'late', visit.id),
  ...{ lab_id: id('lab', 'digital'), lab_item_id: id('lab_item', 'digital', 0) },
  ...about(visit),
  ...{ name: 'Zirconia crown, per unit', details: 'Promised for the visit.', tooth: [26], shade: 'A2' },
  ...{ child: false, items: 1, due_at: iso(Date.parse(visit.starts_at) + DAY_MS) },
  ...{ received_at: null, delivered_at: null },
  ...{ created_at: iso(now - 8 * DAY_MS), updated_at: iso(now - DAY_MS) },
})

function unsignedRow({ id, now }: DemoContext, visit: Visit) {
  const [consent] = CONSENTS
  return {
    id: id('consent_form', 'missing', visit.id),
    template_id: id('consent_template', consent.key),
    ...about(visit),
    ...wordsOf(consent),
    ...{ sign_required: true, signed: false, signed_at: null, signer_name: null, expires_at: null },
    ...{ created_at: iso(now - DAY_MS), updated_at: iso(now - DAY_MS) },
  }
}

const SIGNED = 0.8

/** What most of those who are still to come have signed for what they come for; some have not yet. */
function signedRows({ made, random, id, now }: DemoContext) {
  const templates = new Map(made('consent_template').map(template => [template.id, template]))
  const asked = new Map(made('procedure').map(procedure => [procedure.id, procedure.consent_template_id]))
  const at = iso(now - 2 * DAY_MS)
  return made('appointment').flatMap(visit => {
    const [procedure = ''] = visit.procedure_ids ?? []
    const template = templates.get(asked.get(procedure) ?? '')
    const isToCome = visit.patient_id && Date.parse(visit.starts_at) > now - DAY_MS
    if (!template || !isToCome || !random.chance(SIGNED)) return []
    const { name, name_ar, body, body_ar, valid_days: days } = template
    return {
      id: id('consent_form', 'signed', visit.id),
      template_id: template.id,
      ...about(visit),
      ...{
        name,
        name_ar,
        body,
        body_ar,
        sign_required: true,
        signed: true,
        signed_at: at,
        signer_name: 'Signed in the demo',
      },
      expires_at: days == null ? null : iso(Date.parse(at) + days * DAY_MS),
      ...{ created_at: at, updated_at: at },
    }
  })
}

/** What keeps the next visits from going as planned: work that is late, and consents that are not signed. */
export const missingTodayStep: DemoStep = {
  name: 'what is missing today',
  rows(context) {
    const visits = coming(context)
    return {
      lab_order: visits.map(({ next }) => lateRow(context, next)),
      consent_form: [...visits.map(({ after }) => unsignedRow(context, after)), ...signedRows(context)],
    }
  },
}
