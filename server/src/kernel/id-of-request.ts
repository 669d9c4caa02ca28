import type { Tx } from './tx.ts'
import { derivedId, newId } from './values/ids.ts'

/** The same for a request that is sent again, by its Idempotency-Key; the words tell what it makes several of apart. */
export const idOfRequest = ({ caller, requestKey, now }: Tx, prefix: string, ...words: string[]): string =>
  requestKey === null ? newId(prefix, Date.parse(now)) : derivedId(prefix, caller.id, requestKey, ...words)
