import type { State } from './state.ts'

/** What a migration did, in the terms of its rules. What it made itself is its own. */
export interface Changes {
  before: State
  after: State
  /** Tables that were there and still are, by their id. */
  kept: string[]
  /** Of a kept one, by its id: who reads it waits, who writes it waits; it was read through, written anew; how many rows changed. */
  stopsReads(relation: string): boolean
  stopsWrites(relation: string): boolean
  isRead(relation: string): boolean
  isWritten(relation: string): boolean
  rowsChanged(relation: string): number
  nameOf(relation: string): string
}

export function changesOf(before: State, after: State): Changes {
  const isHeld = ({ locks }: State, id: string, how: 'isExclusive' | 'stopsWrites') => locks.get(id)?.[how] ?? false
  const more = (id: string, of: 'scans' | 'changed') => (after.use.get(id)?.[of] ?? 0) - (before.use.get(id)?.[of] ?? 0)
  return {
    before,
    after,
    kept: [...before.relations.keys()].filter(id => after.relations.has(id)),
    stopsReads: id => isHeld(after, id, 'isExclusive') && !isHeld(before, id, 'isExclusive'),
    stopsWrites: id => isHeld(after, id, 'stopsWrites'),
    isRead: id => more(id, 'scans') > 0,
    isWritten: id => before.relations.get(id)?.file !== after.relations.get(id)?.file,
    rowsChanged: id => more(id, 'changed'),
    nameOf: id => before.relations.get(id)?.name ?? '',
  }
}

/** What the first has and the second has not. */
export const without = <Value>(some: Map<string, Value>, others: Map<string, unknown>): Value[] =>
  [...some].filter(([id]) => !others.has(id)).map(([, value]) => value)

/** What both have: how it was and how it is. */
export const both = <Value>(before: Map<string, Value>, after: Map<string, Value>): [was: Value, is: Value][] =>
  [...before].flatMap(([id, was]) => {
    const is = after.get(id)
    return is === undefined ? [] : [[was, is]]
  })
