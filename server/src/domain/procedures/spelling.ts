import { foldForSearch } from '../../kernel/values/fold-for-search.ts'

/** A code or a heading as it is compared: in whatever case, digits and width it is written. */
export const sameSpelling = (text: string): string => foldForSearch(text.normalize('NFKC'))
