import type { Mark } from '../../src/db/migration-marks.ts'
import { both, type Changes, without } from './changes.ts'
import { takenAway } from './taken-away.ts'

/** What is wrong with a migration, and what to do instead. */
export interface Finding {
  rule: string
  text: string
}

/** Tables with a handful of rows, which may be read and changed within a migration. */
const SMALL = 'backfill branch clinic plugin plugin_version publisher retention schema_migration scope'.split(' ')

type Rule = (changes: Changes, mark: Mark) => string[]

const large = ({ kept, nameOf }: Changes): string[] => kept.filter(id => !SMALL.includes(nameOf(id)))

/** Large ones that it reads through while those who write wait. */
const heldUp = (changes: Changes): string[] =>
  large(changes).filter(id => changes.stopsWrites(id) && changes.isRead(id))

const of =
  (relations: readonly string[]) =>
  ({ relation }: { relation: string }) =>
    relations.includes(relation)

const newIndexes = (changes: Changes) =>
  without(changes.after.indexes, changes.before.indexes).filter(of(heldUp(changes)))

/** Constraints that every row was compared with. */
const proven = ({ before, after }: Changes) => {
  const fresh = without(after.constraints, before.constraints).filter(({ kind }) => 'cf'.includes(kind))
  const later = both(before.constraints, after.constraints).flatMap(([was, is]) => (was.validated ? [] : [is]))
  return [...fresh, ...later].filter(({ validated }) => validated)
}

const required = ({ before, after }: Changes) =>
  both(before.columns, after.columns).flatMap(([was, is]) => (is.required && !was.required ? [is] : []))

const RULES: Readonly<Record<string, Rule>> = {
  index: changes =>
    newIndexes(changes).map(
      ({ name }) =>
        `index ${name} is built while all who write wait: make it in a file of its own, -- expand concurrently, by CREATE INDEX CONCURRENTLY; a constraint takes it then by USING INDEX`,
    ),
  constraint: changes =>
    proven(changes)
      .filter(of(heldUp(changes)))
      .map(
        ({ name }) =>
          `constraint ${name} reads the whole table while it is locked: ADD it NOT VALID, and VALIDATE it in a later migration`,
      ),
  required: changes =>
    required(changes)
      .filter(of(heldUp(changes)))
      .map(
        ({ name }) =>
          `SET NOT NULL of ${name} reads the whole table while it is locked: add CHECK (${name} IS NOT NULL) NOT VALID, VALIDATE it in a later migration, and SET NOT NULL in the contract, which then reads nothing`,
      ),
  rewrite: changes =>
    changes.kept
      .filter(changes.isWritten)
      .map(
        id =>
          `${changes.nameOf(id)} is written anew while nobody can read it: add a column that is null or has a constant default, fill it by a backfill, take the old one away by a contract`,
      ),
  rows: changes =>
    large(changes)
      .filter(id => changes.rowsChanged(id) > 0 || (changes.isRead(id) && !explained(changes, id)))
      .map(
        id =>
          `the rows of ${changes.nameOf(id)} are gone through in one transaction: declare a -- backfill, which a worker does in small ones`,
      ),
  renamed: ({ before, after }) =>
    [...both(before.relations, after.relations), ...both(before.columns, after.columns)]
      .filter(([was, is]) => was.name !== is.name)
      .map(
        ([was]) =>
          `${was.name} is renamed, and programs from before ask for that name: add the new one beside it, backfill, contract`,
      ),
  taken: (changes, { additive }) =>
    additive
      ? takenAway(changes).map(
          what =>
            `${what}, which programs from before rely on: it waits for a -- contract, once no program of the release before does`,
        )
      : [],
  several: changes => {
    const locked = changes.kept.filter(changes.stopsReads).map(changes.nameOf)
    return locked.length < 2
      ? []
      : [
          `${locked.sort().join(' and ')} are locked together: what has one waits for the other, and all wait for that: a file for each`,
        ]
  },
  frame: ({ before, after }) =>
    both(before.frame, after.frame).flatMap(([was, is]) =>
      was.value === is.value ? [] : ['it ends its transaction or sets a time-out: the migrator does both'],
    ),
}

/** Whether another rule says already why the table is read. */
const explained = (changes: Changes, id: string): boolean =>
  changes.isWritten(id) || [...newIndexes(changes), ...proven(changes), ...required(changes)].some(of([id]))

/** Every rule that a migration breaks. */
export const findings = (changes: Changes, mark: Mark): Finding[] =>
  Object.entries(RULES).flatMap(([rule, broken]) => [...new Set(broken(changes, mark))].map(text => ({ rule, text })))
