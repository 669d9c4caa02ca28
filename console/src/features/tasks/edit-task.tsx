import { INPUT } from 'virtual:staff-input/updateBoardTask'
import { issuesOf } from '@clinic/contract/issues.ts'
import { TASK_MOVES } from '@clinic/contract/tasks.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { TASKS_CHANGED, type Task } from './task.ts'
import { changesOf, draftOf } from './task-draft.ts'
import { TaskFields } from './task-fields.tsx'
import { tasks } from './texts.ts'
import { useTaskWords } from './use-task-words.ts'

interface EditProps {
  task: Task
  workplace: Returned<'getWorkplace'>
}

/** Changes a task, drops it or takes it up again. */
export function EditTask({ task, workplace }: EditProps) {
  const t = useTexts(tasks)
  const days = useDays()
  const { close } = useDrawer()
  const { id, version } = task
  const [initial] = useState(() => draftOf(task, days, t.hidden))
  const saving = useWrite('updateBoardTask', {
    changes: TASKS_CHANGED,
    said: () => t.saved,
    of: { version, words: useTaskWords(workplace), theirs: close },
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, { id, ...changesOf(initial, draft, days) }),
    send: draft => saving.mutateAsync({ id, ...changesOf(initial, draft, days) }),
    leave: close,
  })
  return (
    <TaskFields {...{ form, workplace, schema: INPUT, deed: t.save }}>
      <NativeSelect
        label={t.status}
        data={[task.status, ...TASK_MOVES[task.status]].map(value => ({ value, label: t.statuses[value] }))}
        value={form.values.status}
        onChange={event => form.set({ status: event.currentTarget.value })}
      />
    </TaskFields>
  )
}
