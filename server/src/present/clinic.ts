import type { Clinic } from '@clinic/contract/clinic.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../db/tables.ts'

export type ClinicRow = TableRow<'clinic'>

function registrationOf(row: ClinicRow): Static<typeof Clinic>['businessRegistration'] {
  const { vat_number, vat_name, crn_number, commercial_name, registration_city } = row
  if ([vat_number, vat_name, crn_number, commercial_name, registration_city].every(text => text === null)) return null
  return {
    vatNumber: vat_number,
    vatName: vat_name,
    crnNumber: crn_number,
    commercialName: commercial_name,
    city: registration_city,
    isValid: row.registration_valid,
  }
}

export const presentClinic = (row: ClinicRow): Static<typeof Clinic> => ({
  object: 'clinic',
  id: row.company_id,
  name: row.name,
  logoUrl: row.logo_url,
  country: row.country,
  currency: row.currency,
  timeZone: row.time_zone,
  locale: row.locale,
  taxPercent: row.tax_percent,
  charts: row.charts,
  brandingColor: row.branding_color,
  businessRegistration: registrationOf(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
