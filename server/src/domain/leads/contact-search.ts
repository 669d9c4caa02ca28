import type { TableRow } from '../../db/tables.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'

/** The folded text that a contact is found by. */
export const contactSearchText = ({
  name,
  phone,
  email,
}: Pick<TableRow<'contact'>, 'name' | 'phone' | 'email'>): string =>
  [name, phone, email].flatMap(part => (part === null ? [] : [foldForSearch(part)])).join(' ')
