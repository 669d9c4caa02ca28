import { permission } from '../access.ts'
import { AppointmentStatus } from '../appointments.ts'
import {
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeNumber,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  RowVersion,
  resource,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { patientChanges } from '../patients.ts'
import { Permitted } from '../tiers.ts'
import { PatientAlert } from './patient-alerts.ts'
import { Relation } from './patient-relations.ts'
import { CONTACT, named, told } from './told-patient.ts'

const { operation, listing } = family('Patients', {
  read: permission('patients:read'),
  write: permission('patients:write'),
  sight: 'patient',
})

const Balance = Permitted(
  'balances:read',
  described(Type.Number(), 'What is still to be paid on all invoices, in the currency of the clinic.'),
)

const PatientEntry = resource(
  'patient',
  {
    ...told,
    lastVisitAt: described(MaybeTimestamp, 'When the last visit began that was neither canceled nor missed.'),
    nextVisitAt: described(MaybeTimestamp, 'When the next visit begins that is not canceled.'),
    balance: Balance,
    createdAt: Timestamp,
  },
  'patientEntry',
)

export const PATIENT_FLAGS = ['balance', 'alert', 'suspect'] as const

export const searchPatients = listing({
  id: 'searchPatients',
  route: 'GET /patients',
  summary: 'Finds patients, newest first',
  description:
    'q is looked for in names, however they are spelled, file numbers and, for those who may see them, phones in any spelling, e-mail addresses and whole national ids; without patients:contact in names and file numbers alone. Archived patients are listed where they are asked for.',
  paging: 'Page',
  filters: {
    q: described(Text(2, 100), 'Of a name, a number or a phone.'),
    branchId: described(Id, 'Where the file lies.'),
    doctorId: Id,
    flag: described(
      OneOf(PATIENT_FLAGS),
      'Those alone who have something to pay (balances:read), an alert (records:read), or a file that may be one of a person twice (patients:manage).',
    ),
    archived: described(
      Type.Boolean(),
      'Whether those that were put away are listed, or those that were not, as without it.',
    ),
  },
  returns: PatientEntry,
})

const Insured = shape('patientInsured', {
  insurer: described(Type.String(), 'Name of the insurer.'),
  number: described(MaybeText, 'Of the patient, as insured.'),
  group: described(MaybeText, 'Of the insured, as the insurer names it.'),
  endDate: Nullable(DateOnly),
})

/** In which a patient is written to. */
export const PatientLanguage = described(OneOf(['en', 'ar']), 'In which the patient is written to.')
const reached = {
  language: described(Nullable(PatientLanguage), 'In which the patient is written to; null leaves it to the clinic.'),
  noReminders: described(Type.Boolean(), 'Whether the patient asked not to be reminded of visits.'),
}

export const PatientFile = resource(
  'patient',
  {
    ...told,
    firstName: described(Type.String(), 'The given name.'),
    lastName: described(MaybeText, 'The family name.'),
    title: MaybeText,
    birthDate: Nullable(DateOnly),
    nationality: MaybeText,
    maritalStatus: MaybeText,
    phoneNumber2: Permitted(CONTACT, MaybeText),
    email: Permitted(CONTACT, MaybeText),
    address: Permitted(CONTACT, MaybeText),
    nationalId: Permitted(CONTACT, MaybeText),
    identifierType: MaybeText,
    details: described(MaybeText, 'Notes on the file.'),
    ...reached,
    archiveReason: described(MaybeText, 'Why the file was put away.'),
    insurance: described(Nullable(Insured), 'By whom the patient is insured; null where by none.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: RowVersion,
  },
  'patientFile',
)

export const getPatientFile = operation({
  id: 'getPatientFile',
  route: 'GET /patients/:id',
  summary: 'The file of a patient',
  description: 'All that is said of the person. How they are reached is left out for those who may not see it.',
  input: { id: Id },
  returns: PatientFile,
})

export const updatePatientFile = operation({
  id: 'updatePatientFile',
  route: 'PATCH /patients/:id',
  summary: 'Changes the file of a patient',
  description: 'Absent fields stay as they are; null clears a field, and so does an empty text.',
  versioned: { of: 'patient' },
  input: {
    id: Id,
    ...patientChanges,
    language: Optional(reached.language),
    noReminders: Optional(reached.noReminders),
  },
  returns: PatientFile,
  emits: ['patient.updated'],
})

const Visit = shape('patientVisit', {
  id: Id,
  start: Timestamp,
  end: Timestamp,
  status: AppointmentStatus,
  doctorId: MaybeId,
  branchId: Id,
})

export const getPatientSummary = operation({
  id: 'getPatientSummary',
  route: 'GET /patients/:id/summary',
  summary: 'What stands above everything else of a patient',
  description:
    'Who it is, where and by whom they are treated, by whom they are insured, what they owe, the visit of today, the ones before and after now, and how many forms wait for a signature.',
  input: { id: Id },
  returns: resource(
    'patient',
    {
      ...told,
      branch: shape('patientBranch', named),
      doctor: described(Nullable(shape('patientDoctor', named)), 'By whom the patient is treated.'),
      insurer: described(MaybeText, 'Name of the insurer.'),
      balance: Balance,
      today: described(
        Nullable(Visit),
        'The first visit of today, at a branch in sight, that is neither over nor given up.',
      ),
      nextVisit: described(Nullable(Visit), 'The first visit to come that is not canceled.'),
      lastVisit: described(Nullable(Visit), 'The last one that was neither canceled nor missed.'),
      insuranceLeft: Permitted(
        'balances:read',
        described(
          MaybeNumber,
          'What the insurer still bears this year, in the currency of the clinic; null where there is no limit or no insurer.',
        ),
      ),
      alerts: Permitted(
        'records:read',
        described(
          Type.Array(PatientAlert),
          'What is to be known before anything else, high ones first; without those that ended.',
        ),
      ),
      guardian: described(Nullable(Relation), 'Who is answerable for the patient.'),
      family: described(Type.Array(Relation), 'All others that belong to the patient.'),
      unsignedForms: described(Type.Integer(), 'Forms that must be signed, are not, and have not expired.'),
    },
    'patientSummary',
  ),
})
