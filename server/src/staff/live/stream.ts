import type { Writable } from 'node:stream'
import type { LiveChanges, LiveResource } from '@clinic/contract/staff/live.ts'
import { isNothing, onlyOf, together } from './changes.ts'

/** Of what a member may be told now, and which of the records. */
export interface Told {
  readonly resources: ReadonlySet<LiveResource>
  /** What of it they see, or saw at an instant; where it is absent, all. */
  readonly inSight?: (changes: LiveChanges, since: string) => Promise<LiveChanges>
}

/** Nothing where they are not in the clinic any more. */
export type Admit = () => Promise<Told | undefined>

/** Nothing on top of what lies in the buffer: who reads so slowly comes back later, and is told then. */
const isBehind = (out: Writable): boolean => out.writableNeedDrain

const seenOf = ({ inSight }: Told, changes: LiveChanges, since: string): Promise<LiveChanges | undefined> =>
  inSight && !isNothing(changes) ? inSight(changes, since).catch(() => undefined) : Promise.resolve(changes)

/**
 * One stream of one member. It holds no more than what changed since its last frame, by id, so that what it keeps is
 * bounded however slowly it is read; before each frame it asks whether the member may still have it.
 */
export class LiveStream {
  readonly userId: string
  readonly #out: Writable
  readonly #admit: Admit
  /** The instant up to which everything was told. */
  #told: string | undefined
  /** What is still to be told, up to an instant. */
  #waiting: { changes: LiveChanges; upTo: string } | undefined
  #reset = false
  #held = true
  #sending = false

  constructor(userId: string, out: Writable, admit: Admit) {
    this.userId = userId
    this.#out = out
    this.#admit = admit
  }

  get ended(): boolean {
    return this.#out.writableEnded || this.#out.destroyed
  }

  /** Up to here it was told before, by another. */
  goOnFrom(last: string): void {
    this.#told ??= last
  }

  /** Whatever was read before is out of date. */
  reset(upTo: string): void {
    this.#reset = true
    this.#waiting = { changes: {}, upTo }
    this.#send()
  }

  /** Takes up what changed up to an instant; it is sent as soon as it can be. */
  tell(changes: LiveChanges, upTo: string): void {
    const { changes: before, upTo: reached } = this.#waiting ?? { changes: {}, upTo }
    this.#waiting = { changes: together(before, changes), upTo: upTo > reached ? upTo : reached }
    this.#send()
  }

  /** From now on it sends: what came before its beginning has been taken up. */
  begin(): void {
    this.#held = false
    this.#send()
    this.remind()
  }

  /** Shows that it lives, and how far it has told; ends where the member is out of the clinic. */
  async remind(): Promise<void> {
    // Of before the question: what is read while the clinic moves away is not told here.
    const position = this.#position()
    if ((await this.#admitted()) && !this.#sending) this.#write(`:\n${position}\n`)
  }

  end(): void {
    if (!this.ended) this.#out.end()
  }

  async #send(): Promise<void> {
    if (this.#held || this.#sending) return
    this.#sending = true
    while (this.#waiting && !this.ended) {
      if (isNothing(this.#waiting.changes) && !this.#reset) {
        this.#told = this.#waiting.upTo
        this.#waiting = undefined
      } else await this.#frame()
    }
    this.#sending = false
  }

  async #frame(): Promise<void> {
    const told = await this.#admitted()
    if (!told || !this.#waiting) return
    const [permitted, upTo] = [onlyOf(this.#waiting.changes, told.resources), this.#waiting.upTo]
    const event = this.#reset ? 'reset' : 'change'
    this.#waiting = undefined
    const changes = await seenOf(told, permitted, this.#told ?? upTo)
    // Who is not told comes back, and is told then.
    if (!changes) return this.end()
    this.#told = upTo
    if (event === 'change' && isNothing(changes)) return
    this.#reset = false
    this.#write(`${this.#position()}event: ${event}\ndata: ${JSON.stringify(changes)}\n\n`)
  }

  async #admitted(): Promise<Told | undefined> {
    if (this.ended) return undefined
    const told = await this.#admit().catch(() => undefined)
    if (!told) this.end()
    return told
  }

  #position = (): string => (this.#told === undefined ? '' : `id: ${this.#told}\n`)

  #write(text: string): void {
    if (this.ended) return
    if (isBehind(this.#out)) this.end()
    else this.#out.write(text)
  }
}
