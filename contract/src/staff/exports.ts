import { permission } from '../access.ts'
import { Id, MaybeInteger, MaybeText, MaybeTimestamp, OneOf, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation, listing } = family('Exports', { read: permission('audit:read'), sight: 'clinic' })

/** What can be exported: the audit, or all that is kept of one patient. */
export const EXPORT_KINDS = ['audit', 'access'] as const
export type ExportKindName = (typeof EXPORT_KINDS)[number]

export const EXPORT_STATES = ['QUEUED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED'] as const

const fields = {
  id: Id,
  kind: OneOf(EXPORT_KINDS),
  state: OneOf(EXPORT_STATES),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  fileName: Type.String(),
  sizeBytes: MaybeInteger,
  createdBy: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: MaybeTimestamp,
}

export const ExportJob = shape('exportJob', fields)
export const ExportWithLink = shape('exportWithLink', { ...fields, downloadUrl: MaybeText })

export const listExports = listing({
  id: 'listExports',
  route: 'GET /exports',
  summary: 'What the clinic has exported, newest first',
  description: 'How far each is, and until when its file is kept.',
  paging: 'Page',
  returns: ExportJob,
  recorded: true,
})

export const getExport = operation({
  id: 'getExport',
  route: 'GET /exports/:id',
  stepUp: true,
  summary: 'An export, with the link to its file',
  description:
    'The link hands the file out until expiresAt, as long as the person who asked for it may see exports of the clinic. Each download is recorded.',
  input: { id: Id },
  returns: ExportWithLink,
  recorded: true,
})
