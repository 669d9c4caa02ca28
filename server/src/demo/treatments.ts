import type { TreatmentStatus } from '@clinic/contract/treatments.ts'
import { sql } from '../db/statement.ts'
import { patientTaxPercent } from '../domain/billing/patient-tax.ts'
import type { Finding } from '../domain/clinical/finding.ts'
import { quotationAmounts } from '../domain/clinical/make-quotation.ts'
import { treatmentAmounts } from '../domain/clinical/treatment-amounts.ts'
import { completedPercent } from '../domain/clinical/treatment-status.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { roundHalfUp } from '../kernel/values/money.ts'
import { addDays } from '../kernel/values/zone.ts'
import { DAY_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { ASKED_ABOUT, habitOf, placeOf } from './dentistry.ts'

/** Quotations to a patient, and how many of them are signed. */
const QUOTED = 0.3
const SIGNED = 0.45
const FINDINGS = [
  ['Caries', 'CARIES'],
  ['Missing tooth', 'MISSING'],
  ['Old amalgam filling', 'FILLING'],
  ['Old crown', 'CROWN'],
  ['Crack', 'FRACTURE'],
] as const satisfies readonly (readonly [name: string, finding: Finding])[]
/** When what is offered is to be done, by what it is. */
const PHASES = [
  [/Root canal|extraction|Impacted|Pulpotomy/i, 'URGENT'],
  [/filling|build-up|crown|Implant|denture|maintainer/i, 'FUNCTIONAL'],
  [/whitening|Veneer|braces|aligners|Cryotherapy/i, 'ELECTIVE'],
] as const

const phaseOf = (name: string) => PHASES.find(([about]) => about.test(name))?.[1] ?? 'MAINTENANCE'

type Visit = Readonly<RowsOf<'appointment'>[number]>
type Patient = Readonly<RowsOf<'patient'>[number]>
type Procedure = Readonly<RowsOf<'procedure'>[number]>
type Treatment = RowsOf<'treatment'>[number]
type Line = Readonly<RowsOf<'invoice_line'>[number]>
type Step = RowsOf<'treatment_step'>[number]
type Quotation = RowsOf<'quotation'>[number]

/** Every column, in one order, as rows that are inserted together have them. */
const BLANK: Treatment = {
  ...{ id: '', patient_id: '', branch_id: '', doctor_id: null, appointment_id: null, procedure_id: null },
  ...{ quotation_id: null, invoice_id: null, insurance_company_id: null, name: '', code: null, status: 'PLANNED' },
  ...{ chart: null, diagnosis: null, details: null, price_minor: 0, quantity: 1, amount_minor: 0, discount_minor: 0 },
  ...{ tax_minor: 0, total_minor: 0, paid_minor: 0, completed_percent: 0, tooth: [], tooth_part: [], child: false },
  ...{
    has_steps: false,
    phase: null,
    finding: null,
    starts_at: null,
    ends_at: null,
    expires_at: null,
    approval_required: false,
  },
  ...{
    approval_requested_at: null,
    approved: false,
    approved_at: null,
    pre_auth: null,
    created_at: '',
    updated_at: '',
  },
}

const taxOf = ({ plan }: DemoContext, { nationality = null, national_id = null }: Patient): number =>
  patientTaxPercent(plan.facts, { nationality, national_id, national_id_sealed: null })

const ofProcedure = ({ random }: DemoContext, { id, name, code, chart }: Procedure) => ({
  procedure_id: id,
  ...{ name, code: code ?? null, chart: chart ?? null },
  ...placeOf(random, name),
})

/** Whether the insurer of a billed invoice wanted to be asked, and said yes; of the last of these it has not answered. */
function billedApprovals({ made }: DemoContext): (line: Line, at: string) => Partial<Treatment> {
  const insured = new Map(
    made('invoice').flatMap(one =>
      Number(one.insurance_minor) > 0 && one.released_at ? [[one.id, one.patient_id]] : [],
    ),
  )
  const asks = new Set(made('policy_class').flatMap(({ id, approval_required }) => (approval_required ? id : [])))
  const classes = new Map(made('patient').map(one => [one.id, one.insurance_class_id]))
  const asked = made('invoice_line').filter(
    ({ invoice_id, name }) => asks.has(classes.get(insured.get(invoice_id) ?? '') ?? '') && ASKED_ABOUT.test(name),
  )
  const [isAsked, waits] = [new Set(asked), asked.at(-1)]
  return (line, at) => {
    if (!isAsked.has(line)) return {}
    const answered = line === waits ? {} : { approved: true, approved_at: at, pre_auth: `PA-${line.id.slice(-6)}` }
    return { approval_required: true, approval_requested_at: at, ...answered }
  }
}

/** What was done and billed at visits: the treatments behind the lines of invoices. */
function billedTreatments(context: DemoContext): Treatment[] {
  const { made, id } = context
  const invoices = new Map(made('invoice').map(invoice => [invoice.id, invoice]))
  const procedures = new Map(made('procedure').map(procedure => [procedure.id, procedure]))
  const visits = new Map(made('appointment').map(visit => [visit.id, visit]))
  const approvalOfBilled = billedApprovals(context)
  return made('invoice_line').flatMap(line => {
    const invoice = invoices.get(line.invoice_id)
    const procedure = procedures.get(line.procedure_id ?? '')
    const visit = visits.get(invoice?.appointment_id ?? '')
    if (!invoice || !procedure || !visit) return []
    const amounts = treatmentAmounts({
      priceMinor: Number(line.unit_minor),
      quantity: line.quantity,
      taxPercent: Number(line.tax_percent),
      discountMinor: line.discount_minor == null ? null : Number(line.discount_minor),
      discountPercent: line.discount_percent == null ? null : Number(line.discount_percent),
    })
    const owed = Number(invoice.total_minor) - Number(invoice.insurance_minor ?? 0)
    const share = (paid: number) => (owed === 0 ? amounts.total_minor : roundHalfUp(amounts.total_minor * paid, owed))
    return [
      {
        ...BLANK,
        ...amounts,
        ...ofProcedure(context, procedure),
        ...approvalOfBilled(line, visit.starts_at),
        id: id('treatment', line.id),
        patient_id: invoice.patient_id,
        branch_id: invoice.branch_id,
        doctor_id: invoice.doctor_id ?? null,
        appointment_id: visit.id,
        invoice_id: invoice.id,
        insurance_company_id: invoice.insurance_company_id ?? null,
        status: 'COMPLETED',
        completed_percent: 100,
        paid_minor: share(Number(invoice.paid_minor ?? 0)),
        starts_at: visit.starts_at,
        ends_at: visit.ends_at,
        created_at: visit.starts_at,
        updated_at: iso(Math.max(Date.parse(String(invoice.updated_at)), Date.parse(visit.ends_at))),
      },
    ]
  })
}

/** What was found on charts at first visits: it costs nothing and stays as it is. */
function findings(context: DemoContext, visits: readonly Visit[]): Treatment[] {
  const { random, id } = context
  return visits.flatMap(visit => {
    if (!random.chance(0.06)) return []
    const [name, finding] = random.pick(FINDINGS)
    const status: TreatmentStatus = name.startsWith('Old') ? 'EXISTING' : 'CONDITION'
    return [
      {
        ...BLANK,
        ...treatmentAmounts({ priceMinor: 0, taxPercent: 0 }),
        ...{ name, finding, chart: 'DENTAL' },
        ...placeOf(random, 'Composite'),
        id: id('treatment', 'finding', visit.id),
        patient_id: visit.patient_id ?? '',
        branch_id: visit.branch_id,
        doctor_id: visit.doctor_id,
        appointment_id: visit.id,
        status,
        created_at: visit.starts_at,
        updated_at: visit.starts_at,
      },
    ]
  })
}

interface Course {
  status: TreatmentStatus
  steps: { name: string; status: TreatmentStatus; from: number | null; to: number | null }[]
  from: number | null
  to: number | null
  touched: number
}

/** Of treatments that were offered and not agreed on; known some weeks later. */
const REJECTED = 0.25
const SETTLED_DAYS = 20

/** How far a treatment has come that was agreed on at an instant; undefined where it was not. */
function courseOf({ random, now }: DemoContext, name: string, quotedMs: number, agreedMs: number | undefined): Course {
  const { steps = [name], everyDays = 7 } = habitOf(name)
  const settled = quotedMs + SETTLED_DAYS * DAY_MS
  if (agreedMs === undefined && settled <= now && random.chance(REJECTED)) return rejected(steps, settled)
  const first = agreedMs === undefined ? undefined : agreedMs + random.integer(2, 21) * DAY_MS
  const done = steps.map((step, index) => {
    const at = first === undefined ? undefined : first + index * everyDays * DAY_MS
    if (at === undefined || at > now) return { name: step, status: 'PLANNED' as const, from: null, to: null }
    const end = at + random.integer(20, 60) * 60_000
    const isOver = end <= now
    return {
      name: step,
      status: isOver ? ('COMPLETED' as const) : ('IN_PROGRESS' as const),
      from: at,
      to: isOver ? end : null,
    }
  })
  const isOver = done.every(({ status }) => status === 'COMPLETED')
  const hasBegun = done.some(({ status }) => status !== 'PLANNED')
  const instants = done.flatMap(({ from, to }) => [from ?? 0, to ?? 0])
  return {
    status: isOver ? 'COMPLETED' : hasBegun ? 'IN_PROGRESS' : 'PLANNED',
    steps: steps.length > 1 ? done : [],
    from: done[0]?.from ?? null,
    to: isOver ? (done.at(-1)?.to ?? null) : null,
    touched: Math.max(quotedMs, ...instants),
  }
}

const rejected = (steps: readonly string[], at: number): Course => ({
  status: 'REJECTED',
  steps: steps.length > 1 ? steps.map(name => ({ name, status: 'REJECTED', from: null, to: null })) : [],
  from: null,
  to: null,
  touched: at,
})

/** Whether the insurer was asked, and what it said. */
function approvalOf(
  { random, now }: DemoContext,
  { insurance_company_id: insurer }: Patient,
  name: string,
  at: number,
) {
  if (!insurer || !ASKED_ABOUT.test(name)) return { ...BLANK, insurance_company_id: insurer ?? null }
  const asked = at + DAY_MS
  const answered = asked + random.integer(1, 4) * DAY_MS
  const wasAsked = asked <= now && random.chance(0.8)
  const approved = wasAsked && answered <= now && random.chance(0.75)
  return {
    ...BLANK,
    insurance_company_id: insurer,
    approval_required: true,
    approval_requested_at: wasAsked ? iso(asked) : null,
    approved,
    approved_at: approved ? iso(answered) : null,
    pre_auth: approved ? `PA-${random.integer(100_000, 999_999)}` : null,
  }
}

const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant))

