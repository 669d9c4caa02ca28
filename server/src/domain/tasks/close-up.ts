import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { TaskRow } from './task.ts'

const ON_BOARD = "t.company_id = $1 and t.id <> $2 and t.status in ('OPEN', 'IN_PROGRESS')"

/** A task went up: those that it came before go down by as many places as are taken, none farther than where it was. */
const goDown = sql(`
  with passed as (
    select t.id, t.sort_order as was, $3 + row_number() over (order by t.sort_order, t.id)::integer as place
    from task t where ${ON_BOARD} and t.sort_order between $3 and $4)
  update task set sort_order = passed.place, updated_at = $5
  from passed where task.company_id = $1 and task.id = passed.id and passed.was < passed.place`)

/** A task went down: those that it came behind go up. */
const goUp = sql(`
  with passed as (
    select t.id, t.sort_order as was,
      greatest(0, $3 - row_number() over (order by t.sort_order desc, t.id desc)::integer) as place
    from task t where ${ON_BOARD} and t.sort_order between $4 and $3)
  update task set sort_order = passed.place, updated_at = $5
  from passed where task.company_id = $1 and task.id = passed.id and passed.was > passed.place`)

/**
 * Has the tasks between where one was and the place that it takes close up. Where a place is free they stay: what was done
 * has left its own. Their places follow from its move, so that it counts as no version of theirs.
 */
export async function closeUp(tx: Tx, { id, sort_order: was }: TaskRow, place: number): Promise<void> {
  const close = place <= was ? goDown : goUp
  await tx.sql(close([tx.clinic.id, id, place, was, tx.now]))
}
