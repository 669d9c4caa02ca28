import type { Returned } from '../../lib/api.ts'

export interface PatientProps {
  patient: Returned<'getPatientPrivacy'>
}
