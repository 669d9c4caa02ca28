import type { ClinicFacts } from '../../kernel/tx.ts'
import { hasNationalId } from '../patients/national-id.ts'
import type { PatientRow } from '../patients/patient-file.ts'

const SAUDI = new Set(['sa', 'sau', 'saudi', 'saudi arabia', 'saudi arabian', 'سعودي', 'سعودية', 'السعودية'])

export type TaxedPatient = Pick<PatientRow, 'nationality' | 'national_id' | 'national_id_sealed'>

/**
 * The VAT rate of care for a patient. In Saudi Arabia private care for citizens is zero-rated (exemption VATEX-SA-HEA),
 * which the invoice has to prove with their national id.
 */
export function patientTaxPercent(
  { country, taxPercent }: Pick<ClinicFacts, 'country' | 'taxPercent'>,
  patient: TaxedPatient,
): number {
  const { nationality } = patient
  const citizen = nationality !== null && SAUDI.has(nationality.trim().toLowerCase())
  return country === 'SA' && citizen && hasNationalId(patient) ? 0 : taxPercent
}
