import type { Task } from './task.ts'

/** Among those that are shown, the place of one that has, or had, another on the board: those that it passes close up. */
export function placeAt(rows: readonly Pick<Task, 'id' | 'order'>[], id: string, order: unknown): number {
  const [there, own] = [Number(order), rows.find(one => one.id === id)?.order ?? 0]
  return rows.filter(one => one.id !== id && (there > own ? one.order <= there : one.order < there)).length
}
