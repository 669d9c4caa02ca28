import { REMEMBERED_MS } from '@clinic/contract/staff/live.ts'
import type { ReadChanged } from './changed-records.ts'
import type { LiveStream } from './stream.ts'

/** The streams of one clinic in this process: what changed is read once for all of them. */
export class ClinicFeed {
  readonly streams = new Set<LiveStream>()
  readonly #companyId: string
  readonly #read: ReadChanged
  /** Up to here everything was read. */
  #position: string | undefined
  #looking: Promise<void> | undefined
  #again = false

  constructor(companyId: string, read: ReadChanged) {
    this.#companyId = companyId
    this.#read = read
  }

  /** Lets a stream follow from the instant that it was told last, from now on without one. */
  async join(stream: LiveStream, last: string | undefined): Promise<void> {
    this.streams.add(stream)
    // What follows is taken up meanwhile, and sent after what is missing before it.
    if (this.#position === undefined) await this.look()
    const position = this.#position ?? refuseBlind()
    if (last === undefined || last === position) stream.tell({}, position)
    else if (isForgotten(last, position)) stream.reset(position)
    else {
      stream.goOnFrom(last)
      stream.tell((await this.#read(this.#companyId, last, position)).changes, position)
    }
    stream.begin()
  }

  /** Reads what is new and tells it; a call while it reads has it read once more. */
  look(): Promise<void> {
    if (this.#looking) this.#again = true
    this.#looking ??= this.#all().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #all(): Promise<void> {
    do {
      this.#again = false
      const since = this.#position
      const { changes, upTo } = await this.#read(this.#companyId, since ?? 'infinity')
      this.#position = upTo
      // A sandbox that was reset is back in the present: what was read ahead of it says nothing.
      const isBack = since !== undefined && upTo < since
      for (const stream of this.streams) isBack ? stream.reset(upTo) : stream.tell(changes, upTo)
    } while (this.#again)
  }
}

const isForgotten = (last: string, position: string): boolean =>
  last > position || Date.parse(position) - Date.parse(last) > REMEMBERED_MS

function refuseBlind(): never {
  throw new Error('A clinic was looked at, and its horizon is not known.')
}
