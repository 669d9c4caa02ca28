import type { RowsOf } from '../kernel/insert-many.ts'
import { DAY_MS, HOUR_MS, iso, openedAt } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { localPrice } from './local-price.ts'

interface LabPlan {
  key: string
  name: string
  /** Name, price in riyals, and whether it has a shade. */
  items: readonly (readonly [name: string, price: number, shaded: boolean])[]
}

const LABS: readonly LabPlan[] = [
  {
    key: 'digital',
    name: 'Demo Digital Dental Lab',
    items: [
      ['Zirconia crown, per unit', 450, true],
      ['E.max crown, per unit', 500, true],
      ['Night guard', 300, false],
    ],
  },
  {
    key: 'ceramics',
    name: 'Demo Ceramics Lab',
    items: [
      ['Porcelain fused to metal crown, per unit', 250, true],
      ['Veneer, per unit', 480, true],
      ['Full denture, per arch', 900, true],
    ],
  },
  {
    key: 'ortho',
    name: 'Demo Orthodontic Lab',
    items: [
      ['Aligner set', 1800, false],
      ['Retainer', 220, false],
      ['Space maintainer', 260, false],
    ],
  },
]
const SHADES = ['A1', 'A2', 'A3', 'A3.5', 'B1', 'B2', 'C2', 'D3']
const TEETH = [11, 12, 13, 14, 15, 16, 21, 22, 24, 25, 26, 34, 35, 36, 44, 45, 46, 47]
const DETAILS = ['Check the contact with the neighbour.', 'Try-in first.', 'Scan is attached.', null, null, null]
/** Patients to an order. */
const PATIENTS_PER_ORDER = 5
const FIRST_PHONE = 9_800

type Visit = Readonly<RowsOf<'appointment'>[number]>

const labRow = (context: DemoContext, { key, name }: LabPlan, index: number) => ({
  id: context.id('lab', key),
  name,
  number: `${context.plan.phoneBlock}${FIRST_PHONE + index}`,
  email: `${key}@labs.example`,
  details: 'Invented for the demo.',
  disabled: false,
  created_at: openedAt(context),
  updated_at: openedAt(context),
})

const itemRows = (context: DemoContext, { key, items }: LabPlan) =>
  items.map(([name, price], index) => ({
    id: context.id('lab_item', key, index),
    lab_id: context.id('lab', key),
    name,
    price_minor: localPrice(context, price),
    details: null,
    created_at: openedAt(context),
    updated_at: openedAt(context),
  }))

/** The work comes when it is due, a day early or late, and is delivered within some days more. */
function progress({ random, now }: DemoContext, orderedMs: number) {
  const due = orderedMs + random.integer(5, 10) * DAY_MS
  const came = due + random.integer(-24, 24) * HOUR_MS
  const given = came + random.integer(20, 120) * HOUR_MS
  return {
    due_at: iso(due),
    received_at: came <= now ? iso(came) : null,
    delivered_at: given <= now ? iso(given) : null,
    updated_at: iso(Math.max(orderedMs, ...[came, given].filter(instant => instant <= now))),
  }
}

function orderRow(context: DemoContext, visit: Visit, index: number) {
  const { random, id } = context
  const lab = random.pick(LABS)
  const item = random.integer(0, lab.items.length - 1)
  const [name = null, , shaded] = lab.items[item] ?? []
  const first = random.integer(0, TEETH.length - 3)
  const tooth = shaded ? TEETH.slice(first, first + random.integer(1, 3)) : []
  const orderedMs = Date.parse(visit.ends_at)
  return {
    id: id('lab_order', index + 1),
    lab_id: id('lab', lab.key),
    lab_item_id: id('lab_item', lab.key, item),
    branch_id: visit.branch_id,
    patient_id: visit.patient_id ?? '',
    doctor_id: visit.doctor_id,
    appointment_id: visit.id,
    name,
    details: random.pick(DETAILS),
    tooth,
    shade: shaded ? random.pick(SHADES) : null,
    child: false,
    items: Math.max(1, tooth.length),
    created_at: iso(orderedMs),
    ...progress(context, orderedMs),
  }
}

/** Laboratories and the work ordered from them after visits. */
export const labsStep: DemoStep = {
  name: 'labs',
  rows(context) {
    const visits = context.made('appointment').filter(({ status, patient_id }) => status === 'COMPLETED' && patient_id)
    const every = Math.floor((visits.length * PATIENTS_PER_ORDER) / context.plan.patients)
    const ordered = visits.filter((_, index) => index % every === 0)
    return {
      lab: LABS.map((lab, index) => labRow(context, lab, index)),
      lab_item: LABS.flatMap(lab => itemRows(context, lab)),
      lab_order: ordered.map((visit, index) => orderRow(context, visit, index)),
    }
  },
}
