import { ClinicSettings } from '@clinic/contract/staff/clinic-settings.ts'
import { ClinicPractitioner } from '@clinic/contract/staff/practitioners.ts'
import type { SettledClinic } from '../domain/clinics/clinic-settings.ts'
import type { ClinicPractitioner as PractitionerRow } from '../domain/practitioners/clinic-practitioners.ts'
import { presenter } from '../kernel/presenter.ts'
import { clockOf } from './clock.ts'

export const presentClinicPractitioner = presenter<PractitionerRow, typeof ClinicPractitioner>(ClinicPractitioner, {
  order: 'sort_order',
})

export const presentClinicSettings = presenter<SettledClinic, typeof ClinicSettings>(ClinicSettings, {
  id: 'company_id',
  clock: clockOf,
})
