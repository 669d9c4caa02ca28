import { setTimeout as delay } from 'node:timers/promises'
import type { Api } from '../api.ts'
import type { Row } from '../records.ts'

/** The log shows a request a moment after it was answered. */
const EVERY_MS = 300
const MOST_LOOKS = 8
const PAGE = 100
const MOST_EVENTS = 200

/** What plg itself asks for with the token of the plugin: to hear events, and to cause one. */
const OWN: readonly unknown[] = ['listEvents', 'triggerEvent', 'getEvent']
/** What it asks for once after it has caused one. */
const ASKED_AFTER = 'getInstallation'

interface Passed {
  readonly id: string
  readonly began: number
}

/** What the plugin calls, from the log of requests of its installation, beside the event that it was dealing with. */
export class CallLog {
  readonly #api: Api
  readonly #installationId: string
  readonly #show: (call: Row) => void
  readonly #shown = new Set<string>()
  #events: Passed[] = []
  #looks = 0
  /** How many calls that plg has made are still to come in the log. */
  #owed = 0

  constructor(api: Api, installationId: string, show: (call: Row) => void) {
    this.#api = api
    this.#installationId = installationId
    this.#show = show
  }

  /** Before an event is passed on: what was called before the first is none of it. */
  async before(): Promise<void> {
    if (this.#events.length === 0) await this.#fresh().catch(() => [])
  }

  /** An event was answered: what it has caused is looked for, for some seconds. */
  after(event: Passed): void {
    this.#events = [...this.#events, event].slice(-MOST_EVENTS)
    const isLooking = this.#looks > 0
    this.#looks = MOST_LOOKS
    if (!isLooking) void this.#look()
  }

  end(): void {
    this.#looks = 0
  }

  async #look(): Promise<void> {
    for (; this.#looks > 0; this.#looks--) {
      await delay(EVERY_MS)
      // A log that cannot be read at the moment is read at the next look.
      const calls = await this.#fresh().catch(() => [])
      for (const call of calls) this.#show({ event: this.#eventAt(Date.parse(String(call.at))), ...call })
    }
  }

  /** The one that was passed on last before that. */
  #eventAt(at: number): string | undefined {
    const before = this.#events.findLast(({ began }) => began <= at)
    return (before ?? this.#events.at(-1))?.id
  }

  async #fresh(): Promise<Row[]> {
    const { data } = await this.#api.page('GET /installations/:installationId/requests', {
      ...{ installationId: this.#installationId, limit: PAGE },
    })
    const fresh = data.filter(({ id }) => !this.#shown.has(String(id))).reverse()
    for (const { id } of fresh) this.#shown.add(String(id))
    return fresh
      .filter(call => this.#isOfPlugin(call))
      .map(({ method, route, operation, status, durationMs, code, id }) => ({
        ...{ call: operation, method, route, status, ms: durationMs, code, id },
      }))
  }

  #isOfPlugin({ operation }: Row): boolean {
    if (operation === ASKED_AFTER && this.#owed > 0) {
      this.#owed--
      return false
    }
    if (operation === 'triggerEvent') this.#owed++
    return !OWN.includes(operation)
  }
}
