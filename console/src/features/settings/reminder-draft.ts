import { COMMUNICATION_CHANNELS } from '@clinic/contract/communications.ts'
import { REMINDED_STATUSES, REMINDER_VARIABLES } from '@clinic/contract/staff/reminders.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { numberTyped } from '../../lib/number-typed.ts'
import { typedTime } from '../../lib/typed-time.ts'
import { listIn } from './rooms-field.tsx'

export type Rule = Returned<'addReminderRule'>

/** A reminder as it is typed; what its channel and its kind of time do not ask for is kept, and not sent. */
export interface ReminderDraft {
  name: string
  channel: string
  isDays: boolean
  minutesBefore: string
  daysBefore: string
  at: string
  text: string
  textAr: string
  templateName: string
  variables: string
  statuses: string[]
  branchIds: string[]
  active: boolean
}

export const NEW_REMINDER: ReminderDraft = {
  ...{ name: '', channel: 'sms', isDays: true, minutesBefore: '120', daysBefore: '1', at: '18:00' },
  ...{ text: '', textAr: '', templateName: '', variables: '', statuses: [...REMINDED_STATUSES], branchIds: [] },
  active: true,
}

export const reminderDraft = (rule: Rule): ReminderDraft => ({
  ...{ name: rule.name, channel: rule.channel, isDays: rule.daysBefore !== null, active: rule.active },
  ...{ minutesBefore: String(rule.minutesBefore ?? 120), daysBefore: String(rule.daysBefore ?? 1) },
  ...{ at: rule.at ?? '18:00', text: rule.text ?? '', textAr: rule.textAr ?? '' },
  ...{ templateName: rule.templateName ?? '', variables: rule.variables.join(', ') },
  ...{ statuses: [...rule.statuses], branchIds: [...rule.branchIds] },
})

/** What is typed of a reminder as it is sent: nothing of what its channel and its time do not ask for. */
export function reminderOf(draft: ReminderDraft): Input<'addReminderRule'> {
  const channel = COMMUNICATION_CHANNELS.find(one => one === draft.channel) ?? 'sms'
  const isTemplate = channel === 'whatsapp'
  const words = listIn(draft.variables)
  return {
    ...{ name: draft.name.trim(), channel, active: draft.active, branchIds: draft.branchIds },
    statuses: REMINDED_STATUSES.filter(status => draft.statuses.includes(status)),
    ...(isTemplate
      ? { templateName: draft.templateName.trim(), text: null, textAr: null }
      : { templateName: null, text: draft.text.trim(), textAr: draft.textAr.trim() || null }),
    variables: isTemplate ? words.flatMap(word => REMINDER_VARIABLES.find(one => one === word) ?? []) : [],
    ...(draft.isDays
      ? { minutesBefore: null, daysBefore: numberTyped(draft.daysBefore), at: typedTime(draft.at) ?? draft.at }
      : { minutesBefore: numberTyped(draft.minutesBefore), daysBefore: null, at: null }),
  }
}
