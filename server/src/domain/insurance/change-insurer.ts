import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import { phoneOf } from '../patients/patient-phone.ts'
import type { NewInsurer } from './add-insurer.ts'
import { coverageColumns, requireCoverage, requirePercentage } from './coverage.ts'
import { type InsurerRow, insurerSearchText } from './insurer.ts'

export interface InsurerChanges extends Partial<NewInsurer> {
  id: string
  /** No patient is newly insured with it; those who are stay. */
  disabled?: boolean
}

/** Changes what is given and differs. */
export async function changeInsurer(tx: Tx, { id, ...input }: InsurerChanges): Promise<InsurerRow> {
  requireCoverage(input)
  requirePercentage(input.taxPercent, '/taxPercent')
  const before = await tx.lock('insurance_company', id)
  const changes = differences(before, columnsOf(tx, input))
  if (isEmpty(changes)) return before
  const search_text = insurerSearchText({ ...before, ...changes })
  return tx.update('insurance_company', id, { ...changes, search_text })
}

const columnsOf = ({ clinic }: Tx, input: Omit<InsurerChanges, 'id'>) => ({
  ...coverageColumns(input),
  name: input.name,
  number: input.number === undefined ? undefined : phoneOf(input.number, clinic.country, 'number'),
  email: input.email,
  tax_number: input.taxNumber,
  insurance_start_month: input.insuranceStartMonth,
  tax_percent: input.taxPercent,
  force_policy_select: input.forcePolicySelect,
  city: input.city,
  country_code: input.countryCode,
  disabled: input.disabled,
})
