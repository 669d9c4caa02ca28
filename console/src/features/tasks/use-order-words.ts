import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import type { ConflictWords } from '../../ui/conflict.tsx'
import { orderTexts } from './order-texts.ts'
import type { Task } from './task.ts'
import { useTaskWords } from './use-task-words.ts'

/** What is said where another has changed a task meanwhile that is put elsewhere: of the board, its place among those shown. */
export function useOrderWords(rows: readonly Task[], workplace: Returned<'getWorkplace'>) {
  const t = useTexts(orderTexts)
  const { fields, shown } = useTaskWords(workplace)
  return (id: string): ConflictWords => ({
    fields: { ...fields, order: t.place },
    shown: (field, value) =>
      field === 'order' ? t.placeOf(placeAt(rows, id, Number(value)) + 1, rows.length) : shown?.(field, value),
  })
}

/** The place of one that has, or had, another on the board: those that it passes close up. */
function placeAt(rows: readonly Task[], id: string, order: number): number {
  const own = rows.find(one => one.id === id)?.order ?? 0
  return rows.filter(one => one.id !== id && (order > own ? one.order <= order : one.order < order)).length
}
