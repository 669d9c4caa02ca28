import type { Filter } from '../../kernel/list-source.ts'

/**
 * A filter for each state that follows from several columns, called as the state: its condition is written out, so that the
 * index of what it is about is found.
 */
export const stateFilters = <State extends string>(ofState: Readonly<Record<State, string>>): Record<string, Filter> =>
  Object.fromEntries(
    Object.entries<string>(ofState).map(([state, where]) => [state, value => `${where} and ${value}::boolean`]),
  )
