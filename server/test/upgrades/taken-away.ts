import { both, type Changes, without } from './changes.ts'

/** What programs from before would miss, or would be refused from then on. */
export function takenAway({ before, after, nameOf }: Changes): string[] {
  const stays = (id: string) => after.relations.has(id)
  const column = ({ relation, name }: { relation: string; name: string }) => `${nameOf(relation)}.${name}`
  const columns = both(before.columns, after.columns)
  const isNew = (id: string) => after.columns.has(id) && !before.columns.has(id)
  return [
    ...without(before.relations, after.relations).map(({ name }) => `${name} is dropped`),
    ...without(before.columns, after.columns)
      .filter(({ relation }) => stays(relation))
      .map(one => `${column(one)} is dropped`),
    ...without(before.routines, after.routines).map(({ name }) => `${name}() is dropped`),
    ...columns.filter(([was, is]) => was.type !== is.type).map(([was, is]) => `${column(was)} becomes ${is.type}`),
    ...columns.filter(([was, is]) => is.required && !was.required).map(([was]) => `${column(was)} has to be given`),
    ...without(after.columns, before.columns)
      .filter(({ relation, required }) => required && before.relations.has(relation))
      .map(one => `${column(one)} has to be given`),
    ...without(after.constraints, before.constraints)
      .filter(({ relation, columns: names }) => before.relations.has(relation) && !names.some(isNew))
      .map(({ name }) => `${name} refuses what was taken`),
    ...without(after.indexes, before.indexes)
      .filter(({ relation, once }) => before.relations.has(relation) && once)
      .map(({ name }) => `${name} refuses what was taken twice`),
    ...[...before.grants]
      .filter(([id, { object }]) => !after.grants.has(id) && exists(after, object))
      .map(([, { text }]) => `${text} is revoked`),
  ]
}

const exists = ({ relations, columns, routines }: Changes['after'], object: string): boolean =>
  relations.has(object) || columns.has(object) || routines.has(object)
