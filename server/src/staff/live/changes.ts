import { isLiveResource, type LiveChanges, type LiveResource, MANY, MOST_NAMED } from '@clinic/contract/staff/live.ts'

type Named = NonNullable<LiveChanges[LiveResource]>

const both = (one: Named, other: Named): Named => {
  if (one === MANY || other === MANY) return MANY
  const ids = [...new Set([...one, ...other])]
  return ids.length > MOST_NAMED ? MANY : ids
}

const partsOf = (changes: LiveChanges): [LiveResource, Named][] =>
  Object.entries(changes).flatMap(([name, named]) => (isLiveResource(name) ? [[name, named]] : []))

/** What changed in either. */
export function together(one: LiveChanges, other: LiveChanges): LiveChanges {
  const added = partsOf(other).map(([name, named]) => [name, both(one[name] ?? [], named)])
  return { ...one, ...Object.fromEntries(added) }
}

/** What of it these may be told. */
export const onlyOf = (changes: LiveChanges, told: ReadonlySet<LiveResource>): LiveChanges =>
  Object.fromEntries(partsOf(changes).filter(([name]) => told.has(name)))

export const isNothing = (changes: LiveChanges): boolean => Object.keys(changes).length === 0
