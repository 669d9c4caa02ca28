import { isSwitchedOff } from './switched-off.ts'

/**
 * Groups items that come while an earlier group is under way: the next group starts when the last has come back. No caller
 * waits for a timer, and under load many share the cost of one round trip. Where a round trip costs much more than what is
 * asked in it, `pauseMs` lets more share it: so long nothing starts after a group of several, unless a whole group is
 * waiting. A caller that comes alone never waits for that. Nothing is answered, and `run` must not reject.
 */
export function oneWayQueue<Item>(
  run: (items: Item[]) => Promise<void>,
  maxItems = 500,
  pauseMs = 0,
): (item: Item) => void {
  if (isSwitchedOff('batching')) return item => void run([item])
  let waiting: Item[] = []
  let running = false
  let endPause: (() => void) | undefined

  const pause = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, pauseMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
      if (waiting.length >= maxItems) endPause()
    })

  async function drain(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxItems)
      waiting = waiting.slice(maxItems)
      await run(group)
      if (pauseMs > 0 && group.length > 1) await pause()
    }
    running = false
  }

  return item => {
    waiting.push(item)
    if (waiting.length >= maxItems) endPause?.()
    if (running) return
    running = true
    // All that this turn of the event loop asks for shares the first group.
    setImmediate(() => void drain())
  }
}

/** A queue for calls that each wait for their own answer; `run` answers in the order of the items. */
export function batchingQueue<Item, Result>(
  run: (items: Item[]) => Promise<readonly Result[]>,
  maxItems?: number,
  pauseMs?: number,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    resolve: (result: Result) => void
    reject: (error: unknown) => void
  }

  async function answer(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item))
      group.forEach(({ resolve }, index) => {
        resolve(results[index] as Result)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  const ask = oneWayQueue(answer, maxItems, pauseMs)
  return item => new Promise((resolve, reject) => ask({ item, resolve, reject }))
}
