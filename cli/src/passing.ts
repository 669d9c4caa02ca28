import { setTimeout as delay } from 'node:timers/promises'
import { NotFound } from '@clinic/sdk/errors.ts'
import type { Api } from './api.ts'
import { following, newestEvent } from './following.ts'
import type { ListenState } from './listen-state.ts'
import { tell } from './output.ts'
import { isTaken, post, type Receiver } from './posting.ts'
import type { Row } from './records.ts'

/** As often as is worth it where a person looks on. */
const MOST_TRIES = 3
const PAUSE_MS = 1000

export interface PassWishes {
  /** Is told once that nothing listens yet. */
  readonly onWaiting?: (() => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Passes one event on. While nothing listens it waits; one that is refused is tried again, and then left behind. */
export async function pass(receiver: Receiver, event: Row, { onWaiting, signal }: PassWishes = {}): Promise<Row> {
  const waiting = onWaiting ?? (() => tell(`Nothing listens at ${receiver.to}; waiting for it.`))
  for (let tries = 1, waited = false; ; await delay(PAUSE_MS, undefined, { signal })) {
    const began = performance.now()
    const at = new Date().toISOString()
    const { status, answer } = await post(receiver, event, tries)
    if (status === undefined) {
      if (!waited) waiting()
      waited = true
      continue
    }
    const ms = Math.round(performance.now() - began)
    const row = { id: event.id, type: event.type, at, status, ms, tries, answer }
    if (isTaken(status) || tries === MOST_TRIES) return row
    tries++
  }
}

/** Whether a type is one of those that are wanted: named, or of a family such as `appointment.*`; all where none is. */
export const isWanted = (type: unknown, wanted: readonly string[]): boolean =>
  wanted.length === 0 ||
  wanted.some(one => (one.endsWith('.*') ? String(type).startsWith(one.slice(0, -1)) : type === one))

/** Every event after the last that was passed on; what the caller is done with is noted as that. */
export async function* toPass(
  api: Api,
  state: ListenState,
  wishes: { type?: string | undefined; signal?: AbortSignal },
) {
  for await (const event of following(api, { ...wishes, after: state.last, fromFirst: true, patient: true })) {
    yield event
    // What was passed on and not yet noted comes again after a crash, with its id: nothing is lost.
    state.last = String(event.id)
    await state.save()
  }
}

/** Where to go on: the last event that was passed on, which may be gone, after 30 days or with a reset; else what happens now. */
export async function begin(api: Api, state: ListenState, fromNow: boolean): Promise<void> {
  if (state.begun && !fromNow) {
    if (state.last === undefined || (await isThere(api, state.last))) return
    tell('The event that was passed on last is not there any more: beginning with what happens now.')
  }
  state.last = await newestEvent(api)
  state.begun = true
  await state.save()
}

async function isThere(api: Api, id: string): Promise<boolean> {
  try {
    await api.one('GET /events/:id', { id })
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}
