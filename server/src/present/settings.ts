import { ClinicPractitioner } from '@clinic/contract/staff/practitioners.ts'
import type { ClinicPractitioner as PractitionerRow } from '../domain/practitioners/clinic-practitioners.ts'
import { presenter } from '../kernel/presenter.ts'

export const presentClinicPractitioner = presenter<PractitionerRow, typeof ClinicPractitioner>(ClinicPractitioner, {
  order: 'sort_order',
})
