import {
  addReminderRule,
  listReminderRules,
  previewReminderRule,
  updateReminderRule,
} from '@clinic/contract/staff/reminders.ts'
import { previewRule } from '../domain/reminders/preview.ts'
import {
  addRule,
  changeRule,
  type Pretending,
  type RuleRow,
  reminderRules,
  withProblem,
} from '../domain/reminders/rules.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentRule } from '../present/reminders.ts'

/** When patients are reminded of their visits. */
export function remindersApi(how: Pretending) {
  const shown = async (tx: Tx, rule: RuleRow) => ({ data: presentRule(await withProblem(tx, rule, how), tx.clinic) })
  return [
    implement(listReminderRules, async tx => ({
      data: (await reminderRules(tx, how)).map(rule => presentRule(rule, tx.clinic)),
    })),
    implement(addReminderRule, async (tx, input) => shown(tx, await addRule(tx, input))),
    implement(updateReminderRule, async (tx, input) => shown(tx, await changeRule(tx, input))),
    implement(previewReminderRule, async (tx, input) => ({ data: await previewRule(tx, input) })),
  ]
}
