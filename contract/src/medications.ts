import { anyScope } from './access.ts'
import { MaybeNumber, record } from './fields.ts'
import { family } from './kernel.ts'
import { ClinicText, MaybeClinicText, MaybeNote } from './tiers.ts'

export const Medication = record('medication', {
  name: ClinicText,
  category: MaybeClinicText,
  dosage: MaybeNumber,
  dispense: MaybeClinicText,
  sig: MaybeNote,
  duration: MaybeNumber,
  method: MaybeClinicText,
  strength: MaybeClinicText,
  details: MaybeNote,
})

const { listing } = family('Medications', { read: anyScope('prescriptions:read', 'procedures:read') })

export const listReferenceMedications = listing({
  id: 'listReferenceMedications',
  route: 'GET /reference/medications',
  summary: 'List medications as reference data',
  description: 'The same list as GET /medications.',
  paging: 'Plain',
  returns: Medication,
})

export const listMedications = listing({
  id: 'listMedications',
  route: 'GET /medications',
  summary: 'List medications',
  description: 'The medications that the doctors of the clinic choose from, with the usual dosage.',
  paging: 'Plain',
  returns: Medication,
})
