import { permission } from '../access.ts'
import {
  DateOnly,
  described,
  Id,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  Nested,
  Nullable,
  OneOf,
  Optional,
  resource,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Medication } from '../medications.ts'
import { Prescription } from '../prescriptions.ts'

const { operation, listing } = family('Prescriptions', {
  read: permission('encounters:read'),
  write: permission('prescriptions:write'),
  sight: 'patient',
})

const { object: _object, ...asToldToPlugins } = Prescription.properties

const written = {
  ...asToldToPlugins,
  canceledAt: described(MaybeTimestamp, 'Since when nothing of it is to be taken; null where it holds.'),
  cancelReason: described(MaybeText, 'Why it was canceled; null where it holds.'),
  doctorName: described(Type.String(), 'Of the doctor who wrote it.'),
  allowed: described(Type.Array(OneOf(['CANCEL'])), 'What the member who asks may do with it as it is.'),
}

export const WrittenPrescription = resource('prescription', written, 'writtenPrescription')

export const PrescriptionSheet = resource(
  'prescription',
  {
    ...written,
    patientName: described(Type.String(), 'First and last name of the patient.'),
    fileNumber: described(Type.Integer(), 'Which the platform gave the file of the patient.'),
    birthDate: described(Nullable(DateOnly), 'Of the patient; null where it is not known.'),
    age: described(MaybeInteger, 'Of the patient in whole years; null where it is not known.'),
    doctorNameAr: described(MaybeText, 'Of the doctor who wrote it, in Arabic; null where there is none.'),
    specialty: described(MaybeText, 'Of the doctor who wrote it; null where there is none.'),
    clinicName: described(Type.String(), 'Of the clinic.'),
    clinicNameAr: described(MaybeText, 'Of the clinic, in Arabic; null where there is none.'),
    branchName: described(Type.String(), 'Of the branch where it was written.'),
    branchNameAr: described(MaybeText, 'Of the branch, in Arabic; null where there is none.'),
    address: described(MaybeText, 'Of the branch; null where there is none.'),
    phones: described(Type.Array(Type.String()), 'Of the branch.'),
    readAt: described(Timestamp, 'When it was read.'),
  },
  'prescriptionSheet',
)

export const listClinicMedications = operation({
  id: 'listClinicMedications',
  route: 'GET /medications',
  access: permission('prescriptions:write'),
  sight: 'clinic',
  summary: 'What doctors choose from when they prescribe',
  description: 'By their names, 20 at most; q finds some letters of a name or a category.',
  input: { q: Optional(described(Text(1, 100), 'Letters of the name or the category.')) },
  returns: Medication,
  answer: 'all',
})

export const listPrescriptionsOfPatient = listing({
  id: 'listPrescriptionsOfPatient',
  route: 'GET /patients/:id/prescriptions',
  summary: 'What was prescribed to a patient, newest first',
  description: 'What was canceled too, with its medications.',
  paging: 'Page',
  path: { id: Id },
  returns: WrittenPrescription,
})

export const getPrescriptionSheet = operation({
  id: 'getPrescriptionSheet',
  route: 'GET /prescriptions/:id',
  summary: 'A prescription as it is printed',
  description:
    'With all that stands on the paper besides: whose it is, who wrote it and where. Of one that was canceled the paper says so.',
  input: { id: Id },
  returns: PrescriptionSheet,
})

const some = Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })

export const prescribe = operation({
  id: 'prescribe',
  route: 'POST /prescriptions',
  summary: 'Writes a prescription',
  description:
    'It is that of the doctor who asks. What a line leaves out is taken from the medication that it names of the formulary.',
  input: {
    patientId: Id,
    branchId: Id,
    appointmentId: Optional(Id),
    details: Optional(described(UpTo(2000), 'Remarks for the patient.')),
    medications: described(
      Type.Array(
        Nested({
          medicationId: Optional(described(Id, 'Of the formulary.')),
          name: Optional(described(Text(1, 200), 'What it is called; required where no medication is named.')),
          dosage: Optional(described(some, 'How much of it at a time, in its own unit.')),
          strength: Optional(described(UpTo(100), 'How strong it is, such as 500 mg.')),
          dispense: Optional(described(UpTo(100), 'How much is handed out.')),
          type: Optional(described(UpTo(100), 'In which form it is, such as tablet.')),
          sig: Optional(described(UpTo(500), 'How it is taken.')),
          duration: Optional(described(some, 'For how many days.')),
          method: Optional(described(UpTo(100), 'By which way it is taken.')),
          details: Optional(described(UpTo(500), 'Remarks on it.')),
        }),
        { minItems: 1, maxItems: 30 },
      ),
      'In the order of the paper.',
    ),
  },
  returns: WrittenPrescription,
  status: 201,
  emits: ['prescription.created'],
  refuses: ['not_permitted'],
})

export const cancelPrescription = operation({
  id: 'cancelPrescription',
  route: 'POST /prescriptions/:id/cancel',
  summary: 'Cancels a prescription',
  description: 'Plugins see it without medications from then on, and that it is canceled. Nothing takes that back.',
  input: { id: Id, reason: described(Text(1, 200), 'Why.') },
  changes: ['canceledAt', 'cancelReason'],
  returns: WrittenPrescription,
  refuses: ['invalid_state_transition', 'not_permitted'],
})
