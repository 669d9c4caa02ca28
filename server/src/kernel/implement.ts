import type { Operation, Static, TObject, TSchema } from '@clinic/contract/kernel.ts'
import type { Page } from './page.ts'
import type { Tx } from './tx.ts'

/** An operation together with what it does. */
export interface Implementation {
  readonly operation: Operation
  readonly run: (tx: Tx, input: Record<string, unknown>, known: unknown) => Promise<unknown>
  /** What takes long and needs no database, such as resolving a name: done before the transaction, handed to `run`. */
  readonly beforehand?: (input: Record<string, unknown>) => Promise<unknown>
}

type Answer<Item> = { data: Item } | { data: Item[] } | Page<Item>

/** Ties an operation to its implementation; the types of input and answer come from the declaration. */
export function implement<In extends TObject, Returns extends TSchema>(
  operation: Operation<In, Returns>,
  run: (tx: Tx, input: Static<In>) => Promise<Answer<Static<Returns>>>,
): Implementation {
  // The mount has validated the input against operation.input before it calls run.
  return { operation, run: (tx, input) => run(tx, input as Static<In>) }
}

/** The same for an operation that finds something out beforehand. */
export function implementKnowing<In extends TObject, Returns extends TSchema, Known>(
  operation: Operation<In, Returns>,
  beforehand: (input: Static<In>) => Promise<Known>,
  run: (tx: Tx, input: Static<In>, known: Known) => Promise<Answer<Static<Returns>>>,
): Implementation {
  return {
    operation,
    beforehand: input => beforehand(input as Static<In>),
    run: (tx, input, known) => run(tx, input as Static<In>, known as Known),
  }
}
