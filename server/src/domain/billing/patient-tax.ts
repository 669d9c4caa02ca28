import type { ClinicFacts } from '../../kernel/tx.ts'

const SAUDI = new Set(['sa', 'sau', 'saudi', 'saudi arabia', 'saudi arabian', 'سعودي', 'سعودية', 'السعودية'])

/**
 * The VAT rate of care for a patient. In Saudi Arabia private care for citizens is zero-rated (exemption VATEX-SA-HEA),
 * which the invoice has to prove with their national id.
 */
export function patientTaxPercent(
  { country, taxPercent }: Pick<ClinicFacts, 'country' | 'taxPercent'>,
  { nationality, national_id }: { nationality: string | null; national_id: string | null },
): number {
  const citizen = nationality !== null && SAUDI.has(nationality.trim().toLowerCase())
  return country === 'SA' && citizen && national_id !== null ? 0 : taxPercent
}
