import { REMINDED_STATUSES, REMINDER_VARIABLES, ReminderRule } from '@clinic/contract/staff/reminders.ts'
import type { ShownRule } from '../domain/reminders/rules.ts'
import { presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const variableOf = wordOf(REMINDER_VARIABLES)
const statusOf = wordOf(REMINDED_STATUSES)

export const presentRule = presenter<ShownRule, typeof ReminderRule>(ReminderRule, {
  at: 'at_time',
  variables: ({ variables }) => variables.map(variableOf),
  statuses: ({ statuses }) => statuses.map(statusOf),
})
