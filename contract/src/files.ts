import { scope } from './access.ts'
import { event } from './event.ts'
import { described, Id, MaybeId, OneOf, Optional, record, resource } from './fields.ts'
import { family, Type } from './kernel.ts'
import { Code, MaybeNote, Note } from './tiers.ts'

export const UPLOAD_CONTENT_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'image/bmp',
  'application/pdf',
  'application/dicom',
] as const
export type UploadContentType = (typeof UPLOAD_CONTENT_TYPES)[number]
export const UploadContentType = OneOf(UPLOAD_CONTENT_TYPES)

/** A name that a person can be shown and a file can be saved under: nothing that leads to another folder or hides its ending. */
export const FileName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^(?!\\.{1,2}$)[^/\\\\\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$',
  'x-expects': 'a file name without slashes, control characters or changes of writing direction',
})

/** What a file is called is told to those who may open it: more than its name stands in it. */
export const File = record('file', {
  name: Note,
  contentType: Code,
  sizeBytes: Type.Integer(),
  order: Type.Integer(),
  downloadUrl: described(
    Code,
    'Works for five minutes, and no longer than the token that it was given to; read the file again for a fresh one. It may lead on to where the file lies: follow redirects.',
  ),
  patientId: Id,
  operationId: MaybeId,
  appointmentId: MaybeId,
  encounterId: MaybeId,
  xrayId: MaybeId,
  folderId: MaybeId,
})

/** Where to send the file: a multipart POST of `fields` and then the file, without any header of ours. */
export const FileUpload = resource('file_upload', {
  fileId: Id,
  uploadUrl: Code,
  fields: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { ...Code } }),
  method: OneOf(['POST']),
  expiresInSeconds: Type.Integer(),
})

export const XRay = record('xray', {
  name: MaybeNote,
  type: MaybeNote,
  details: MaybeNote,
  files: Type.Array(File),
  patientId: Id,
  operationId: MaybeId,
  appointmentId: MaybeId,
})

/** What is said of a file before it is sent. */
export const announced = {
  fileName: FileName,
  contentType: UploadContentType,
  sizeBytes: Type.Integer({ minimum: 10, maximum: 104857600 }),
  kind: OneOf(['file', 'xray']),
  operationId: Optional(Id),
}

const { listing, operation } = family('Files', { read: scope('files:read'), write: scope('files:write') })

export const listPatientFiles = listing({
  id: 'listPatientFiles',
  route: 'GET /patients/:id/files',
  summary: 'List the files of a patient',
  description:
    'Documents and pictures of one patient, each with a downloadUrl that is good for a short time. X-rays have a list of their own, too.',
  paging: 'Std',
  path: { id: Id },
  filters: { operationId: Id },
  returns: File,
})

export const getPatientFile = operation({
  id: 'getPatientFile',
  route: 'GET /patients/:id/files/:fileId',
  summary: 'Get a file of a patient',
  description: 'With a fresh downloadUrl. An upload becomes a file once it is confirmed.',
  input: { id: Id, fileId: Id },
  returns: File,
})

export const requestFileUpload = operation({
  id: 'requestFileUpload',
  route: 'POST /patients/:id/files',
  summary: 'Ask where to upload a file',
  description:
    'First of three steps: ask, send the file to uploadUrl as multipart form data with the given fields and the file last, confirm.',
  input: {
    id: Id,
    ...announced,
  },
  returns: FileUpload,
  status: 201,
})

export const listPatientXRays = listing({
  id: 'listPatientXRays',
  route: 'GET /patients/:id/xrays',
  summary: 'List the x-rays of a patient',
  description: 'X-rays of one patient with their images, each with a downloadUrl that is good for a short time.',
  paging: 'Std',
  path: { id: Id },
  filters: { operationId: Id },
  returns: XRay,
})

export const confirmFileUpload = operation({
  id: 'confirmFileUpload',
  route: 'POST /patients/:id/files/:fileId/confirm',
  summary: 'Confirm an upload',
  description: 'Last of three steps: compares what arrived with what was announced and makes it part of the record.',
  input: { id: Id, fileId: Id },
  changes: ['confirmedAt'],
  returns: File,
  emits: ['file.created', 'xray.created'],
  refuses: ['upload_not_found', 'already_confirmed', 'upload_mismatch'],
})

const data = { patientId: Id, contentType: UploadContentType, sizeBytes: Type.Integer() }

export const fileCreated = event({
  type: 'file.created',
  summary: 'A file was added to a patient.',
  object: 'file',
  data,
  example: { sizeBytes: 184320 },
})
export const xRayCreated = event({
  type: 'xray.created',
  summary: 'An x-ray was added to a patient.',
  object: 'xray',
  data,
  example: { contentType: 'application/dicom', sizeBytes: 5242880 },
})
