import type { Issue } from '@clinic/contract/errors.ts'
import type { TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { jsonList } from '../../kernel/values/json-list.ts'
import { roomKey } from '../../kernel/values/room-key.ts'

export type BranchRow = TableRow<'branch'>

/** `opens` and `closes` have a time for each weekday from Sunday on, `HH:MM`, or nothing on a day when it is closed. */
export type NewBranch = Omit<NewFields<'branch'>, 'active'>

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Opens a branch, at which practitioners can be said to work. */
export async function openBranch(tx: Tx, input: NewBranch): Promise<BranchRow> {
  const issues = [
    ...(input.name.trim() === '' ? [{ path: '/name', code: 'required', message: 'must not be empty' }] : []),
    ...timeIssues('/opens', input.opens),
    ...timeIssues('/closes', input.closes),
    ...roomIssues(input.rooms ?? []),
  ]
  if (issues.length > 0) return refuseInput(...issues)
  const { breaks, ...said } = input
  return tx.insert('branch', {
    ...columnsOf(said),
    ...(Array.isArray(breaks) && { breaks: jsonList(breaks) }),
    id: newId('bra', Date.parse(tx.now)),
  })
}

function timeIssues(path: string, times: readonly string[]): Issue[] {
  if (times.length !== 7)
    return [{ path, code: 'weekdays', message: 'must have a place for each of the seven weekdays' }]
  return times.flatMap((time, day) =>
    time === '' || TIME.test(time)
      ? []
      : [{ path: `${path}/${day}`, code: 'format', message: 'must be a time such as 09:30, or empty' }],
  )
}

/** Rooms are told apart by their names, in whatever spelling. */
export function roomIssues(rooms: readonly string[]): Issue[] {
  const names = rooms.map(roomKey)
  return names.flatMap((name, index) =>
    name !== '' && names.indexOf(name) === index
      ? []
      : [
          {
            path: `/rooms/${index}`,
            code: 'duplicate',
            message: 'must have a name that no other room of the branch has',
          },
        ],
  )
}
