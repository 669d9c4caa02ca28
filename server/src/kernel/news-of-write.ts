import type { Build, Statement } from '../db/statement.ts'

type Part = 'audit' | 'answer'
interface Told {
  part: Part
  /** What each value is called in the news, in their order. */
  names: readonly string[]
}

const TOLD = new Map<string, Told>()

/** Says that the news of a write have the values of this statement, where it is left to the commit. */
export function inNews<Row>(build: Build<Row>, part: Part, names: readonly string[]): Build<Row> {
  TOLD.set(build([]).name, { part, names })
  return build
}

const shown = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('hex') : (value ?? null))

/** The news of a write in a cell, by which its worker can do what is left: the record, and the answer of its key. */
export const newsOf = (left: readonly Statement[]): Partial<Record<Part, object>> =>
  Object.fromEntries(
    left.map(({ name, values }) => {
      const { part, names } = TOLD.get(name) ?? unknown()
      return [part, Object.fromEntries(names.map((each, index) => [each, shown(values[index])]))]
    }),
  )

function unknown(): never {
  throw new Error('A write that changes what is control’s leaves nothing to its commit but its record and its answer.')
}
