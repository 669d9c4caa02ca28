import { Refusal } from './errors.ts'

/** What the database's own guards mean to a caller. Constraints named `<table>_ref_<resource>` mean a missing record. */
const MEANING: Record<string, ConstructorParameters<typeof Refusal>> = {
  appointment_doctor_busy: ['slot_unavailable', { conflict: 'doctor' }],
  appointment_room_busy: ['slot_unavailable', { conflict: 'room' }],
  installation_live: [
    'validation_failed',
    { issues: [{ path: '/slug', code: 'not_unique', message: 'is already installed in this clinic' }] },
  ],
}

const CLASS_OF_CONSTRAINT_ERRORS = /^23/
const UNAVAILABLE = new Set(['55P03', '57014', '57P01', '57P03', '53300', '40001', '40P01'])

interface DatabaseError {
  code: string
  constraint?: string
}
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.length === 5

/** The refusal that a database error stands for; the error itself when it stands for none. */
export function refusalOf(error: unknown): unknown {
  if (!isDatabaseError(error)) return error
  if (UNAVAILABLE.has(error.code)) return new Refusal('service_unavailable')
  if (!CLASS_OF_CONSTRAINT_ERRORS.test(error.code) || !error.constraint) return error
  const meaning = MEANING[error.constraint]
  if (meaning) return new Refusal(...meaning)
  const resource = error.code === '23503' ? /_ref_(\w+)$/.exec(error.constraint)?.[1] : undefined
  return resource ? new Refusal('not_found', { resource }) : error
}
