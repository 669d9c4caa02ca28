import { scope } from './access.ts'
import { event } from './event.ts'
import { Id, MaybeId, MaybeNumber, record, resource } from './fields.ts'
import { family, Type } from './kernel.ts'
import { ClinicText, MaybeClinicText, MaybeNote } from './tiers.ts'

export const MedicationLine = resource('medication_line', {
  id: Id,
  name: ClinicText,
  dosage: MaybeNumber,
  dispense: MaybeClinicText,
  type: MaybeClinicText,
  sig: MaybeNote,
  duration: MaybeNumber,
  method: MaybeClinicText,
  strength: MaybeClinicText,
  details: MaybeNote,
  order: Type.Integer(),
})

export const Prescription = record('prescription', {
  name: MaybeNote,
  details: MaybeNote,
  seen: Type.Boolean(),
  medications: Type.Array(MedicationLine),
  patientId: Id,
  doctorId: Id,
  branchId: Id,
  appointmentId: MaybeId,
})

const { listing, operation } = family('Prescriptions', { read: scope('prescriptions:read') })

export const listPrescriptions = listing({
  id: 'listPrescriptions',
  route: 'GET /prescriptions',
  summary: 'List prescriptions',
  description: 'What doctors prescribed. Filter by patient for what a patient was given.',
  paging: 'Std',
  filters: { branchId: Id, patientId: Id },
  returns: Prescription,
})

export const getPrescription = operation({
  id: 'getPrescription',
  route: 'GET /prescriptions/:id',
  summary: 'Get a prescription',
  description: 'One prescription with its medications.',
  input: { id: Id },
  returns: Prescription,
})

export const prescriptionCreated = event({
  type: 'prescription.created',
  summary: 'A prescription was written.',
  object: 'prescription',
  data: { branchId: Id, patientId: Id, doctorId: Id },
})
