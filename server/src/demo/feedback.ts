import type { FEEDBACK_CHANNELS } from '@clinic/contract/feedback.ts'
import { DAY_MS, HOUR_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

type Channel = (typeof FEEDBACK_CHANNELS)[number]
type Saying = readonly [comment: string, tag: string]

const FEEDBACK_PER_PATIENT = 0.375
/** On average 4.4. */
const RATINGS = [
  [5, 64],
  [4, 22],
  [3, 8],
  [2, 3],
  [1, 3],
] as const
const CHANNELS: readonly (readonly [Channel, number])[] = [
  ['whatsapp', 6],
  ['sms', 2],
  ['link', 1],
  ['kiosk', 2],
]
const GOOD: readonly Saying[] = [
  ['Very kind team, thank you.', 'friendly'],
  ['On time and gentle.', 'punctual'],
  ['طاقم لطيف والعيادة نظيفة', 'clean'],
  ['شرح واضح للعلاج', 'explained'],
]
const BAD: readonly Saying[] = [
  ['Waited for almost an hour.', 'waiting'],
  ['The price was not what I was told.', 'price'],
  ['الانتظار طويل', 'waiting'],
  ['Nobody answered the phone.', 'phone'],
]

type Visit = ReturnType<typeof visitsOf>[number]

/** Some visits that took place, spread over all of them. */
function visitsOf({ made, plan }: DemoContext) {
  const visits = made('appointment').filter(({ status, patient_id }) => status === 'COMPLETED' && patient_id)
  const every = Math.max(1, Math.floor(visits.length / (plan.patients * FEEDBACK_PER_PATIENT)))
  return visits.filter((_, index) => index % every === 0)
}

function feedbackRow({ random, id, now }: DemoContext, visit: Visit, index: number) {
  const rating = random.weighted(RATINGS)
  const [comment, tag] = random.pick(rating > 3 ? GOOD : BAD)
  const said = random.chance(rating > 3 ? 0.5 : 0.9)
  const submitted = Math.min(now, Date.parse(visit.ends_at) + random.integer(1, 30) * HOUR_MS)
  const resolved = submitted + random.integer(1, 4) * DAY_MS
  const isResolved = rating < 3 && resolved < now && random.chance(0.8)
  return {
    id: id('feedback', index + 1),
    branch_id: visit.branch_id,
    patient_id: visit.patient_id ?? null,
    appointment_id: visit.id,
    doctor_id: visit.doctor_id,
    rating,
    recommend_score: random.chance(0.8) ? Math.min(10, rating * 2 + random.integer(-1, 1)) : null,
    comment: said ? comment : null,
    channel: random.weighted(CHANNELS),
    tags: said ? [tag] : [],
    submitted_at: iso(submitted),
    resolved_at: isResolved ? iso(resolved) : null,
    created_at: iso(submitted),
    updated_at: iso(isResolved ? resolved : submitted),
  }
}

/** What patients said about their visits. */
export const feedbackStep: DemoStep = {
  name: 'feedback',
  rows: context => ({ feedback: visitsOf(context).map((visit, index) => feedbackRow(context, visit, index)) }),
}
