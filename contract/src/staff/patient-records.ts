import { permission } from '../access.ts'
import { described, Id, MaybeId, MaybeTimestamp, OneOf, shape, Timestamp } from '../fields.ts'
import { announced, File, FileName, FileUpload, XRay } from '../files.ts'
import { family, Type } from '../kernel.ts'

const { operation, listing } = family('Patients', {
  read: permission('records:read'),
  write: permission('records:write'),
  sight: 'patient',
})

export const listFilesOfPatient = listing({
  id: 'listFilesOfPatient',
  route: 'GET /patients/:id/files',
  summary: 'The files of a patient, newest first',
  description:
    'Documents, pictures and x-rays, which say so by their xrayId; each with a downloadUrl that is good for a short time.',
  paging: 'Page',
  path: { id: Id },
  returns: File,
})

export const listXRaysOfPatient = listing({
  id: 'listXRaysOfPatient',
  route: 'GET /patients/:id/xrays',
  summary: 'The x-rays of a patient, newest first',
  description: 'Each with its images.',
  paging: 'Page',
  path: { id: Id },
  returns: XRay,
})

export const announceFile = operation({
  id: 'announceFile',
  route: 'POST /patients/:id/files',
  summary: 'Asks where a file of a patient is to be sent',
  description:
    'First of three steps: ask, send the file to uploadUrl as multipart form data with the given fields and the file last, confirm.',
  input: { id: Id, ...announced },
  returns: FileUpload,
  status: 201,
})

export const confirmFile = operation({
  id: 'confirmFile',
  route: 'POST /patients/:id/files/:fileId/confirm',
  summary: 'Makes a file that was sent part of the record',
  description: 'Last of three steps: what arrived is compared with what was announced.',
  input: { id: Id, fileId: Id },
  changes: ['confirmedAt'],
  returns: File,
  emits: ['file.created', 'xray.created'],
  refuses: ['upload_not_found', 'already_confirmed', 'upload_mismatch'],
})

export const renameFile = operation({
  id: 'renameFile',
  route: 'PATCH /files/:id',
  summary: 'Names a file of a patient otherwise',
  description: 'No plugin hears of it; the bytes stay as they are.',
  input: { id: Id, name: FileName },
  returns: File,
})

export const PATIENT_FORM_KINDS = ['CONSENT', 'FORM'] as const
/** UNSIGNED must be signed and is not; OPEN may be signed, or is half filled in. */
export const PATIENT_FORM_STATES = ['UNSIGNED', 'OPEN', 'DONE', 'EXPIRED'] as const

export const listFormsOfPatient = operation({
  id: 'listFormsOfPatient',
  route: 'GET /patients/:id/forms',
  summary: 'What a patient was asked to consent to and to fill in',
  description: 'What is to be signed first, then what is open, then the rest, newest first; 200 of each kind at most.',
  input: { id: Id },
  returns: shape('patientForm', {
    id: described(Id, 'Of the consent form, or of what was filled in.'),
    patientId: Id,
    formId: described(MaybeId, 'The form whose questions they are; null of a consent.'),
    kind: described(OneOf(PATIENT_FORM_KINDS), 'CONSENT is a text to be signed, FORM has questions.'),
    name: described(Type.String(), 'What it is called.'),
    state: described(OneOf(PATIENT_FORM_STATES), 'UNSIGNED must be signed, OPEN is not done, and need not be.'),
    signedAt: described(MaybeTimestamp, 'When the patient signed; null where that is not so.'),
    expiresAt: described(MaybeTimestamp, 'Until when it is good; null where that is not limited.'),
    createdAt: Timestamp,
  }),
  answer: 'all',
})
