import { DatabaseUnreachable, serverError } from '../db/database-errors.ts'
import { Refusal } from './errors.ts'
import { STALE_GRANT, StaleGrant } from './grant-version.ts'

/** What the database's own guards mean to a caller. Constraints named `<table>_ref_<resource>` mean a missing record. */
const MEANING: Record<string, ConstructorParameters<typeof Refusal>> = {
  appointment_doctor_busy: ['slot_unavailable', { conflict: 'doctor' }],
  appointment_room_busy: ['slot_unavailable', { conflict: 'room' }],
  contact_phone: ['lead_exists'],
  idempotency_record_pkey: ['idempotency_conflict'],
  cell_news_once: ['idempotency_conflict'],
  online_payment_pkey: ['idempotency_conflict'],
  payment_pkey: ['idempotency_conflict'],
  form_submission_once: ['invalid_state_transition', { from: 'SUBMITTED', to: 'SUBMITTED' }],
  feedback_of_appointment: ['invalid_state_transition', { from: 'SUBMITTED', to: 'SUBMITTED' }],
  installation_live: ['already_installed'],
  plugin_exam_under_way: ['invalid_state_transition', { from: 'RUNNING', to: 'WAITING' }],
}

const CLASS_OF_CONSTRAINT_ERRORS = /^23/
const FOREIGN_KEY_VIOLATION = '23503'
/**
 * What passes: a lock or a statement that took too long, deadlocks and serialisation, too many connections or no more
 * memory or disk, a server that stops or starts, a transaction that was given up.
 */
const UNAVAILABLE = /^(?:55P03|57014|57P0\d|53\d\d\d|40001|40P01|25P03|25P04|08\d\d\d)$/

/** The same answer; an error comes out as the refusal that it stands for. */
export const refusing = <Value>(answer: Promise<Value>): Promise<Value> =>
  answer.catch(error => {
    throw refusalOf(error)
  })

/** The refusal or stale grant that a database error stands for; the error itself when it stands for none. */
export function refusalOf(error: unknown): unknown {
  const { code = '', constraint = '' } = serverError(error) ?? {}
  if (code === STALE_GRANT) return new StaleGrant()
  if (error instanceof DatabaseUnreachable || UNAVAILABLE.test(code))
    return new Refusal('service_unavailable', undefined, { cause: error })
  if (!CLASS_OF_CONSTRAINT_ERRORS.test(code)) return error
  const meaning = MEANING[constraint]
  if (meaning) return new Refusal(...meaning)
  const resource = code === FOREIGN_KEY_VIOLATION ? /_ref_(\w+)$/.exec(constraint)?.[1] : undefined
  return resource ? new Refusal('not_found', { resource }) : error
}
