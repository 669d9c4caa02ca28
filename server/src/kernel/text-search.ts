import { sql } from '../db/statement.ts'
import type { Tx } from './tx.ts'
import { foldForSearch, likeContaining } from './values/fold-for-search.ts'

/** How a list is narrowed to the records that a search means; one of them is set. */
export interface Found {
  /** Their ids, where they are few. */
  ids?: string[]
  /** What their search text holds, where they are few and the list must also hold those yet to come. */
  few?: string
  /** What their search text holds, where they are many. */
  pattern?: string
}

/** Up to here the ids are read and sorted; above, so many match that a walk of the list soon has a page of them. */
const FEW = 1000
const ALL = 2_147_483_647

/** The pattern of a search term that is looked for as it is. */
export const patternOf = (term: string | undefined): string | undefined =>
  term === undefined ? undefined : likeContaining(foldForSearch(term))

/** A list's search for text, by the database's function that answers ids from a trigram index. */
export function textSearch(recordsLike: string) {
  const find = sql<{ ids: string[] }>(`select array(select ${recordsLike}($1, $2)) as ids`)
  return {
    filters: {
      ids: (value: string) => `t.id = any(${value})`,
      few: (value: string) => `t.id = any(array(select ${recordsLike}(${value}, ${ALL})))`,
      // The planner knows nothing of LIKE behind row-level security and takes every pattern for rare, but not a coalesce.
      pattern: (value: string) => `coalesce(t.search_text like ${value}, false)`,
    },
    /** Names of the filters: they follow from the search term and from what is stored. */
    derived: ['ids', 'few', 'pattern'],
    /**
     * What a pattern means for a list. A delta reader's page looks the ids up itself: read before it, they could lack a
     * record that the page already passes over.
     */
    async find(tx: Tx, pattern: string | undefined, delta: boolean): Promise<Found> {
      if (pattern === undefined) return {}
      const [found] = await tx.sql(find([pattern, FEW + 1]))
      const ids = found?.ids ?? []
      if (ids.length > FEW) return { pattern }
      return delta ? { few: pattern } : { ids }
    },
  }
}
