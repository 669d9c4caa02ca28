import { LRUCache } from 'lru-cache'
import { arrayLiteral } from '../db/array-literal.ts'
import { batchingQueue } from '../db/pipelining/batching-queue.ts'
import { type Statement, sql } from '../db/statement.ts'
import type { About } from '../kernel/audit.ts'
import { refuse } from '../kernel/errors.ts'
import type { Context } from '../kernel/tx.ts'
import { addDays, DAY_MS, startOfDay, todayIn } from '../kernel/values/zone.ts'

/** Installations, and ids of one of them: beyond those the database is asked again, and knows. */
const MAX_REMEMBERED = 10_000
const MOST_IDS = 100_000
const MOST_TOGETHER = 500
const PAUSE_MS = 50

const see = sql<{ refused: boolean; ceiling: number }>('select refused, ceiling from see_patients($1, $2, $3, $4, $5)')

interface Ask {
  companyId: string
  installationId: string
  patientIds: readonly string[]
  throughIds: readonly string[]
}

interface Options {
  /** Runs one statement outside any transaction, as a member of clinic_app. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  /** Of how many patients an installation is shown records in a day, unless its clinic has said otherwise. */
  perDay: number
  /** False counts nothing and refuses nothing. */
  enabled: boolean
}

type Asking = Pick<Context, 'clinic' | 'caller'>
type See = (ask: Ask) => Promise<{ refused: boolean; ceiling: number }>

interface Today {
  date: string
  ids: Set<string>
}

/**
 * How many different patients an installation is shown records of on a day of its clinic. Whom it has been shown already
 * this process knows; whom it has not is stored before the answer goes out, and refused beyond the limit: the database
 * counts, so the limit is exact over all processes. What names an invoice or a payment is counted as the patient's whose it is.
 */
export class PatientsADay {
  readonly #enabled: boolean
  readonly #today = new LRUCache<string, Today>({ max: MAX_REMEMBERED })
  readonly #see: See
  /** Nothing waits for what a write shows, so those that come close together are counted together. */
  readonly #seeWithPause: See

  constructor({ run, perDay, enabled }: Options) {
    this.#enabled = enabled
    const ask = (asks: Ask[]) =>
      run(
        see([
          asks.map(({ companyId }) => companyId),
          asks.map(({ installationId }) => installationId),
          asks.map(({ patientIds }) => arrayLiteral(patientIds)),
          asks.map(({ throughIds }) => arrayLiteral(throughIds)),
          perDay,
        ]),
      )
    this.#see = batchingQueue(ask)
    this.#seeWithPause = batchingQueue(ask, MOST_TOGETHER, PAUSE_MS)
  }

  /** Nothing to wait for where the installation has been shown all of them today; else resolves once it may be, or refuses. */
  admit(context: Asking, about: About): Promise<void> | undefined {
    return this.#admit(context, about, this.#see)
  }

  /** The same for what a write shows: it goes on, and is counted until the limit and told of beyond it. */
  count(context: Asking, about: About | undefined): void {
    if (about) this.#admit(context, about, this.#seeWithPause)?.catch(() => undefined)
  }

  #admit({ clinic, caller }: Asking, about: About, see: See): Promise<void> | undefined {
    if (!this.#enabled || caller.kind !== 'installation') return undefined
    const { ids } = this.#idsOf(caller.id, todayIn(clinic.timeZone))
    const isNew = (id: string) => !ids.has(id)
    if (!about.patientIds.some(isNew) && !about.throughIds.some(isNew)) return undefined
    const [patientIds, throughIds] = [about.patientIds.filter(isNew), about.throughIds.filter(isNew)]
    return this.#admitNew(
      { companyId: clinic.id, installationId: caller.id, patientIds, throughIds },
      ids,
      clinic.timeZone,
      see,
    )
  }

  async #admitNew(ask: Ask, ids: Set<string>, timeZone: string, see: See): Promise<void> {
    const { refused, ceiling } = await see(ask)
    if (refused)
      refuse('rate_limited', {
        retryAfterSeconds: untilMidnight(timeZone),
        limit: ceiling,
        windowSeconds: DAY_MS / 1000,
      })
    for (const id of [...ask.patientIds, ...ask.throughIds]) ids.add(id)
  }

  #idsOf(installationId: string, date: string): Today {
    const known = this.#today.get(installationId)
    if (known?.date === date && known.ids.size < MOST_IDS) return known
    const fresh: Today = { date, ids: new Set() }
    this.#today.set(installationId, fresh)
    return fresh
  }
}

/** In how many seconds the clinic's day is over. */
const untilMidnight = (timeZone: string): number =>
  Math.max(1, Math.ceil((startOfDay(addDays(todayIn(timeZone), 1), timeZone) - Date.now()) / 1000))
