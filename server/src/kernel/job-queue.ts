import { type Static, type TObject, type TProperties, Type } from '@clinic/contract/kernel.ts'
import { sql } from '../db/statement.ts'
import type { Tx } from './tx.ts'

/** A kind of background work and what it is told: ids and little else, for it reads what it needs when it runs. */
export interface JobKind<Payload extends TObject = TObject> {
  readonly name: string
  readonly payload: Payload
  /** How often a run that throws is tried again, at growing intervals; then the job stays in the queue, failed. */
  readonly attempts: number
}

const ATTEMPTS = 10

/** Declares a kind of work that is done for one clinic. */
export const jobKind = <Fields extends TProperties>(name: string, fields: Fields, attempts = ATTEMPTS) => ({
  name,
  payload: Type.Object({ companyId: Type.String(), ...fields }),
  attempts,
})

export interface JobOptions {
  /** Not before then; immediately unless told. */
  at?: string
  /** Replaces the clinic's waiting job of this kind with the same key. One that has begun is not replaced, but followed. */
  key?: string
}

const enqueueJob = sql("select enqueue_job($2, $3, $4, $5, $6) where $1 = current_setting('app.company')")

/** Adds a job that is run if, and as soon as, the transaction commits. */
export async function enqueue<Payload extends TObject>(
  tx: Tx,
  { name, attempts }: JobKind<Payload>,
  payload: Omit<Static<Payload>, 'companyId'>,
  { at, key }: JobOptions = {},
): Promise<void> {
  await tx.sql(enqueueJob([tx.clinic.id, name, JSON.stringify(payload), at ?? null, key ?? null, attempts]))
}
