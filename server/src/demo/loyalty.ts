import { afterPoints, expiryOf, type PointsType } from '../domain/loyalty/program.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { DAY_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

/** One of so many patients takes part, and gives the card to the desk at two visits of five. */
const PATIENTS_PER_MEMBER = 5
/** Earned long ago, so that some have expired and others will soon. */
const WELCOME_DAYS = [200, 420] as const
const ADJUSTMENTS = ['Missing from the last visit', 'Goodwill after a long wait']
const REWARDS = ['Whitening discount', 'Fluoride for a child', 'Electric toothbrush']

type TransactionRow = RowsOf<'loyalty_transaction'>[number]
type Patient = ReturnType<typeof membersOf>[number]

/** What happened to an account, without what follows from it. */
interface Movement {
  at: number
  type: PointsType
  points: number
  reason: string | null
}

const membersOf = ({ made, plan }: DemoContext) =>
  made('patient').filter((_, index) => index % PATIENTS_PER_MEMBER === 0 && index < plan.patients * 0.9)

function movementsOf(context: DemoContext, patient: Patient): Movement[] {
  const { made, random, now } = context
  const welcome = now - random.integer(...WELCOME_DAYS) * DAY_MS
  const movements: Movement[] = []
  if (Date.parse(patient.created_at) < welcome)
    movements.push({ at: welcome, type: 'EARN', points: random.integer(2, 10) * 50, reason: 'Welcome' })
  for (const visit of made('appointment')) {
    if (visit.patient_id !== patient.id || visit.status !== 'COMPLETED' || !random.chance(0.4)) continue
    const at = Date.parse(visit.ends_at)
    movements.push({ at, type: 'EARN', points: random.integer(5, 60) * 5, reason: 'Visit' })
    const next = at + random.integer(1, 20) * DAY_MS
    if (next > now || !random.chance(0.3)) continue
    if (random.chance(0.15)) movements.push({ at: next, type: 'ADJUST', points: 25, reason: random.pick(ADJUSTMENTS) })
    else movements.push({ at: next, type: 'REDEEM', points: -random.integer(1, 8) * 25, reason: random.pick(REWARDS) })
  }
  return movements
}

/** A patient's account as it is written: what expires first is used first. */
function openAccount({ id, plan }: DemoContext, patient: Patient) {
  const transactions: TransactionRow[] = []
  let counters = { points_balance: 0, lifetime_earned: 0, lifetime_redeemed: 0 }
  const left = () => transactions.filter(({ remaining }) => remaining > 0)

  function use(points: number) {
    let wanted = points
    for (const given of left()) {
      const used = Math.min(wanted, given.remaining)
      given.remaining -= used
      wanted -= used
    }
  }

  function write({ at, type, points, reason }: Movement) {
    if (counters.points_balance + points < 0) return
    counters = afterPoints(counters, type, points)
    use(Math.max(-points, 0))
    transactions.push({
      id: id('loyalty_transaction', patient.file_number, transactions.length),
      patient_id: patient.id,
      branch_id: type === 'EXPIRE' ? null : patient.branch_id,
      type,
      points,
      balance_after: counters.points_balance,
      remaining: Math.max(points, 0),
      expires_at: points > 0 ? expiryOf(iso(at), plan.facts.timeZone) : null,
      reason,
      created_at: iso(at),
      updated_at: iso(at),
    })
  }

  function expireUntil(instant: number) {
    for (const { expires_at, remaining } of left()) {
      const at = Date.parse(String(expires_at))
      if (at <= instant) write({ at, type: 'EXPIRE', points: -remaining, reason: null })
    }
  }

  return { transactions, left, write, expireUntil, counters: () => counters }
}

function rowsOf(context: DemoContext, patient: Patient) {
  const account = openAccount(context, patient)
  for (const movement of movementsOf(context, patient).toSorted((one, other) => one.at - other.at)) {
    account.expireUntil(movement.at)
    account.write(movement)
  }
  account.expireUntil(context.now)
  const { transactions } = account
  const [first, last] = [transactions[0], transactions.at(-1)]
  if (!first || !last) return { accounts: [], transactions }
  const left = account.left()
  const next = left[0]?.expires_at ?? null
  const row = {
    id: context.id('loyalty_account', patient.file_number),
    patient_id: patient.id,
    ...account.counters(),
    expiring_points: left.filter(({ expires_at }) => expires_at === next).reduce((sum, one) => sum + one.remaining, 0),
    expiring_at: next,
    created_at: first.created_at,
    updated_at: last.updated_at,
  }
  return { accounts: [row], transactions }
}

/** Points of some patients: earned by visits, redeemed now and then, and expired after a year. */
export const loyaltyStep: DemoStep = {
  name: 'loyalty',
  rows(context) {
    const rows = membersOf(context).map(patient => rowsOf(context, patient))
    return {
      loyalty_account: rows.flatMap(({ accounts }) => accounts),
      loyalty_transaction: rows.flatMap(({ transactions }) => transactions),
    }
  },
}
