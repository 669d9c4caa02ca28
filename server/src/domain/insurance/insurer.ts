import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'
import { newId } from '../../kernel/values/ids.ts'
import { phoneOf } from '../patients/patient-phone.ts'
import { type Coverage, coverageColumns, DEFAULT_COVERAGE, requirePercentage } from './coverage.ts'

export type InsurerRow = TableRow<'insurance_company'>

export interface NewInsurer extends Coverage {
  name: string
  /** Its telephone, in any spelling. */
  number?: string | null
  email?: string | null
  taxNumber?: string | null
  /** 1 to 12. */
  insuranceStartMonth?: number | null
  taxPercent?: number | null
  forcePolicySelect?: boolean
  city?: string | null
  /** ISO 3166-1, two capital letters. */
  countryCode?: string | null
}

interface InsurerChanges extends Partial<NewInsurer> {
  id: string
  /** No patient is newly insured with it; those who are stay. */
  disabled?: boolean
}

const all = sql<InsurerRow>('select * from insurance_company where company_id = $1 order by disabled, name, id')

/** Those that the clinic works with, by name; last those that it no longer does. */
export const insurers = (tx: Tx): Promise<InsurerRow[]> => tx.sql(all([tx.clinic.id]))

/** Adds an insurer that the clinic treats for. */
export async function addInsurer(tx: Tx, input: NewInsurer): Promise<InsurerRow> {
  const { name } = input
  const columns = columnsOf(tx, { ...DEFAULT_COVERAGE, forcePolicySelect: false, ...input })
  const { number = null, tax_number = null } = columns
  const search_text = insurerSearchText({ name, number, tax_number })
  return tx.insert('insurance_company', { ...columns, id: newId('ico', Date.parse(tx.now)), name, search_text })
}

/** Changes what is given and differs. */
export async function changeInsurer(tx: Tx, { id, disabled, ...input }: InsurerChanges): Promise<InsurerRow> {
  const columns = columnsOf(tx, input)
  const before = await tx.lock('insurance_company', id)
  const { name = before.name, number = before.number, tax_number = before.tax_number } = columns
  const search_text = insurerSearchText({ name, number, tax_number })
  return changeRecord(tx, 'insurance_company', before, { ...columns, disabled, search_text })
}

function columnsOf({ clinic }: Tx, input: Partial<NewInsurer>) {
  const coverage = coverageColumns(input)
  requirePercentage(input.taxPercent, '/taxPercent')
  return {
    ...coverage,
    name: input.name,
    number: phoneOf(input.number, clinic.country, 'number'),
    email: input.email,
    tax_number: input.taxNumber,
    insurance_start_month: input.insuranceStartMonth,
    tax_percent: input.taxPercent,
    force_policy_select: input.forcePolicySelect,
    city: input.city,
    country_code: input.countryCode,
  }
}

/** The folded text that a search term is looked for in. */
export const insurerSearchText = ({ name, number, tax_number }: Pick<InsurerRow, 'name' | 'number' | 'tax_number'>) =>
  foldForSearch([name, number, tax_number].filter(Boolean).join(' '))
