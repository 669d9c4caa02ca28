import { permission } from '../access.ts'
import {
  DateOnly,
  described,
  Id,
  Nested,
  Nullable,
  OneOf,
  Optional,
  resource,
  shape,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { patientDetails } from '../patients.ts'
import { PatientFile, PatientLanguage } from './patients.ts'
import { FoundPatient } from './search.ts'

const manage = permission('patients:manage')
const { operation, listing } = family('Patients', { read: manage, write: manage, sight: 'patient' })

const reason = described(Text(1, 200), 'Why, for those who look later.')

export const createPatientFile = operation({
  id: 'createPatientFile',
  route: 'POST /patients',
  access: permission('patients:write'),
  summary: 'Opens the file of a patient',
  description:
    'The clinic gives the file number. Where there may be a file of the person already, by national id, by phone and first name, or by name and date of birth, it is refused with those files, unless confirmedNew says that the person is another. A phone alone is often that of a family.',
  input: {
    branchId: Id,
    firstName: described(Text(1, 100), 'The given name.'),
    lastName: described(Text(1, 100), 'The family name.'),
    ...patientDetails,
    language: Optional(PatientLanguage),
    guardian: Optional(
      described(
        Nested({
          patientId: Id,
          kind: described(OneOf(['GUARDIAN', 'PARENT']), 'What that patient is to the new one.'),
        }),
        'Who is answerable for the patient, and written to where the patient has no phone.',
      ),
    ),
    confirmedNew: Optional(described(Type.Boolean(), 'That the person has no file yet, whatever looks like it.')),
  },
  returns: PatientFile,
  status: 201,
  emits: ['patient.created'],
  refuses: ['possible_duplicate'],
})

export const archivePatientFile = operation({
  id: 'archivePatientFile',
  route: 'POST /patients/:id/archive',
  summary: 'Puts the file of a patient away',
  description: 'It is listed where archived files are asked for alone. Not before visits to come are canceled.',
  input: { id: Id, reason },
  changes: ['archived', 'archiveReason'],
  returns: PatientFile,
  emits: ['patient.updated'],
  refuses: ['in_use'],
})

export const unarchivePatientFile = operation({
  id: 'unarchivePatientFile',
  route: 'POST /patients/:id/unarchive',
  summary: 'Takes a file out again that was put away',
  description: 'It is listed as before.',
  input: { id: Id },
  changes: ['archived', 'archiveReason'],
  returns: PatientFile,
  emits: ['patient.updated'],
})

const Deleted = shape('deletedPatient', {
  id: described(Id, 'That of the patient.'),
  patientId: Id,
  restorableUntil: described(Timestamp, 'Until when the file can be restored.'),
})

export const deletePatientFile = operation({
  id: 'deletePatientFile',
  route: 'DELETE /patients/:id',
  stepUp: true,
  summary: 'Deletes the file of a patient',
  description:
    'It is not found any more; what was recorded stays, as the law asks for. For 30 days it can be restored. Not as long as there are visits to come or invoices to be paid.',
  input: {
    id: Id,
    reason: described(
      OneOf(['MISTAKE', 'ASKED_FOR', 'OTHER']),
      'Why. It stands in the address, so it is one of these.',
    ),
  },
  changes: ['deletedAt'],
  returns: Deleted,
  emits: ['patient.deleted'],
  refuses: ['in_use'],
})

export const restorePatientFile = operation({
  id: 'restorePatientFile',
  route: 'POST /patients/:id/restore',
  stepUp: true,
  summary: 'Opens a deleted file again',
  description: 'Under the same id, within 30 days. A file that is being erased is opened by lifting the erasure.',
  input: { id: Id },
  changes: ['deletedAt'],
  returns: PatientFile,
  emits: ['patient.created'],
  refuses: ['undo_expired', 'invalid_state_transition'],
})

export const putPatientInsurance = operation({
  id: 'putPatientInsurance',
  route: 'PUT /patients/:id/insurance',
  access: permission('insurance:write'),
  summary: 'Says by whom a patient is insured',
  description: 'What the insurer bears is as the class of the policy says, else as the insurer does.',
  versioned: {
    of: 'patient',
    fields: {
      policyId: 'insurancePolicyId',
      classId: 'insuranceClassId',
      number: 'insuranceNumber',
      group: 'insuranceGroup',
      endDate: 'insuranceEndDate',
      insurance: 'insuranceCompanyId',
    },
  },
  input: {
    id: Id,
    insuranceCompanyId: described(Nullable(Id), 'The insurer; null where the patient pays alone.'),
    policyId: Optional(Nullable(Id)),
    classId: Optional(described(Nullable(Id), 'A class of the policy, which says what is borne.')),
    number: Optional(described(UpTo(50), 'Of the patient, as it stands on the card.')),
    group: Optional(described(UpTo(50), 'Of the insured, as the insurer names it.')),
    endDate: Optional(described(Nullable(DateOnly), 'The last day.')),
  },
  changes: ['insurance'],
  returns: PatientFile,
  emits: ['patient.updated'],
})

export const SUSPECT_REASONS = ['NATIONAL_ID', 'PHONE_AND_NAME', 'NAME_AND_BIRTH_DATE'] as const
export const SUSPECT_STATES = ['OPEN', 'DISMISSED', 'MERGED'] as const

export const listPatientSuspects = listing({
  id: 'listPatientSuspects',
  route: 'GET /patients/suspects',
  summary: 'Files that may be of one person, newest first',
  description: 'Found as a file is opened, and every ten minutes among those that were changed. Both must be in sight.',
  paging: 'Page',
  returns: shape('patientSuspect', {
    id: Id,
    reasons: described(Type.Array(OneOf(SUSPECT_REASONS)), 'What is the same in both.'),
    patients: described(Type.Array(FoundPatient), 'The two.'),
    createdAt: Timestamp,
  }),
})

export const dismissPatientSuspect = operation({
  id: 'dismissPatientSuspect',
  route: 'POST /patients/suspects/:id/dismiss',
  summary: 'Says that two files are of two persons',
  description: 'They are not suspected again.',
  input: { id: Id },
  changes: ['state'],
  returns: resource('patient_suspect', {
    id: Id,
    state: described(OneOf(SUSPECT_STATES), 'DISMISSED: the two are two persons.'),
    updatedAt: Timestamp,
  }),
  refuses: ['invalid_state_transition'],
})
