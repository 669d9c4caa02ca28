import type { TableRow } from '../../db/tables.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'

export type InsurerRow = TableRow<'insurance_company'>
export type PolicyRow = TableRow<'insurance_policy'>
export type PolicyClassRow = TableRow<'policy_class'>

export const POLICY_STATUSES = ['ACTIVE', 'SUSPENDED', 'EXPIRED', 'CANCELED'] as const
export type PolicyStatus = (typeof POLICY_STATUSES)[number]

/** The folded text that a search term is looked for in. */
export const insurerSearchText = ({ name, number, tax_number }: Pick<InsurerRow, 'name' | 'number' | 'tax_number'>) =>
  foldForSearch([name, number, tax_number].filter(Boolean).join(' '))
