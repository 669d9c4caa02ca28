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

/** The same with some records of one resource left out; where there are too many to be named, they stay so. */
export async function narrowed(
  changes: LiveChanges,
  resource: LiveResource,
  keep: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<LiveChanges> {
  const { [resource]: named, ...others } = changes
  if (named === undefined || named === MANY) return changes
  const kept = await keep(named)
  return kept.length > 0 ? { ...others, [resource]: kept } : others
}

export const isNothing = (changes: LiveChanges): boolean => Object.keys(changes).length === 0
