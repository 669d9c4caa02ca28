import { scope } from './access.ts'
import { event, eventsAbout } from './event.ts'
import {
  allClearable,
  allOptional,
  DateOnly,
  Id,
  MaybeId,
  MaybeText,
  Nested,
  Nullable,
  Optional,
  OrEmpty,
  resource,
  Text,
  Timestamp,
  UpTo,
} from './fields.ts'
import { family, Type } from './kernel.ts'
import { Code, MaybeClinicText, MaybeCode, Personal, searching } from './tiers.ts'

/** What an insurer covers for the patient; percentage and limit are the patient's own, over those of the policy class. */
const PatientInsurance = Nested({
  companyId: MaybeId,
  policyId: MaybeId,
  classId: MaybeId,
  number: MaybeText,
  group: MaybeText,
  percentage: Nullable(Type.Number()),
  limit: Nullable(Type.Number()),
  unlimited: Nullable(Type.Boolean()),
  endDate: MaybeText,
})

/** The masked phone, the gender and the clinic's own number of the file tell a patient apart and say nothing of who it is. */
export const Patient = resource('patient', {
  id: Id,
  fileNumber: Type.Integer(),
  clinicFileNumber: MaybeClinicText,
  gender: MaybeClinicText,
  isLead: Type.Boolean(),
  disabled: Type.Boolean(),
  pending: Type.Boolean(),
  branchId: Id,
  doctorId: MaybeId,
  phoneNumberMasked: MaybeCode,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  firstName: Personal(Type.String()),
  lastName: Personal(MaybeText),
  fullName: Personal(Type.String()),
  phoneNumber: Personal(MaybeText),
  email: Personal(MaybeText),
  birthDate: Personal(MaybeText),
  address: Personal(MaybeText),
  nationalId: Personal(MaybeText),
  insuranceCompanyId: Personal(MaybeId),
  insurance: Personal(Nullable(PatientInsurance)),
})

const details = {
  phoneNumber: OrEmpty(Text(5, 24)),
  phoneNumber2: OrEmpty(Text(5, 24)),
  email: OrEmpty(Type.String({ format: 'email', maxLength: 120 })),
  gender: UpTo(20),
  title: UpTo(30),
  birthDate: DateOnly,
  address: UpTo(500),
  nationality: UpTo(60),
  maritalStatus: UpTo(30),
  nationalId: UpTo(50),
  identifierType: UpTo(30),
  clinicFileNumber: UpTo(50),
  details: UpTo(2000),
  doctorId: Id,
}

/** What may be said of a patient besides the name, as a file is opened. */
export const patientDetails = allOptional(details)

/** What may be changed of a file: absent fields stay as they are, null clears one. */
export const patientChanges = {
  firstName: Optional(Text(1, 100)),
  lastName: Optional(Text(1, 100)),
  ...allClearable(details),
}

const { listing, operation } = family('Patients', { read: scope('patients:read'), write: scope('patients:write') })

export const listPatients = listing({
  id: 'listPatients',
  route: 'GET /patients',
  summary: 'List patients',
  description:
    'searchTerm matches names, phones, e-mail addresses and file numbers with patients:read.pii, and a national id that is given whole; file numbers alone without it. A deleted file leaves the list, its delta too; the event patient.deleted tells of it.',
  paging: 'Std',
  filters: { branchId: Id, searchTerm: searching('personal') },
  returns: Patient,
})

export const createPatient = operation({
  id: 'createPatient',
  route: 'POST /patients',
  summary: 'Create a patient',
  description: 'Opens a patient file at a branch. The clinic gives the file number.',
  input: {
    branchId: Id,
    firstName: Text(1, 100),
    lastName: Text(1, 100),
    ...patientDetails,
  },
  returns: Patient,
  status: 201,
  emits: ['patient.created'],
})

export const getPatient = operation({
  id: 'getPatient',
  route: 'GET /patients/:id',
  summary: 'Get a patient',
  description: 'The patient file as it is now. Names and contacts need patients:read.pii and are left out without it.',
  input: { id: Id },
  returns: Patient,
})

export const updatePatient = operation({
  id: 'updatePatient',
  route: 'PATCH /patients/:id',
  summary: 'Update a patient',
  description: 'Absent fields stay as they are; null clears a field, and so does an empty text.',
  input: { id: Id, ...patientChanges },
  returns: Patient,
  emits: ['patient.updated'],
})

const data = { branchId: Id, doctorId: MaybeId }
const patientEvent = eventsAbout('patient', data)
const changedFields = Type.Array(Code, {
  description: 'Names of the fields that changed, never their values.',
})

export const patientCreated = patientEvent('patient.created', 'A patient file was opened.', {
  example: { doctorId: null },
})
export const patientUpdated = event({
  type: 'patient.updated',
  summary: 'A patient file was changed; changedFields says where, the API says what.',
  object: 'patient',
  data: { ...data, changedFields },
  example: { changedFields: ['doctorId'] },
  previousAttributes: { doctorId: null },
})
export const patientDeleted = patientEvent('patient.deleted', 'A patient file was deleted.', {
  example: { doctorId: null },
})
