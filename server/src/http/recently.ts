import { LRUCache } from 'lru-cache'
import type { Context } from '../kernel/tx.ts'
import type { Disclosure } from './disclosure.ts'

const WHILE_MS = 10 * 60_000
const MAX_REMEMBERED = 100_000
/** In place of a patient, where none was found. */
const NOBODY = 'none'

/** Which patients a login has been shown within the last ten minutes, as this process knows it. */
export interface Recently {
  /** Records which of the patients the operation has not shown the login lately; that there were none is recorded as well. */
  unlessShown(
    operation: string,
    context: Context,
    about: Disclosure,
    record: (news: Disclosure) => Promise<void>,
  ): Promise<void>
}

export function recently(now: () => number = () => performance.now()): Recently {
  const shown = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: WHILE_MS, ttlResolution: 0, perf: { now } })
  return {
    async unlessShown(operation, { clinic, caller: { id, tokenId } }, about, record) {
      const keyOf = (whom: string) => [operation, clinic.id, tokenId ?? id, whom].join(' ')
      const isNew = (whom: string) => !shown.has(keyOf(whom))
      // Whose an invoice or a payment is, the database alone knows.
      const all = [...about.patientIds, ...about.throughIds]
      const news = (all.length > 0 ? all : [NOBODY]).filter(isNew)
      if (news.length === 0) return
      await record({
        ...about,
        patientIds: about.patientIds.filter(isNew),
        throughIds: about.throughIds.filter(isNew),
      })
      for (const whom of news) shown.set(keyOf(whom), true)
    },
  }
}
