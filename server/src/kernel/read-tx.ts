import type { Cursors } from './cursor.ts'
import { recordAccess } from './record-access.ts'
import type { Context, Tx } from './tx.ts'
import type { SecretBox } from './values/secret-box.ts'

/** What every Tx is made with, besides its context. */
export interface TxDeps {
  cursors: Cursors
  box: SecretBox
}

const readsOnly = (): never => {
  throw new Error('An operation that reads tried to write.')
}
const withoutWrites = {
  lock: readsOnly,
  add: readsOnly,
  insert: readsOnly,
  update: readsOnly,
  emit: readsOnly,
  takeNumber: readsOnly,
}

/** What a Tx knows of who runs it and when. */
export const facts = (
  { clinic, caller, requestId, requestKey = null }: Context,
  now: string,
  { cursors, box }: TxDeps,
) => ({ clinic, caller, requestId, requestKey, now, cursors, box })

/** A Tx that reads, over what runs a statement of the clinic, and one of a delta. */
export function readTx(context: Context, deps: TxDeps, { run, delta }: Record<'run' | 'delta', Tx['sql']>): Tx {
  const now = new Date().toISOString()
  return { ...facts(context, now, deps), ...recordAccess(run, context.clinic.id, now), delta, ...withoutWrites }
}
