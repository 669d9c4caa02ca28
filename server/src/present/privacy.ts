import type { Static } from '@clinic/contract/kernel.ts'
import type { PatientPrivacy, RestrictedPatient } from '@clinic/contract/staff/privacy.ts'
import { type PrivacyRow, privacyState, type RestrictedRow } from '../domain/privacy/patient-privacy.ts'
import { fullName } from '../kernel/values/full-name.ts'

export const presentPrivacy = (row: PrivacyRow): Static<typeof PatientPrivacy> => ({
  id: row.id,
  patientId: row.id,
  fileNumber: row.file_number,
  name: fullName(row),
  state: privacyState(row),
  keptUntil: row.kept_until,
  restrictedAt: row.restricted_at,
  restrictedBy: row.restricted_by,
  reason: row.reason,
  anonymiseAt: row.anonymise_at,
  anonymisedAt: row.anonymised_at,
  legalHold: row.legal_hold,
  version: row.version,
  comingVisits: row.coming_visits,
  openInvoices: row.open_invoices,
})

export const presentRestricted = (row: RestrictedRow): Static<typeof RestrictedPatient> => ({
  id: row.id,
  patientId: row.id,
  fileNumber: row.file_number,
  name: fullName(row),
  restrictedAt: row.restricted_at ?? row.updated_at,
  anonymiseAt: row.anonymise_at ?? row.updated_at,
  anonymisedAt: row.anonymised_at,
  legalHold: row.legal_hold,
})