interface Offer {
  quotation: Quotation
  treatments: Treatment[]
  steps: Step[]
}

function offerOf(context: DemoContext, visit: Visit, patient: Patient, procedures: readonly Procedure[]): Offer {
  const { random, id, now } = context
  const at = Date.parse(visit.ends_at)
  const taxPercent = taxOf(context, patient)
  const wantsIt = random.chance(SIGNED)
  const agreed = wantsIt ? at + random.integer(0, 5) * DAY_MS : undefined
  const agreedMs = agreed !== undefined && agreed <= now ? agreed : undefined
  const wanted = Array.from({ length: random.integer(1, 3) }, () => random.pick(procedures))
  const made = wanted.map((procedure, index) => {
    const treatmentId = id('treatment', 'offer', visit.id, index)
    const course = courseOf(context, procedure.name, at, agreedMs)
    const approval = approvalOf(context, patient, procedure.name, at)
    const touched = [course.touched, approval.approved_at ?? 0, approval.approval_requested_at ?? 0]
    const priced = { priceMinor: Number(procedure.price_minor), taxPercent }
    const treatment: Treatment = {
      ...approval,
      ...treatmentAmounts({ ...priced, discountPercent: random.chance(0.2) ? 10 : null }),
      ...ofProcedure(context, procedure),
      phase: phaseOf(procedure.name),
      id: treatmentId,
      patient_id: patient.id,
      branch_id: visit.branch_id,
      doctor_id: visit.doctor_id,
      appointment_id: visit.id,
      quotation_id: id('quotation', visit.id),
      diagnosis: habitOf(procedure.name).reason ?? null,
      status: course.status,
      completed_percent: completedPercent(
        course.status,
        course.steps.map(({ status }) => status),
      ),
      has_steps: course.steps.length > 0,
      starts_at: isoOrNull(course.from),
      ends_at: isoOrNull(course.to),
      expires_at: iso(at + 90 * DAY_MS),
      created_at: iso(at),
      updated_at: iso(Math.max(...touched.map(instant => new Date(instant).getTime()))),
    }
    const steps = course.steps.map((step, place) => ({
      id: id('treatment_step', 'offer', visit.id, index, place),
      treatment_id: treatmentId,
      name: step.name,
      status: step.status,
      sort_order: place + 1,
      appointment_id: null,
      starts_at: isoOrNull(step.from),
      ends_at: isoOrNull(step.to),
      created_at: iso(at),
      updated_at: iso(step.status === 'REJECTED' ? course.touched : Math.max(at, step.from ?? 0, step.to ?? 0)),
    }))
    return { treatment, steps }
  })
  const treatments = made.map(({ treatment }) => treatment)
  return {
    quotation: quotationOf(context, visit, treatments, { taxPercent, agreedMs }),
    treatments,
    steps: made.flatMap(({ steps }) => steps),
  }
}

