import { refuseInput } from '../../kernel/errors.ts'

/** What an insurer bears, as a company or a class of one of its policies says it; amounts in minor units. */
export interface Coverage {
  /** The most in a year; null where nothing is said. */
  insuranceLimitMinor?: number | null
  insuranceUnlimited?: boolean
  /** The insurer's share. */
  insurancePercentage?: number | null
  approvalRequired?: boolean
}

/** What holds where nothing is said of it. */
export const DEFAULT_COVERAGE = { insuranceUnlimited: false, approvalRequired: false }

/** The columns of what is given of it. Refuses what a column could not hold. */
export function coverageColumns(given: Coverage) {
  requireAmount(given.insuranceLimitMinor, '/insuranceLimitMinor')
  requirePercentage(given.insurancePercentage, '/insurancePercentage')
  return {
    insurance_limit_minor: given.insuranceLimitMinor,
    insurance_unlimited: given.insuranceUnlimited,
    insurance_percentage: given.insurancePercentage,
    approval_required: given.approvalRequired,
  }
}

export function requireAmount(minor: number | null | undefined, path: string): void {
  if (minor == null || (Number.isSafeInteger(minor) && minor >= 0)) return
  refuseInput({ path, code: 'minimum', message: 'must be a whole number of minor units, at least 0' })
}

/** Percentages have at most two decimals. */
export function requirePercentage(percent: number | null | undefined, path: string): void {
  if (percent == null || (percent >= 0 && percent <= 100 && Math.round(percent * 100) / 100 === percent)) return
  refuseInput({ path, code: 'range', message: 'must be from 0 to 100 with at most two decimals' })
}
