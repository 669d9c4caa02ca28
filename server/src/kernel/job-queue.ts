import { type Static, type TObject, type TProperties, Type } from '@clinic/contract/kernel.ts'
import { sql } from '../db/statement.ts'
import type { Tx } from './tx.ts'

/** A kind of background work and what it is told: ids and little else, for it reads what it needs when it runs. */
export interface JobKind<Payload extends TObject = TObject> {
  readonly name: string
  readonly payload: Payload
  /** How often a run that throws is tried again, at growing intervals; then the job stays in the queue, failed. */
  readonly attempts: number
  readonly realTime?: boolean
}

const ATTEMPTS = 10

/** A kind that keeps the real time, whatever the clock of the clinic shows. */
export const inRealTime = <Kind extends JobKind>(kind: Kind): Kind & { readonly realTime: true } => ({
  ...kind,
  realTime: true,
})

/** Declares a kind of work that is done for one clinic. */
export const jobKind = <Fields extends TProperties>(name: string, fields: Fields, attempts = ATTEMPTS) => ({
  name,
  payload: Type.Object({ companyId: Type.String(), ...fields }),
  attempts,
})

export interface JobOptions {
  /** Not before then, by the clinic's clock (see `inRealTime`); immediately unless told. */
  at?: string
  /** Replaces the clinic's waiting job of this kind with the same key. One that has begun is not replaced, but followed. */
  key?: string
}

const enqueueJob = sql("select enqueue_job($2, $3, $4, $5, $6) where $1 = current_setting('app.company')")

/** Adds a job that is run if, and as soon as, the transaction commits. */
export async function enqueue<Payload extends TObject>(
  tx: Tx,
  { name, attempts, realTime = false }: JobKind<Payload>,
  payload: Omit<Static<Payload>, 'companyId'>,
  { at, key }: JobOptions = {},
): Promise<void> {
  const due = realTime ? at : dueOf(tx, at)
  await tx.sql(enqueueJob([tx.clinic.id, name, JSON.stringify(payload), due ?? null, key ?? null, attempts]))
}

/** By the real clock, which the queue goes by. While a clock is moved, what follows immediately waits for its turn there. */
function dueOf({ clinic: { clockOffsetMs }, now, realNow }: Tx, at: string | undefined): string | undefined {
  if (now === realNow) return at
  const isMoved = Date.parse(now) - Date.parse(realNow) !== clockOffsetMs
  const due = at ?? (isMoved ? now : undefined)
  return due === undefined ? undefined : new Date(Date.parse(due) - clockOffsetMs).toISOString()
}
