import type { Access, InClinic } from '@clinic/contract/access.ts'
import type { Operation, Static, TObject, TSchema } from '@clinic/contract/kernel.ts'
import type { Page } from './page.ts'
import type { Tx } from './tx.ts'

/**
 * What an implementation is given, by where its operation runs: in a clinic, a transaction of it. A surface whose callers
 * come from outside any clinic adds what these are given, under the tag of their access.
 */
export interface Given {
  clinic: Tx
}
type GivenTo<Who extends Access> = Given[(Who extends InClinic ? 'clinic' : Who['by']) & keyof Given]

/** An operation together with what it does. */
export interface Implementation {
  readonly operation: Operation
  readonly run: (given: Given[keyof Given], input: Record<string, unknown>, prepared: unknown) => Promise<unknown>
  /** What takes long and needs no database, such as resolving a name: done before the transaction, handed to `run`. */
  readonly prepare?: (input: Record<string, unknown>) => Promise<unknown>
  readonly follow?: Follow
}

/**
 * What is waited for once a write has committed, so that its answer says how that came out; it goes on without being waited
 * for. Answers anew, with the status that fits.
 */
export type Follow = (
  tx: Tx,
  input: Record<string, unknown>,
) => Promise<{ status: Operation['status']; answer: { data: unknown } }>

/** The same, followed up to an answer of the same shape. */
export const followed = (implementation: Implementation, follow: Follow): Implementation => ({
  ...implementation,
  follow,
})

/** An answer, and the ids of records that were changed besides the one it shows: the audit names them all. */
type Answer<Item> = ({ data: Item } | { data: Item[] } | Page<Item>) & { changed?: readonly string[] }

/**
 * Ties an operation to its implementation; the types of what it is given, of its input and of its answer come from the
 * declaration. Where something has to be prepared, it is told how before it is told what to run.
 */
export function implement<In extends TObject, Returns extends TSchema, Who extends Access>(
  operation: Operation<In, Returns, Who>,
  run: (given: GivenTo<Who>, input: Static<In>) => Promise<Answer<Static<Returns>>>,
): Implementation
export function implement<In extends TObject, Returns extends TSchema, Who extends Access, Prepared>(
  operation: Operation<In, Returns, Who>,
  prepare: (input: Static<In>) => Promise<Prepared>,
  run: (given: GivenTo<Who>, input: Static<In>, prepared: Prepared) => Promise<Answer<Static<Returns>>>,
): Implementation
export function implement(operation: Operation, first: unknown, second?: unknown): Implementation {
  // The pipeline admits only whom `access` names, and validates the input, before it calls either.
  if (second === undefined) return { operation, run: first as Implementation['run'] }
  return {
    operation,
    prepare: first as (input: Record<string, unknown>) => Promise<unknown>,
    run: second as Implementation['run'],
  }
}
