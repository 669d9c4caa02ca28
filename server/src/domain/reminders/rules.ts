import type { Input } from '@clinic/contract/kernel.ts'
import { type addReminderRule, REMINDED_STATUSES } from '@clinic/contract/staff/reminders.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { channelOf } from '../messaging/communication.ts'
import { providerInUse } from '../providers/clinic-provider.ts'

export type RuleRow = TableRow<'reminder_rule'>
export type RuleProblem = 'no_carrier' | 'no_template' | 'variables'
export interface ShownRule extends RuleRow {
  problem: RuleProblem | null
}

/** Whether messages of a clinic without a carrier go to the sandbox. */
export interface Pretending {
  pretends: boolean
}

type Wishes = Partial<Input<typeof addReminderRule>>

const MOST_RULES = 10

const all = sql<RuleRow>('select * from reminder_rule where company_id = $1 order by name, id')
const active = sql<RuleRow>('select * from reminder_rule where company_id = $1 and active order by id')
const approved = sql<{ variable_count: number }>(`
  select variable_count from message_template where company_id = $1 and name = $2 and status = 'APPROVED'
  order by variable_count limit 20`)

/** The rules of the clinic that remind. */
export const activeRules = (tx: Tx): Promise<RuleRow[]> => tx.sql(active([tx.clinic.id]))

/** All rules, each with why it reminds no patient, where it does not. */
export async function reminderRules(tx: Tx, how: Pretending): Promise<ShownRule[]> {
  const rules = await tx.sql(all([tx.clinic.id]))
  return Promise.all(rules.map(rule => withProblem(tx, rule, how)))
}

/** A rule with why it reminds no patient, where it does not. */
export async function withProblem(tx: Tx, rule: RuleRow, { pretends }: Pretending): Promise<ShownRule> {
  const provider = await providerInUse(tx, channelOf(rule.channel))
  const isCarried = tx.clinic.sandbox || pretends || (provider !== undefined && provider.provider !== 'sandbox')
  return { ...rule, problem: isCarried ? await templateProblem(tx, rule) : 'no_carrier' }
}

/** Whether a template can be sent with the variables that are named. */
export async function templateProblem(
  tx: Tx,
  { template_name: name, variables }: RuleRow,
): Promise<RuleProblem | null> {
  if (name === null) return null
  const templates = await tx.sql(approved([tx.clinic.id, name]))
  if (templates.length === 0) return 'no_template'
  return templates.every(({ variable_count }) => variable_count === variables.length) ? null : 'variables'
}

/** Reminds patients of their visits from now on. */
export async function addRule(tx: Tx, wishes: Input<typeof addReminderRule>): Promise<RuleRow> {
  const rules = await tx.sql(all([tx.clinic.id]))
  if (rules.length >= MOST_RULES) refuse('in_use', { reminderRules: rules.length })
  const rule = {
    ...{ id: newId('rmr', Date.parse(tx.now)), name: wishes.name, channel: wishes.channel },
    ...{ template_name: wishes.templateName ?? null, variables: wishes.variables ?? [] },
    ...{ text: wishes.text ?? null, text_ar: wishes.textAr ?? null },
    ...{ minutes_before: wishes.minutesBefore ?? null, days_before: wishes.daysBefore ?? null },
    ...{ at_time: wishes.at ?? null, branch_ids: wishes.branchIds ?? [] },
    ...{ statuses: wishes.statuses ?? [...REMINDED_STATUSES], active: wishes.active ?? true },
  }
  await requireRule(tx, rule)
  return tx.insert('reminder_rule', rule)
}

/** Changes when or how patients are reminded. */
export async function changeRule(tx: Tx, { id, at, ...wishes }: Wishes & { id: string }): Promise<RuleRow> {
  const before = await tx.lock('reminder_rule', id)
  const changes = columnsOf({ ...wishes, atTime: at })
  await requireRule(tx, { ...before, ...changes })
  return changeRecord(tx, 'reminder_rule', before, changes)
}

type RuleParts = Pick<
  RuleRow,
  | 'channel'
  | 'template_name'
  | 'text'
  | 'text_ar'
  | 'minutes_before'
  | 'days_before'
  | 'at_time'
  | 'branch_ids'
  | 'variables'
>

/** A rule says what it sends by its channel, and when. */
async function requireRule(tx: Tx, rule: Partial<RuleParts>): Promise<void> {
  for (const branchId of rule.branch_ids ?? []) await tx.get('branch', branchId)
  const isTemplate = rule.channel === 'whatsapp'
  const { template_name: template = null, text = null, text_ar: textAr = null, variables = [] } = rule
  if (isTemplate !== (template !== null)) refuseWish('/templateName', 'must be there by WhatsApp, and by nothing else')
  if (isTemplate === (text !== null)) refuseWish('/text', 'must be there by sms and e-mail, and not by WhatsApp')
  if (isTemplate && textAr !== null) refuseWish('/textAr', 'must not be there by WhatsApp')
  if (!isTemplate && variables.length > 0) refuseWish('/variables', 'must be empty but by WhatsApp')
  const { minutes_before: minutes = null, days_before: days = null, at_time: at = null } = rule
  if ((minutes === null) === (days === null)) refuseWish('/minutesBefore', 'must be there, or daysBefore instead of it')
  if ((days === null) !== (at === null)) refuseWish('/at', 'must be there with daysBefore, and not without')
}

const refuseWish = (path: string, message: string): never => refuseInput({ path, code: 'either', message })
