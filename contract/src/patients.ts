import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import {
  DateOnly,
  Id,
  MaybeId,
  MaybeText,
  Nested,
  Nullable,
  Optional,
  resource,
  Scoped,
  Text,
  Timestamp,
  UpTo,
} from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

const pii = 'patients:read.pii'

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

export const Patient = resource('patient', {
  id: Id,
  fileNumber: Type.Integer(),
  clinicFileNumber: MaybeText,
  gender: MaybeText,
  isLead: Type.Boolean(),
  disabled: Type.Boolean(),
  pending: Type.Boolean(),
  branchId: Id,
  doctorId: MaybeId,
  phoneNumberMasked: MaybeText,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  firstName: Scoped(pii, Type.String()),
  lastName: Scoped(pii, MaybeText),
  fullName: Scoped(pii, Type.String()),
  phoneNumber: Scoped(pii, MaybeText),
  email: Scoped(pii, MaybeText),
  birthDate: Scoped(pii, MaybeText),
  address: Scoped(pii, MaybeText),
  nationalId: Scoped(pii, MaybeText),
  insuranceCompanyId: Scoped(pii, MaybeId),
  insurance: Scoped(pii, Nullable(PatientInsurance)),
})

const details = {
  phoneNumber: Text(5, 24),
  phoneNumber2: Text(5, 24),
  email: Type.String({ format: 'email', maxLength: 120 }),
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

export const listPatients = listing({
  id: 'listPatients',
  route: 'GET /patients',
  summary: 'List patients',
  description:
    'searchTerm matches names, phones and ids with patients:read.pii, and file numbers alone without it. A deleted file leaves the list, its delta too; the event patient.deleted tells of it.',
  tag: 'Patients',
  access: scope('patients:read'),
  paging: 'Std',
  filters: { branchId: Optional(Id), searchTerm: Optional(Text(2, 100)) },
  returns: Patient,
})

export const createPatient = operation({
  id: 'createPatient',
  route: 'POST /patients',
  summary: 'Create a patient',
  tag: 'Patients',
  access: scope('patients:write'),
  input: {
    branchId: Id,
    firstName: Text(1, 100),
    lastName: Text(1, 100),
    phoneNumber: Optional(details.phoneNumber),
    phoneNumber2: Optional(details.phoneNumber2),
    email: Optional(details.email),
    gender: Optional(details.gender),
    title: Optional(details.title),
    birthDate: Optional(details.birthDate),
    address: Optional(details.address),
    nationality: Optional(details.nationality),
    maritalStatus: Optional(details.maritalStatus),
    nationalId: Optional(details.nationalId),
    identifierType: Optional(details.identifierType),
    clinicFileNumber: Optional(details.clinicFileNumber),
    details: Optional(details.details),
    doctorId: Optional(details.doctorId),
  },
  returns: Patient,
  status: 201,
  emits: ['patient.created'],
})

export const getPatient = operation({
  id: 'getPatient',
  route: 'GET /patients/:id',
  summary: 'Get a patient',
  tag: 'Patients',
  access: scope('patients:read'),
  input: { id: Id },
  returns: Patient,
})

export const updatePatient = operation({
  id: 'updatePatient',
  route: 'PATCH /patients/:id',
  summary: 'Update a patient',
  description: 'Absent fields stay as they are; null clears a field.',
  tag: 'Patients',
  access: scope('patients:write'),
  input: {
    id: Id,
    firstName: Optional(Text(1, 100)),
    lastName: Optional(Text(1, 100)),
    phoneNumber: Optional(Nullable(details.phoneNumber)),
    phoneNumber2: Optional(Nullable(details.phoneNumber2)),
    email: Optional(Nullable(details.email)),
    gender: Optional(Nullable(details.gender)),
    title: Optional(Nullable(details.title)),
    birthDate: Optional(Nullable(details.birthDate)),
    address: Optional(Nullable(details.address)),
    nationality: Optional(Nullable(details.nationality)),
    maritalStatus: Optional(Nullable(details.maritalStatus)),
    nationalId: Optional(Nullable(details.nationalId)),
    identifierType: Optional(Nullable(details.identifierType)),
    clinicFileNumber: Optional(Nullable(details.clinicFileNumber)),
    details: Optional(Nullable(details.details)),
    doctorId: Optional(Nullable(details.doctorId)),
  },
  returns: Patient,
  emits: ['patient.updated'],
})

const changedFields = Type.Array(Type.String(), {
  description: 'Names of the fields that changed, never their values.',
})

export const patientCreated = event({
  type: 'patient.created',
  summary: 'A patient file was opened.',
  object: 'patient',
  data: { branchId: Id, doctorId: MaybeId },
  example: { id: exampleIds.patient, branchId: exampleIds.branch, doctorId: null },
})
export const patientUpdated = event({
  type: 'patient.updated',
  summary: 'A patient file was changed; changedFields says where, the API says what.',
  object: 'patient',
  data: { branchId: Id, doctorId: MaybeId, changedFields },
  example: {
    id: exampleIds.patient,
    branchId: exampleIds.branch,
    doctorId: exampleIds.practitioner,
    changedFields: ['doctorId'],
  },
  previousAttributes: { doctorId: null },
})
export const patientDeleted = event({
  type: 'patient.deleted',
  summary: 'A patient file was deleted.',
  object: 'patient',
  data: { branchId: Id, doctorId: MaybeId },
  example: { id: exampleIds.patient, branchId: exampleIds.branch, doctorId: null },
})
