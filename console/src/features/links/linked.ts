import type { ClinicOperationId, Input } from '../../lib/api.ts'

/** What a patient is given a link to. */
export interface Linked extends Pick<Input<'createPatientLink'>, 'kind' | 'subjectId' | 'patientId'> {
  /** What shows it, and is asked anew when it is sent. */
  changes: readonly ClinicOperationId[]
}
