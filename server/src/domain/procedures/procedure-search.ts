import { foldForSearch } from '../../kernel/values/fold-for-search.ts'

/** The folded text that a search term is looked for in: name and code (specification, operation 22). */
export const procedureSearchText = ({ name, code }: { name: string; code: string | null }): string =>
  foldForSearch(code === null ? name : `${name} ${code}`)
