import { permission } from '../access.ts'
import { described, MaybeInteger, RowVersion, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const manage = permission('privacy:manage')
const { operation } = family('Privacy', { read: manage, write: manage, sight: 'clinic' })

/** How long a clinic may say that it keeps what, as the law of most countries has it: for counsel to review. */
export const RETENTION_BOUNDS = {
  medicalYears: { minimum: 10, maximum: 100 },
  moneyYears: { minimum: 6, maximum: 100 },
  lostLeadMonths: { minimum: 1, maximum: 60 },
  conversationMonths: { minimum: 6, maximum: 120 },
} as const

const kept = {
  medicalYears: described(
    Type.Integer(RETENTION_BOUNDS.medicalYears),
    'How many years after the last visit the medical record of a patient is kept.',
  ),
  moneyYears: described(Type.Integer(RETENTION_BOUNDS.moneyYears), 'How many years e-invoices keep who was billed.'),
  lostLeadMonths: described(
    Type.Integer(RETENTION_BOUNDS.lostLeadMonths),
    'How many months after the last contact name and phone of a lost lead are kept.',
  ),
  conversationMonths: described(
    Type.Integer(RETENTION_BOUNDS.conversationMonths),
    'How many months the texts of messages are kept.',
  ),
}

export const Retention = shape('retention', {
  ...kept,
  auditMonths: described(
    MaybeInteger,
    'How many months the operator keeps the records of the audit; null where that is for ever.',
  ),
  version: RowVersion,
  isDefault: described(Type.Boolean(), 'Whether the clinic has left all of it as is usual in its country.'),
})

export const getRetention = operation({
  id: 'getRetention',
  route: 'GET /retention',
  summary: 'How long the clinic keeps what',
  description: 'As the clinic said, else as is usual in its country. How long the audit is kept is up to the operator.',
  returns: Retention,
})

export const putRetention = operation({
  id: 'putRetention',
  route: 'PUT /retention',
  stepUp: true,
  summary: 'Says how long the clinic keeps what',
  description:
    'What is over is erased with the next night. Files that are restricted already keep the day that was said then, unless it comes later now.',
  versioned: { of: 'retention_setting' },
  input: kept,
  returns: Retention,
})
