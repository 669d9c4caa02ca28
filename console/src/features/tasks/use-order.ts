import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { moved } from '../../lib/moved.ts'
import { Dismissed } from '../../lib/problem.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useSentence } from '../../ui/problem-notice.tsx'
import { complain } from '../../ui/toast.ts'
import { orderTexts } from './order-texts.ts'
import { TASKS_CHANGED, type Task } from './task.ts'
import { useOrderWords } from './use-order-words.ts'

type Told = (title: string, place: number, of: number) => string

/** The order of the tasks that are shown, and what changes it. */
export type TaskOrder = ReturnType<typeof useOrder>

/**
 * The tasks in the order in which they are to be done. One that is taken up is shown where it is held, and one that is put
 * down where it was put before that is answered; a refusal puts it back. `said` is where it is now.
 */
export function useOrder(rows: readonly Task[], workplace: Returned<'getWorkplace'>) {
  const t = useTexts(orderTexts)
  const sentence = useSentence()
  const words = useOrderWords(rows, workplace)
  const [said, setSaid] = useState('')
  /** The place among those that are shown at which one is held, or to which it is sent, and its version as it was taken. */
  const [moving, setMoving] = useState<{ id: string; to: number; version: number; isSent?: boolean }>()
  const placeOf = (id: string) => rows.findIndex(one => one.id === id)
  const versionOf = (id: string) => (moving?.id === id ? moving.version : (rows[placeOf(id)]?.version ?? 1))
  const tell = (told: Told, id: string, to: number) =>
    setSaid(told(plainName(rows[placeOf(id)]?.title ?? ''), to + 1, rows.length))
  const putting = useWrite('updateBoardTask', {
    changes: TASKS_CHANGED,
    of: { version: ({ id }) => versionOf(id), words: ({ id }) => words(id) },
  })

  function back() {
    if (!moving || moving.isSent) return
    setMoving(undefined)
    tell(t.stayed, moving.id, placeOf(moving.id))
  }

  function put(id: string, to: number) {
    const [from, there] = [placeOf(id), rows[to]]
    if (moving?.isSent || !there || from === to) return back()
    const onError = (error: Error) => {
      tell(t.stayed, id, from)
      if (!(error instanceof Dismissed)) complain(sentence(error))
    }
    setMoving({ id, to, version: versionOf(id), isSent: true })
    putting.mutate(
      { id, order: there.order },
      { onSuccess: () => tell(t.put, id, to), onError, onSettled: () => setMoving(undefined) },
    )
  }
  return {
    said,
    shown: moving ? moved(rows, placeOf(moving.id), moving.to) : rows,
    /** Which is held, until it is put down. */
    carried: moving?.isSent ? undefined : moving,
    take(id: string) {
      if (moving) return
      setMoving({ id, to: placeOf(id), version: versionOf(id) })
      tell(t.taken, id, placeOf(id))
    },
    over(to: number) {
      if (!moving || moving.isSent || !rows[to]) return
      setMoving({ ...moving, to })
      tell(t.over, moving.id, to)
    },
    put,
    back,
  }
}
