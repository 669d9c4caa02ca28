import { setTimeout as delay } from 'node:timers/promises'
import type { Day, DayCard } from '@clinic/contract/staff/day.ts'
import type { LiveChanges } from '@clinic/contract/staff/live.ts'
import type { Ask } from './desk-ask.ts'

/** What an answer said of a visit; a plugin's says no version. */
export type Written = Pick<DayCard, 'id'> & Partial<Pick<DayCard, 'version' | 'status' | 'held'>>

/** A write that was acknowledged: every screen that shows its day has to show it, or what came after it. */
interface Truth {
  card: Written
  acknowledgedAt: number
}

const MOST_IDS = 50

/** One day of a branch as a browser keeps it: told of changes by the stream, and reading the cards that it was told of. */
export class Screen {
  readonly cards = new Map<string, DayCard>()
  /** Of each write of others the milliseconds from its answer until it was shown here. */
  readonly lags: number[] = []
  readonly #ask: Ask
  readonly #day: { branchId: string; date: string }
  readonly #pending: Truth[] = []
  readonly #leaving = new AbortController()
  readonly #told = new Set<string>()
  #last = ''

  constructor(ask: Ask, day: { branchId: string; date: string }) {
    this.#ask = ask
    this.#day = day
  }

  /** How many acknowledged writes are not shown yet. */
  get behind(): number {
    return this.#pending.length
  }

  owes(card: Written): void {
    const truth = { card, acknowledgedAt: performance.now() }
    // What was told before its writer had the answer.
    if (this.#shows(truth, 0)) this.lags.push(0)
    else this.#pending.push(truth)
  }

  async open(): Promise<void> {
    await this.#read()
    void this.#listen()
    void this.#takeUp()
  }

  close(): void {
    this.#leaving.abort()
  }

  async #listen(): Promise<void> {
    const { signal } = this.#leaving
    while (!signal.aborted) {
      await this.#hearAll().catch(() => undefined)
      // The server ends a stream after ten minutes.
      await delay(200)
    }
  }

  async #hearAll(): Promise<void> {
    let text = ''
    for await (const part of await this.#ask.stream(this.#last, this.#leaving.signal)) {
      text += part
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) this.#hear(block)
    }
  }

  #hear(block: string): void {
    const fields = new Map(
      block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    this.#last = fields.get('id') ?? this.#last
    const data: LiveChanges = fields.has('data') ? JSON.parse(fields.get('data') ?? '{}') : {}
    for (const id of data.appointment ?? []) this.#told.add(id)
  }

  /** The cards that it was told of are read together, one question after the other. */
  async #takeUp(): Promise<void> {
    while (!this.#leaving.signal.aborted) {
      const ids = [...this.#told].slice(0, MOST_IDS)
      for (const id of ids) this.#told.delete(id)
      if (ids.length > 0) await this.#read(ids)
      else await delay(5)
    }
  }

  async #read(ids?: string[]): Promise<void> {
    const asked = performance.now()
    const { data } = await this.#ask.read<Day>('/day', { ...this.#day, ...(ids && { ids }) })
    for (const id of ids ?? this.cards.keys()) this.cards.delete(id)
    for (const card of data.cards) this.cards.set(card.id, card)
    const seen = (id: string) => ids === undefined || ids.includes(id)
    for (const truth of this.#pending.filter(one => seen(one.card.id) && this.#shows(one, asked))) {
      this.#pending.splice(this.#pending.indexOf(truth), 1)
      this.lags.push(Math.max(0, performance.now() - truth.acknowledgedAt))
    }
  }

  /** What was read since it was acknowledged is it or newer; before, it is where it says the same. */
  #shows({ card, acknowledgedAt }: Truth, askedAt: number): boolean {
    if (askedAt >= acknowledgedAt) return true
    const shown = this.cards.get(card.id)
    if (!shown) return false
    const same = shown.version === card.version && shown.status === card.status && shown.held?.at === card.held?.at
    return same || shown.version > (card.version ?? 0)
  }
}
