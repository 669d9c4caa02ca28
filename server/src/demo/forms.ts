import type { Answers } from '@clinic/contract/form-answers.ts'
import type { FormField } from '@clinic/contract/form-fields.ts'
import { contactKeys } from '../domain/forms/form.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { addDays } from '../kernel/values/zone.ts'
import { DAY_MS, HOUR_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { CONSENTS, MEDICAL_HISTORY, PAIN_DIARY, wordsOf } from './form-lists.ts'

const ANSWERED = 0.45
const DIARIES = 0.08

type Submission = RowsOf<'form_submission'>[number]
type Consent = RowsOf<'consent_form'>[number]
type Patient = Readonly<RowsOf<'patient'>[number]>
type Treatment = Readonly<RowsOf<'treatment'>[number]>

interface FormPlan {
  key: string
  title: string
  multiple: boolean
  /** One after the other; the last is answered now. */
  versions: readonly (readonly FormField[])[]
}

const FORMS: readonly FormPlan[] = [
  {
    key: 'history',
    title: 'Medical history',
    multiple: false,
    // The first did not ask about the last visit.
    versions: [MEDICAL_HISTORY.slice(0, -1), MEDICAL_HISTORY],
  },
  { key: 'pain', title: 'Pain diary', multiple: true, versions: [PAIN_DIARY] },
  { key: 'travel', title: 'Travel to the clinic (in preparation)', multiple: false, versions: [] },
]

const formRow = (context: DemoContext, { key, title, multiple, versions }: FormPlan) => ({
  id: context.id('form', key),
  title,
  active: true,
  multiple_submissions_allowed: multiple,
  current_version: versions.length,
  created_at: openedAt(context),
  updated_at: publishedAt(context, versions.length),
})

/** What is being written of the next version: what is answered now, so far. */
const draftRow = (context: DemoContext, { key, versions }: FormPlan) => ({
  id: context.id('form', key),
  fields: versions.at(-1) ?? [],
  created_at: openedAt(context),
  updated_at: publishedAt(context, versions.length),
})

/** Each version half a year after the one before. */
const publishedAt = (context: DemoContext, version: number): string =>
  iso(Date.parse(openedAt(context)) + Math.max(0, version - 1) * 180 * DAY_MS)

const versionRows = (context: DemoContext, { key, versions }: FormPlan) =>
  versions.map((fields, index) => ({
    id: context.id('form_version', key, index + 1),
    form_id: context.id('form', key),
    version_num: index + 1,
    fields,
    created_at: publishedAt(context, index + 1),
    updated_at: publishedAt(context, index + 1),
  }))

function history({ random, today }: DemoContext): Answers {
  const smoker = random.chance(0.2)
  const allergies = random.weighted<string[]>([
    [[], 8],
    [['penicillin'], 2],
    [['latex'], 1],
    [['other'], 1],
  ])
  return {
    conditions: random.chance(0.25) ? [random.pick(['diabetes', 'pressure', 'asthma'])] : [],
    allergies,
    ...(allergies.includes('other') && { otherAllergy: 'Nuts' }),
    smoker,
    ...(smoker && { cigarettes: random.integer(2, 25) }),
    lastVisit: addDays(today, -random.integer(100, 900)),
  }
}

const diary = ({ random }: DemoContext): Answers => ({
  pain: random.integer(0, 9),
  teeth: [random.pick([16, 26, 36, 46])],
  ...(random.chance(0.5) && { notes: 'Better than yesterday.' }),
})

interface Filled {
  form: FormPlan
  patient: Patient
  at: number
  place: number
  answers: Answers
  isDraft?: boolean
}

function submissionRow(
  context: DemoContext,
  { form, patient, at, place, answers, isDraft = false }: Filled,
): Submission {
  const { id, random } = context
  return {
    id: id('form_submission', form.key, patient.id, place),
    form_id: id('form', form.key),
    version_id: id('form_version', form.key, form.versions.length),
    patient_id: patient.id,
    ref: random.chance(0.5) ? `kiosk-${random.integer(1, 4)}` : null,
    status: isDraft ? 'DRAFT' : 'SUBMITTED',
    answers,
    contact_keys: contactKeys(form.versions.at(-1) ?? []),
    only_one: !form.multiple,
    created_at: iso(at),
    updated_at: iso(at),
  }
}

function submissions(context: DemoContext): Submission[] {
  const { made, random, now } = context
  const [medical, pain] = FORMS
  if (!medical || !pain) return []
  return made('patient').flatMap(patient => {
    const opened = Date.parse(String(patient.created_at))
    const rows: Submission[] = []
    if (random.chance(ANSWERED)) {
      const isDraft = random.chance(0.06)
      const answers = isDraft ? {} : history(context)
      rows.push(submissionRow(context, { form: medical, patient, at: opened, place: 0, answers, isDraft }))
    }
    if (random.chance(DIARIES))
      for (let place = 0; place < 3; place++) {
        const at = Math.floor(opened + (now - opened) * random.next())
        rows.push(submissionRow(context, { form: pain, patient, at, place, answers: diary(context) }))
      }
    return rows
  })
}

/** Prepared when a treatment is planned, and signed before it begins; some are never signed. */
function consentRow(context: DemoContext, treatment: Treatment): Consent | undefined {
  const { random, id, now } = context
  const template = CONSENTS.find(({ about }) => about.test(treatment.name))
  if (!template) return undefined
  const at = Date.parse(String(treatment.created_at))
  const expires = template.validDays === null ? null : at + template.validDays * DAY_MS
  const begun = treatment.starts_at == null ? undefined : Date.parse(String(treatment.starts_at))
  const signed = begun === undefined ? undefined : Math.min(Math.max(at, begun - HOUR_MS), now)
  const isSigned = signed !== undefined && (expires === null || signed < expires)
  return {
    id: id('consent_form', treatment.id),
    template_id: id('consent_template', template.key),
    patient_id: treatment.patient_id,
    branch_id: treatment.branch_id,
    doctor_id: treatment.doctor_id ?? null,
    appointment_id: treatment.appointment_id ?? null,
    ...wordsOf(template),
    sign_required: true,
    signed: isSigned,
    signed_at: isSigned ? iso(signed) : null,
    signer_name: isSigned ? 'Signed in the demo' : null,
    ...witness(isSigned && random.chance(0.4) ? iso(signed) : null),
    expires_at: expires === null ? null : iso(expires),
    created_at: iso(at),
    updated_at: iso(isSigned ? signed : at),
  }
}

const witness = (at: string | null) => ({
  witness_signed: at !== null,
  witness_signed_at: at,
  witness_name: at === null ? null : 'Witness in the demo',
})

/** Forms and what patients answered in them; consents to what is going to be done, signed and not. */
export const formsStep: DemoStep = {
  name: 'forms',
  rows(context) {
    const { made, random } = context
    const treated = made('treatment').filter(({ status }) => !['EXISTING', 'CONDITION'].includes(status))
    return {
      form: FORMS.map(form => formRow(context, form)),
      form_draft: FORMS.map(form => draftRow(context, form)),
      form_version: FORMS.flatMap(form => versionRows(context, form)),
      form_submission: submissions(context),
      consent_form: treated.flatMap(treatment =>
        random.chance(treatment.status === 'PLANNED' ? 0.6 : 0.35) ? (consentRow(context, treatment) ?? []) : [],
      ),
    }
  },
}
