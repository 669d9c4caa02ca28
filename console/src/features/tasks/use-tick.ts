import { isToDo } from '@clinic/contract/tasks.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Dismissed } from '../../lib/problem.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useSentence } from '../../ui/problem-notice.tsx'
import { complain, say } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo.tsx'
import { useTakeBack } from '../../ui/use-take-back.ts'
import { TASKS_CHANGED, type Task } from './task.ts'
import { tasks } from './texts.ts'
import { useTaskWords } from './use-task-words.ts'

/**
 * Ticks a task off, and offers to take that back; one that is done is taken up again. It is shown before it is answered; a
 * refusal is said, and the task is shown as it was.
 */
export function useTick(task: Task, workplace: Returned<'getWorkplace'>) {
  const t = useTexts(tasks)
  const { ask } = useClinicApi()
  const sentence = useSentence()
  const { id, version, title, status } = task
  const toDo = isToDo(status)
  const takeBack = useTakeBack(TASKS_CHANGED)
  const untick = (at: number) =>
    takeBack(() => ask('updateBoardTask', { id, status: toDo ? status : 'OPEN' }, undefined, { version: at }), t.undone)
  const ticking = useWrite('updateBoardTask', {
    changes: TASKS_CHANGED,
    of: { version, words: useTaskWords(workplace) },
    done: ({ version: at, status: now }) =>
      now === 'COMPLETED'
        ? offerUndo({ message: t.ticked(plainName(title)), undo: () => void untick(at) })
        : say(t.undone),
  })
  const tick = () => {
    if (ticking.isPending) return
    const onError = (error: Error) => {
      if (!(error instanceof Dismissed)) complain(sentence(error))
    }
    ticking.mutate({ id, status: toDo ? 'COMPLETED' : 'OPEN' }, { onError })
  }
  return { tick, isTicked: toDo ? ticking.isPending : !ticking.isPending }
}
