import { anyScope } from './access.ts'
import { MaybeNumber, MaybeText, record } from './fields.ts'
import { family, Type } from './kernel.ts'

export const Medication = record('medication', {
  name: Type.String(),
  category: MaybeText,
  dosage: MaybeNumber,
  dispense: MaybeText,
  sig: MaybeText,
  duration: MaybeNumber,
  method: MaybeText,
  strength: MaybeText,
  details: MaybeText,
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
