import type { ControlPart } from './control-part.ts'
import { statementsOf } from './read-tx.ts'
import type { Tx } from './tx.ts'
import type { RequireOpen } from './while-open.ts'

type Noted = Pick<Tx, 'touched' | 'sql' | 'get' | 'lock' | 'insert' | 'update'>

/** What reads and writes single records, and notes what it found and left. */
export function noting({ touched, sql, get, lock, insert, update }: Noted) {
  const found = <Found extends object>(row: Found): Found => {
    touched.found(row)
    return row
  }
  const noted: Pick<Tx, 'sql' | 'get' | 'lock' | 'insert' | 'update'> = {
    sql,
    get: async (table, id) => found(await get(table, id)),
    lock: async (table, id) => found(await lock(table, id)),
    async insert(table, values) {
      const row = await insert(table, values)
      touched.row(table, row, filled(values))
      return row
    },
    async update(table, id, changes) {
      const row = await update(table, id, changes)
      touched.row(table, row, Object.keys(changes))
      return row
    },
  }
  return noted
}

/** A record says more of what was given than of what was left empty. */
export const filled = (values: object): string[] =>
  Object.entries(values).flatMap(([column, value]) => (value === null || value === undefined ? [] : [column]))

interface Writing extends Pick<Tx, 'clinic' | 'now' | 'touched'> {
  requireOpen: RequireOpen
}

/** What a write asks of control in a cell. */
export function controlled({ clinic, now, touched, requireOpen }: Writing, control: ControlPart): Tx['control'] {
  const statements = statementsOf(clinic.id, now, one => {
    requireOpen()
    return control.send(one)
  })
  return noting({ touched, ...statements })
}
