import { isRecord } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'
import type { Touched } from '../kernel/touched.ts'

type Input = Readonly<Record<string, unknown>>

/** The names of the fields that an input gives; of a free-form map those of its keys, behind its own. */
function givenBy({ path, bodyKey }: Operation): (input: Input) => [name: string, field: string][] {
  const apart = new Set(pathNames(path))
  return input => {
    const given = bodyKey === undefined ? input : input[bodyKey]
    const names = isRecord(given) ? Object.keys(given).filter(name => given[name] !== undefined) : []
    const within = bodyKey === undefined ? '' : `${bodyKey}.`
    return names.flatMap((name): [string, string][] => (apart.has(name) ? [] : [[name, `${within}${name}`]]))
  }
}

/** The names of the fields that an operation changes, where no Tx knows more: those that it declares, else those it is given. */
export const declaredChanges = (operation: Operation): ((input: Input) => string[]) => {
  const { changes } = operation
  const given = givenBy(operation)
  return input => [...(changes ?? given(input).map(([, field]) => field))].sort()
}

/**
 * The names of the fields that a write has changed: those that it declares or was given, without what was as it is already,
 * and whatever else it changed of the records that it shows.
 */
export function changedFields(operation: Operation) {
  const { changes, returns } = operation
  const given = givenBy(operation)
  const shown: Input = isRecord(returns) && isRecord(returns.properties) ? returns.properties : {}
  return (input: Input, touched: Touched, shownIds: readonly string[]): string[] => {
    const told = changes ?? given(input).flatMap(([name, field]) => (touched.wasLeft(name, shownIds) ? [] : [field]))
    const updated = touched.fieldsOf(shownIds).filter(name => name in shown)
    return [...new Set([...told, ...updated])].sort()
  }
}
