import type { FocusEvent, KeyboardEvent } from 'react'
import { letterOf } from '../../lib/key-letter.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import type { TaskOrder } from './use-order.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** M takes the task up that has the focus; the arrows move it, M or Enter puts it down, Escape or leaving puts it back. */
export function useOrderKeys({ carried, take, over, put, back }: TaskOrder, isOrdered: boolean) {
  const takeFocused = () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-task]')?.dataset.task
    if (id !== undefined) take(id)
  }
  useRoomKeys({ m: isOrdered ? takeFocused : undefined })
  if (!carried) return {}
  const { id, to } = carried
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      const step = STEPS[event.key]
      const isPut = event.key === 'Enter' || (letterOf(event.nativeEvent) === 'm' && !event.ctrlKey && !event.metaKey)
      if (step === undefined && !isPut && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (step !== undefined) over(to + step)
      else if (isPut) put(id, to)
      else back()
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) back()
    },
  }
}
