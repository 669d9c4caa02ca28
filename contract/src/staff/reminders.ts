import { permission } from '../access.ts'
import { COMMUNICATION_CHANNELS } from '../communications.ts'
import type { Issue } from '../errors.ts'
import {
  allOptional,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  Nullable,
  OneOf,
  Optional,
  RowVersion,
  resource,
  shape,
  Text,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { ClockTime } from './clock-times.ts'

const manage = permission('settings:manage')
const { operation } = family('Reminders', { read: manage, write: manage, sight: 'clinic' })

/** What may stand in a reminder, by the word that stands for it. */
export const REMINDER_VARIABLES = ['patient', 'doctor', 'branch', 'date', 'time', 'phone', 'link'] as const
export type ReminderVariable = (typeof REMINDER_VARIABLES)[number]
export const REMINDED_STATUSES = ['OPEN', 'CONFIRMED'] as const
/** Why a rule reminds no patient at the moment. */
export const RULE_PROBLEMS = ['no_carrier', 'no_template', 'variables'] as const

const MinutesBefore = described(
  Type.Integer({ minimum: 15, maximum: 20_160 }),
  'How many minutes before the visit; instead of daysBefore.',
)
const DaysBefore = described(
  Type.Integer({ minimum: 1, maximum: 14 }),
  'How many days before the visit, at the time that at says; instead of minutesBefore.',
)
const Words = described(
  Text(1, 1_000),
  'What is sent by sms or e-mail; {{patient}}, {{doctor}}, {{branch}}, {{date}}, {{time}}, {{phone}} and {{link}} stand for what they say; by the link patients say whether they come.',
)

const always = {
  name: described(Text(1, 80), 'What the clinic calls the rule.'),
  channel: described(OneOf(COMMUNICATION_CHANNELS), 'How it is sent.'),
  variables: described(
    Type.Array(OneOf(REMINDER_VARIABLES), { maxItems: 20 }),
    'What stands for {{1}}, {{2}} and so on in the template; of a text none.',
  ),
  branchIds: described(
    Type.Array(Id, { maxItems: 50 }),
    'Of which branches the visits are; of all where none is named.',
  ),
  statuses: described(
    Type.Array(OneOf(REMINDED_STATUSES), { minItems: 1, maxItems: 2, uniqueItems: true }),
    'Visits of which statuses are reminded of.',
  ),
  active: described(Type.Boolean(), 'Whether it reminds.'),
}
const TemplateName = described(Text(1, 512), 'Which approved template is sent by WhatsApp; each language has its own.')
const At = described(ClockTime, 'At which time of day, with daysBefore.')

export const ReminderRule = resource('reminder_rule', {
  id: Id,
  version: RowVersion,
  ...always,
  templateName: described(MaybeText, 'Which approved template is sent by WhatsApp; null by other channels.'),
  text: described(MaybeText, 'What is sent by sms or e-mail; null by WhatsApp.'),
  textAr: described(MaybeText, 'The same for those who read Arabic; text where it is null.'),
  minutesBefore: described(MaybeInteger, 'How many minutes before the visit; null where it is days.'),
  daysBefore: described(MaybeInteger, 'How many days before the visit; null where it is minutes.'),
  at: described(Nullable(ClockTime), 'At which time of day, with daysBefore; null without.'),
  problem: described(
    Nullable(OneOf(RULE_PROBLEMS)),
    'Why it reminds no patient at the moment: the clinic has no carrier for the channel, no approved template of the name, or one that takes other variables; null where it does.',
  ),
})

const wishes = {
  ...allOptional(always),
  templateName: Optional(Nullable(TemplateName)),
  text: Optional(Nullable(Words)),
  textAr: Optional(Nullable(Words)),
  minutesBefore: Optional(Nullable(MinutesBefore)),
  daysBefore: Optional(Nullable(DaysBefore)),
  at: Optional(Nullable(At)),
}

const KNOWN: readonly string[] = REMINDER_VARIABLES

/** A text names nothing that stands for nothing. */
function textIssues({ text, textAr }: Readonly<Record<string, unknown>>): Issue[] {
  return Object.entries({ text, textAr }).flatMap(([name, said]) => {
    const unknown = [...String(said ?? '').matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].find(
      ([, word = '']) => !KNOWN.includes(word),
    )
    return unknown
      ? [{ path: `/${name}`, code: 'placeholders', message: `must name none but ${KNOWN.join(', ')}` }]
      : []
  })
}

export const listReminderRules = operation({
  id: 'listReminderRules',
  route: 'GET /reminder-rules',
  summary: 'When patients are reminded of their visits',
  description: 'All rules, those that are switched off too, by name.',
  returns: ReminderRule,
  answer: 'all',
})

export const addReminderRule = operation({
  id: 'addReminderRule',
  route: 'POST /reminder-rules',
  summary: 'Reminds patients of their visits from now on',
  description:
    'By WhatsApp with templateName and variables, else with text; either minutesBefore, or daysBefore with at. Ten at most. What falls into the quiet hours of the clinic waits for their end. A visit that moves is reminded of anew.',
  check: textIssues,
  input: { ...wishes, name: always.name, channel: always.channel },
  returns: ReminderRule,
  status: 201,
  refuses: ['in_use'],
})

export const updateReminderRule = operation({
  id: 'updateReminderRule',
  route: 'PATCH /reminder-rules/:id',
  summary: 'Changes when or how patients are reminded, or no longer reminds them',
  description: 'Absent fields stay as they are. It holds for what is not sent yet.',
  versioned: { of: 'reminder_rule' },
  check: textIssues,
  input: { id: Id, ...wishes },
  returns: ReminderRule,
})

export const previewReminderRule = operation({
  id: 'previewReminderRule',
  route: 'GET /reminder-rules/:id/preview',
  summary: 'What a rule says next, and how many it reminds tomorrow',
  description: 'Of the next visit that it reminds of, in the language of its patient. It changes nothing.',
  input: { id: Id },
  returns: shape('reminderPreview', {
    appointmentId: described(MaybeId, 'Of the next visit that it reminds of; null where there is none.'),
    patientId: described(MaybeId, 'Whom it reminds then; null where there is none.'),
    text: described(MaybeText, 'What it says then; null where there is none.'),
    tomorrow: described(Type.Integer(), 'How many visits begin tomorrow that it reminds of.'),
  }),
})
