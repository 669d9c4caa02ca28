import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type GroupRow, holdPriceList, procedureGroups } from './price-list.ts'
import { renameProcedureGroup } from './rename-procedure-group.ts'
import { sameSpelling } from './spelling.ts'

interface Wishes {
  name?: string | undefined
  /** The place among the others; below them unless told. */
  order?: number | undefined
}

const LAST = 100_000
const add = sql<GroupRow>(`
  insert into procedure_group (company_id, id, name, sort_order) values ($1, $2, $3, $4) returning *`)
const place = sql('update procedure_group set sort_order = $3 where company_id = $1 and id = $2')

/** Adds a heading to the price list. */
export async function addProcedureGroup(tx: Tx, { name, order }: Wishes & { name: string }): Promise<GroupRow> {
  await holdPriceList(tx)
  const groups = await procedureGroups(tx)
  return addGroup(tx, { name: ownName(groups, name), order: order ?? nextPlace(groups) })
}

/** Below all that are there. */
export const nextPlace = (groups: readonly Pick<GroupRow, 'sort_order'>[]): number =>
  Math.max(0, ...groups.map(({ sort_order }) => sort_order)) + 1

/** Adds a heading whose name is known to be free. */
export async function addGroup(
  tx: Tx,
  { id = newId('prg', Date.parse(tx.now)), name, order }: { id?: string; name: string; order: number },
): Promise<GroupRow> {
  const [added] = await tx.sql(add([tx.clinic.id, id, name, Math.min(order, LAST)]))
  tx.touched.row('procedure_group', { id }, ['name', 'sort_order'])
  return added ?? refuse('internal_error')
}

/** Changes a heading; what stands under it shows its name. */
export async function changeProcedureGroup(tx: Tx, { id, name, order }: Wishes & { id: string }): Promise<GroupRow> {
  await holdPriceList(tx)
  const groups = await procedureGroups(tx)
  const before = groups.find(group => group.id === id) ?? refuse('not_found', { resource: 'procedure_group' })
  const others = groups.filter(group => group.id !== id)
  const after = {
    ...before,
    name: name === undefined ? before.name : ownName(others, name),
    sort_order: order ?? before.sort_order,
  }
  if (after.sort_order !== before.sort_order) await tx.sql(place([tx.clinic.id, id, after.sort_order]))
  await renameProcedureGroup(tx, { id, name: after.name })
  tx.touched.found(before)
  tx.touched.row(
    'procedure_group',
    after,
    ['name', 'sort_order'].filter(column =>
      column === 'name' ? after.name !== before.name : after.sort_order !== before.sort_order,
    ),
  )
  return after
}

/** The name without what stands around it; refused where it is empty, or another says the same. */
function ownName(others: readonly Pick<GroupRow, 'name'>[], name: string): string {
  const own = name.trim()
  if (own === '') refuseInput({ path: '/name', code: 'required', message: 'must not be empty' })
  if (others.some(other => sameSpelling(other.name) === sameSpelling(own)))
    refuseInput({ path: '/name', code: 'taken', message: 'must be what no other heading says' })
  return own
}
