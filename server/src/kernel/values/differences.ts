import { isDeepStrictEqual } from 'node:util'

/** Values for some columns of a row; undefined means that nothing is wanted of the column. */
type Wishes<Row> = { [Column in keyof Row]?: Row[Column] | undefined }

/** What is wanted and differs from the row; lists are compared item by item. Empty when nothing would change. */
export function differences<Row extends object>(row: Row, wanted: Wishes<Row>): Partial<Row> {
  const before = new Map<string, unknown>(Object.entries(row))
  const changed = Object.entries(wanted).filter(
    ([column, value]) => value !== undefined && !isDeepStrictEqual(value, before.get(column)),
  )
  return Object.fromEntries(changed) as Partial<Row>
}

export const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0

/** The facts that were different before: what an event tells as its previous attributes. */
export const formerFacts = <Facts extends object>(before: Facts, after: Facts): Partial<Facts> =>
  differences(after, before)
