import { permission } from '../access.ts'
import type { Issue } from '../errors.ts'
import { described, Nullable, RowVersion, shape, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { ClockTime } from './clock-times.ts'

const manage = permission('settings:manage')
const { operation } = family('Settings', { read: manage, write: manage, sight: 'clinic' })

export const GRID_MINUTES = [5, 10, 15, 20, 30] as const

const rules = {
  gridMinutes: described(
    Type.Unsafe<number>({ type: 'integer', enum: [...GRID_MINUTES] }),
    'On which minutes visits begin that the console offers: every fifth, tenth and so on of the hour.',
  ),
  holdSeconds: described(
    Type.Integer({ minimum: 0, maximum: 120 }),
    'For how many seconds a status move can be taken back before anything outside hears of it; 0 holds nothing.',
  ),
  waitAmberMinutes: described(
    Type.Integer({ minimum: 1, maximum: 240 }),
    'After how many minutes of waiting a patient is shown in amber.',
  ),
  waitRedMinutes: described(
    Type.Integer({ minimum: 1, maximum: 240 }),
    'After how many minutes of waiting a patient is shown in red; not before amber.',
  ),
  lateAfterMinutes: described(
    Type.Integer({ minimum: 0, maximum: 240 }),
    'How many minutes after the start a patient who has not arrived counts as late.',
  ),
  cancelReasons: described(
    Type.Array(Text(1, 100), { maxItems: 20, uniqueItems: true }),
    'What is offered as the reason when a visit is canceled.',
  ),
  cancelReasonRequired: described(Type.Boolean(), 'Whether a visit is canceled with a reason alone.'),
  quietFrom: described(
    Nullable(ClockTime),
    'From this time to quietUntil no reminder is sent; null, as quietUntil is then, where there is no such time.',
  ),
  quietUntil: described(
    Nullable(ClockTime),
    'Until when reminders wait; on the next day where it is before quietFrom.',
  ),
}

function rulesIssues({
  waitAmberMinutes,
  waitRedMinutes,
  quietFrom,
  quietUntil,
}: Readonly<Record<string, unknown>>): Issue[] {
  const isHalf = (quietFrom === null) !== (quietUntil === null)
  const isNone = quietFrom !== null && quietFrom === quietUntil
  return [
    ...(Number(waitRedMinutes) < Number(waitAmberMinutes)
      ? [{ path: '/waitRedMinutes', code: 'before_amber', message: 'must not be less than waitAmberMinutes' }]
      : []),
    ...(isHalf
      ? [
          {
            path: '/quietUntil',
            code: 'half',
            message: 'must be a time where quietFrom is one, and null where that is null',
          },
        ]
      : []),
    ...(isNone ? [{ path: '/quietUntil', code: 'no_time', message: 'must differ from quietFrom' }] : []),
  ]
}

/** The rules of the day, as every room of it goes by them. */
export const RulesOfDay = shape('rulesOfDay', rules)

const DayRules = shape('dayRules', {
  ...rules,
  version: RowVersion,
  isDefault: described(Type.Boolean(), 'Whether the clinic has left all of them as they are usual.'),
})

export const getDayRules = operation({
  id: 'getDayRules',
  route: 'GET /day-rules',
  summary: 'By which rules the clinic runs its day',
  description: 'As the clinic said, else as is usual.',
  returns: DayRules,
})

export const putDayRules = operation({
  id: 'putDayRules',
  route: 'PUT /day-rules',
  summary: 'Says by which rules the clinic runs its day',
  description: 'They hold for what is done from then on: a move that is held already keeps its time.',
  versioned: { of: 'day_rules' },
  check: rulesIssues,
  input: rules,
  returns: DayRules,
})
