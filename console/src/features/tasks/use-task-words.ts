import { TASK_PRIORITIES, TASK_STATUSES } from '@clinic/contract/tasks.ts'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import type { ConflictWords } from '../../ui/conflict.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { tasks } from './texts.ts'

/** What the fields of a task are called, and how their values are shown, where another has changed them meanwhile. */
export function useTaskWords({ practitioners, branches }: Returned<'getWorkplace'>): ConflictWords {
  const t = useTexts(tasks)
  const { language } = useLanguage()
  const { moment } = useFormats()
  const named = [...practitioners, ...branches]
  return {
    fields: {
      ...{ title: t.name, details: t.details, assignedToId: t.assigned, patientId: t.patient, branchId: t.branch },
      ...{ due: t.day, priority: t.priority, status: t.status },
    },
    shown(field, value) {
      const status = TASK_STATUSES.find(one => one === value)
      const priority = TASK_PRIORITIES.find(one => one === value)
      if (field === 'status' && status) return t.statuses[status]
      if (field === 'priority' && priority) return t.priorities[priority]
      if (field === 'due' && typeof value === 'string') return moment(value)
      const one = named.find(({ id }) => id === value)
      return one && plainName(nameOf(language, one))
    },
  }
}
