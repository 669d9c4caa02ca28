import { anyScope } from './access.ts'
import { Id, MaybeNumber, MaybeText, resource, Timestamp } from './fields.ts'
import { listing, Type } from './kernel.ts'

export const Medication = resource('medication', {
  id: Id,
  name: Type.String(),
  category: MaybeText,
  dosage: MaybeNumber,
  dispense: MaybeText,
  sig: MaybeText,
  duration: MaybeNumber,
  method: MaybeText,
  strength: MaybeText,
  details: MaybeText,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = {
  tag: 'Medications',
  access: anyScope('prescriptions:read', 'procedures:read'),
  paging: 'Plain',
  returns: Medication,
} as const

export const listReferenceMedications = listing({
  ...shared,
  id: 'listReferenceMedications',
  route: 'GET /reference/medications',
  summary: 'List medications as reference data',
  description: 'The same list as GET /medications.',
})

export const listMedications = listing({
  ...shared,
  id: 'listMedications',
  route: 'GET /medications',
  summary: 'List medications',
})