interface Terms {
  taxPercent: number
  /** When it was signed. */
  agreedMs: number | undefined
}

function quotationOf(
  context: DemoContext,
  visit: Visit,
  treatments: readonly Treatment[],
  { taxPercent, agreedMs }: Terms,
): Quotation {
  const { random, id } = context
  const offered = treatments.map(({ price_minor, quantity, discount_minor }) => ({
    price_minor: Number(price_minor),
    quantity,
    discount_minor: Number(discount_minor),
  }))
  const weights = treatments.map(({ amount_minor, status }) => (status === 'REJECTED' ? 0 : Number(amount_minor)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const done = treatments.reduce((sum, one, index) => sum + Number(one.completed_percent) * (weights[index] ?? 0), 0)
  const touched = treatments.map(({ updated_at }) => Date.parse(String(updated_at)))
  return {
    id: id('quotation', visit.id),
    patient_id: visit.patient_id ?? '',
    branch_id: visit.branch_id,
    doctor_id: visit.doctor_id,
    appointment_id: visit.id,
    name: `Treatment plan: ${treatments[0]?.name}`,
    diagnosis: treatments.find(({ diagnosis }) => diagnosis)?.diagnosis ?? null,
    chart: treatments[0]?.chart ?? null,
    treatment_ids: treatments.map(treatment => treatment.id),
    ...quotationAmounts({ discountPercent: random.chance(0.25) ? 5 : null }, offered, taxPercent),
    completed_percent: whole === 0 ? 0 : Math.round((done / whole) * 100) / 100,
    seen: agreedMs !== undefined || random.chance(0.6),
    signed: agreedMs !== undefined,
    signed_at: isoOrNull(agreedMs ?? null),
    created_at: visit.ends_at,
    updated_at: iso(Math.max(agreedMs ?? 0, ...touched)),
  }
}

/** Done on the spot, and not offered. */
const ON_THE_SPOT = /examination|X-ray|cone beam|consultation|follow-up|check|panel/i
const FOR_CHILDREN = /Stainless|Pulpotomy|Space/
const FOR_BOTH = /Composite|Fissure|Fluoride|Simple extraction/

/** What may be offered to a patient, by age. */
function offeredTo({ made, today }: DemoContext, { birth_date }: Patient): Procedure[] {
  const isChild = String(birth_date) > addDays(today, -365 * 15)
  const offered = made('procedure').filter(({ name }) => !ON_THE_SPOT.test(name))
  return offered.filter(({ name }) => FOR_BOTH.test(name) || FOR_CHILDREN.test(name) === isChild)
}

function offers(context: DemoContext, visits: readonly Visit[]): Offer[] {
  const patients = new Map(context.made('patient').map(patient => [patient.id, patient]))
  const count = Math.round(context.plan.patients * QUOTED)
  const every = Math.max(1, Math.floor(visits.length / count))
  return visits
    .filter((_, index) => index % every === every - 1)
    .slice(-count)
    .flatMap(visit => {
      const patient = patients.get(visit.patient_id ?? '')
      return patient ? [offerOf(context, visit, patient, offeredTo(context, patient))] : []
    })
}

const knowTreatments = sql(`
  update invoice_line line set treatment_id = treatment.id from treatment
  where line.company_id = $1 and treatment.company_id = $1 and treatment.invoice_id = line.invoice_id
    and treatment.procedure_id = line.procedure_id`)

/** What was done and billed at visits, what was found there, and what was offered to patients. */
export const treatmentsStep: DemoStep = {
  name: 'treatments and quotations',
  rows(context) {
    const visits = context.made('appointment').filter(({ status, patient_id }) => status === 'COMPLETED' && patient_id)
    const offered = offers(context, visits)
    return {
      quotation: offered.map(({ quotation }) => quotation),
      treatment: [
        ...billedTreatments(context),
        ...findings(context, visits),
        ...offered.flatMap(({ treatments }) => treatments),
      ],
      treatment_step: offered.flatMap(({ steps }) => steps),
    }
  },
  settle: companyId => [knowTreatments([companyId])],
}
