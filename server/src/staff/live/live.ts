import { LASTS_MS, type LiveResource } from '@clinic/contract/staff/live.ts'
import type { SharedReaders } from '../../db/driver.ts'
import { Listener } from '../../db/listener.ts'
import { refuse } from '../../kernel/errors.ts'
import { clinicsCalled, LIVE_CHANNEL } from '../../kernel/live-call.ts'
import { changedRecords, type ReadChanged, type SeenOf, seenRecords } from './changed-records.ts'
import { ClinicFeed } from './clinic-feed.ts'
import type { LiveStream } from './stream.ts'

/** Streams are one for each browser and clinic, so that a login has few; a process holds no more than so many. */
const MOST = { ofLogin: 12, inAll: 2_000 }
/** How often it looks although no process has called, and how often a stream shows that it lives. */
const [UNASKED_MS, REMIND_MS] = [5_000, 15_000]

/** All streams of a process: looks where a process that has written says so, and by itself, since a call may be lost. */
export class Live {
  readonly #read: ReadChanged
  /** What of it a member sees who does not see all branches. */
  readonly seenOf: ReadonlyMap<LiveResource, SeenOf>
  readonly #listener: Listener
  readonly #feeds = new Map<string, ClinicFeed>()
  #looking: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(readers: SharedReaders, listenUrl: string) {
    this.#read = changedRecords(readers)
    this.seenOf = seenRecords(readers)
    const hear = (payload: string) => {
      for (const companyId of clinicsCalled(payload)) this.#look(companyId)
    }
    const hearMove = (companyId: string) => this.#remind(companyId)
    this.#listener = new Listener(listenUrl, { [LIVE_CHANNEL]: hear, route_changed: hearMove }, () =>
      this.#lookEverywhere(),
    )
  }

  async start(): Promise<void> {
    await this.#listener.start()
    this.#looking = setInterval(() => this.#lookEverywhere(), UNASKED_MS).unref()
  }

  /** Refuses where a login, or the process, has as many streams as it may. */
  requireRoom(userId: string): void {
    const all = [...this.#feeds.values()].flatMap(({ streams }) => [...streams])
    if (this.#isClosed || all.length >= MOST.inAll) refuse('service_unavailable')
    const own = all.filter(stream => stream.userId === userId).length
    if (own >= MOST.ofLogin)
      refuse('rate_limited', { retryAfterSeconds: 30, limit: MOST.ofLogin, windowSeconds: LASTS_MS / 1_000 })
  }

  /** Follows a clinic until the stream ends; `last` is what it was told before. */
  async follow(companyId: string, stream: LiveStream, last: string | undefined): Promise<void> {
    const feed = this.#feeds.get(companyId) ?? new ClinicFeed(companyId, this.#read)
    this.#feeds.set(companyId, feed)
    await feed.join(stream, last)
  }

  /** Holds what a stream needs as long as it is open; answers what to call when it is not any more. */
  keep(companyId: string, stream: LiveStream): () => void {
    const reminding = setInterval(() => stream.remind(), REMIND_MS).unref()
    const ending = setTimeout(() => stream.end(), LASTS_MS).unref()
    return () => {
      clearInterval(reminding)
      clearTimeout(ending)
      const feed = this.#feeds.get(companyId)
      feed?.streams.delete(stream)
      if (feed?.streams.size === 0) this.#feeds.delete(companyId)
    }
  }

  #look(companyId: string): void {
    this.#feeds
      .get(companyId)
      ?.look()
      // What could not be read now is read with the next look: the position stays.
      .catch(() => undefined)
  }

  /** Where a clinic lives may have changed: streams end that are another cell’s by now, and who follows comes back there. */
  #remind(companyId: string): void {
    for (const stream of this.#feeds.get(companyId)?.streams ?? []) stream.remind()
  }

  #lookEverywhere(): void {
    for (const companyId of this.#feeds.keys()) this.#look(companyId)
  }

  /** Ends every stream: who follows comes back to another process. */
  endAll(): void {
    this.#isClosed = true
    for (const { streams } of this.#feeds.values()) for (const stream of streams) stream.end()
  }

  async close(): Promise<void> {
    this.endAll()
    clearInterval(this.#looking)
    await this.#listener.close()
  }
}
