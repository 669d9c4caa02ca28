import type { Operation, Static, TObject } from '@clinic/contract/kernel.ts'
import type { Practice, TestApp } from '../app/harness.ts'

/** A clinic in which an operation can be called, with a plugin that holds every scope and event. */
export interface Scene extends Practice {
  app: TestApp
  /** A number that no other call got, to make values unique. */
  next(): number
}

/**
 * An input with which an operation succeeds, made anew for every call: it makes the records it needs in the scene's
 * clinic and names them by their ids, those of optional fields too. A list finds at least one record by it.
 */
export interface Fixture {
  operation: Operation
  input: (scene: Scene) => Promise<Record<string, unknown>>
}

/** Declares the fixture of an operation; the files in `fixtures/` export theirs in an array named `fixtures`. */
export const fixture = <In extends TObject>(
  operation: Operation<In>,
  input: (scene: Scene) => Static<In> | Promise<Static<In>>,
): Fixture => ({ operation, input: async scene => ({ ...(await input(scene)) }) })
