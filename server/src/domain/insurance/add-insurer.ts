import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { phoneOf } from '../patients/patient-phone.ts'
import { type Coverage, requireCoverage, requirePercentage } from './coverage.ts'
import { type InsurerRow, insurerSearchText } from './insurer.ts'

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

/** Adds an insurer that the clinic treats for. */
export async function addInsurer(tx: Tx, input: NewInsurer): Promise<InsurerRow> {
  requireCoverage(input)
  requirePercentage(input.taxPercent, '/taxPercent')
  const { name, taxNumber: tax_number = null } = input
  const number = phoneOf(input.number, tx.clinic.country, 'number')
  return tx.insert('insurance_company', {
    id: newId('ico', Date.parse(tx.now)),
    ...{ name, number, tax_number, search_text: insurerSearchText({ name, number, tax_number }) },
    email: input.email ?? null,
    insurance_limit_minor: input.insuranceLimitMinor ?? null,
    insurance_unlimited: input.insuranceUnlimited ?? false,
    insurance_percentage: input.insurancePercentage ?? null,
    approval_required: input.approvalRequired ?? false,
    insurance_start_month: input.insuranceStartMonth ?? null,
    tax_percent: input.taxPercent ?? null,
    force_policy_select: input.forcePolicySelect ?? false,
    city: input.city ?? null,
    country_code: input.countryCode ?? null,
  })
}
