import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeNumber, MaybeText, Optional, resource, Timestamp } from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

export const MedicationLine = resource('medication_line', {
  id: Id,
  name: Type.String(),
  dosage: MaybeNumber,
  dispense: MaybeText,
  type: MaybeText,
  sig: MaybeText,
  duration: MaybeNumber,
  method: MaybeText,
  strength: MaybeText,
  details: MaybeText,
  order: Type.Integer(),
})

export const Prescription = resource('prescription', {
  id: Id,
  name: MaybeText,
  details: MaybeText,
  seen: Type.Boolean(),
  medications: Type.Array(MedicationLine),
  patientId: Id,
  doctorId: Id,
  branchId: Id,
  appointmentId: MaybeId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const shared = { tag: 'Prescriptions', access: scope('prescriptions:read') } as const

export const listPrescriptions = listing({
  ...shared,
  id: 'listPrescriptions',
  route: 'GET /prescriptions',
  summary: 'List prescriptions',
  paging: 'Std',
  filters: { branchId: Optional(Id), patientId: Optional(Id) },
  returns: Prescription,
})

export const getPrescription = operation({
  ...shared,
  id: 'getPrescription',
  route: 'GET /prescriptions/:id',
  summary: 'Get a prescription',
  input: { id: Id },
  returns: Prescription,
})

export const prescriptionCreated = event({
  type: 'prescription.created',
  summary: 'A prescription was written.',
  object: 'prescription',
  data: { branchId: Id, patientId: Id, doctorId: Id },
  example: {
    id: exampleIds.prescription,
    branchId: exampleIds.branch,
    patientId: exampleIds.patient,
    doctorId: exampleIds.practitioner,
  },
})
