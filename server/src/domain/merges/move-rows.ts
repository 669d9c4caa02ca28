import { appointmentUpdated } from '@clinic/contract/appointments.ts'
import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { labOrderUpdated } from '@clinic/contract/labs.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type InvoiceRow, invoiceFacts } from '../billing/invoice-row.ts'
import { type LabOrderRow, labOrderFacts } from '../labs/lab-order.ts'
import { appointmentFacts } from '../scheduling/appointment.ts'
import { lockAppointment } from '../scheduling/lock-appointment.ts'
import { CHANGED, MOVED } from './moved-tables.ts'

/** A merge, and between which files rows go: forth when it is made, back when it is undone. */
export interface Move {
  mergeId: string
  from: string
  to: string
}

/** What the kept file has of already, where there may be one of each alone. */
const TAKEN = `t.only_one and exists (select from form_submission as kept where kept.company_id = $1 and kept.patient_id = $3
  and kept.form_id = t.form_id and kept.only_one and kept.status = 'SUBMITTED')`
/** What of a row has to change as it is moved: what it was, what it becomes, and what it is when it comes back. */
const BESIDE: Partial<Record<(typeof MOVED)[number], { was: string; forth: string; back: string }>> = {
  form_submission: {
    was: `case when ${TAKEN} then '{"only_one": true}'::jsonb end`,
    forth: `only_one = t.only_one and not (${TAKEN})`,
    back: "only_one = coalesce((item.was ->> 'only_one')::boolean, t.only_one)",
  },
  // Which is the last one is found again once all are there.
  encounter: { was: 'null::jsonb', forth: 'last = false', back: 'last = false' },
  measurement: { was: 'null::jsonb', forth: 'last = false', back: 'last = false' },
}
const and = (changes: string | undefined) => (changes === undefined ? '' : `, ${changes}`)

const statementsOf = (table: (typeof MOVED)[number]) => ({
  list: sql(`
    insert into patient_merge_item (company_id, merge_id, table_name, record_id, was)
    select $1, $4, '${table}', t.id, ${BESIDE[table]?.was ?? 'null::jsonb'}
    from ${table} as t where t.company_id = $1 and t.patient_id = $2 and $3::text is not null`),
  forth: sql(`
    update ${table} as t set patient_id = $3, updated_at = $4${and(BESIDE[table]?.forth)}
    where t.company_id = $1 and t.patient_id = $2`),
  back: sql(`
    update ${table} as t set patient_id = $3, updated_at = $4${and(BESIDE[table]?.back)}
    from patient_merge_item as item
    where item.company_id = $1 and item.merge_id = $5 and item.table_name = '${table}'
      and t.company_id = $1 and t.id = item.record_id and t.patient_id = $2`),
})
const statements = MOVED.map(statementsOf)

const moved = (table: 'invoice' | 'lab_order') => `
  select * from ${table} where company_id = $1 and patient_id = $2 and id = any(array(
    select record_id from patient_merge_item where company_id = $1 and merge_id = $3 and table_name = '${table}'))
  order by id`
const invoices = sql<InvoiceRow>(moved('invoice'))
const orders = sql<LabOrderRow>(moved('lab_order'))

/** A record whose versions are counted. */
interface Found {
  table_name: (typeof CHANGED)[number]
  id: string
}

const idsOf = sql<Found>(
  CHANGED.map(
    table => `select '${table}' as table_name, id from ${table} where company_id = $1 and patient_id = $2`,
  ).join(' union all '),
)
const listed = sql<Found>(`
  select table_name, record_id as id from patient_merge_item
  where company_id = $1 and merge_id = $2 and table_name = any($3) order by table_name, record_id`)
const listAll = sql(`
  insert into patient_merge_item (company_id, merge_id, table_name, record_id)
  select $1, $2, table_name, id from unnest($3::text[], $4::text[]) as one (table_name, id)`)

/** Gives all that is about one patient to another, lists it, and tells of it what is told. */
export async function moveForth(tx: Tx, move: Move): Promise<void> {
  const { mergeId, from, to } = move
  const found = await tx.sql(idsOf([tx.clinic.id, from]))
  const [tables, ids] = [found.map(({ table_name }) => table_name), found.map(({ id }) => id)]
  await tx.sql(listAll([tx.clinic.id, mergeId, tables, ids]))
  await inLockOrder(tx, move, found, async () => {
    for (const { list, forth } of statements) {
      await tx.sql(list([tx.clinic.id, from, to, mergeId]))
      await tx.sql(forth([tx.clinic.id, from, to, tx.now]))
    }
  })
  await tell(tx, move)
}

/** Gives back what a merge moved, as far as it is still where it was moved to. */
export async function moveBack(tx: Tx, move: Move): Promise<void> {
  const { mergeId, from, to } = move
  await inLockOrder(tx, move, await tx.sql(listed([tx.clinic.id, mergeId, [...CHANGED]])), async () => {
    for (const { back } of statements) await tx.sql(back([tx.clinic.id, from, to, tx.now, mergeId]))
  })
  await tell(tx, move)
}

/** Treatments come after the invoices that bill them, for everyone who locks both. */
async function inLockOrder(tx: Tx, move: Move, found: readonly Found[], moveRest: () => Promise<void>): Promise<void> {
  const isTreatment = ({ table_name }: Found) => table_name === 'treatment'
  await changeEach(
    tx,
    move,
    found.filter(one => !isTreatment(one)),
  )
  await moveRest()
  await changeEach(tx, move, found.filter(isTreatment))
}

/** Records whose versions are counted, one after the other in the order of their ids. */
async function changeEach(tx: Tx, { from, to }: Move, found: readonly Found[]): Promise<void> {
  for (const { table_name: table, id } of found.toSorted((one, other) => one.id.localeCompare(other.id))) {
    if (table === 'appointment') await changeAppointment(tx, id, { from, to })
    else await changeSilently(tx, table, id, { from, to })
  }
}

async function changeSilently(
  tx: Tx,
  table: Exclude<Found['table_name'], 'appointment'>,
  id: string,
  { from, to }: Pick<Move, 'from' | 'to'>,
): Promise<void> {
  const before = await tx.lock(table, id)
  if (before.patient_id === from) await changeRecord(tx, table, before, { patient_id: to })
}

async function changeAppointment(tx: Tx, id: string, { from, to }: Pick<Move, 'from' | 'to'>): Promise<void> {
  const before = await lockAppointment(tx, id)
  if (before.patient_id !== from) return
  const after = await changeRecord(tx, 'appointment', before, { patient_id: to })
  tx.emit(appointmentUpdated, appointmentFacts(after), { patientId: from })
}

/** One event for each invoice and lab order that is another patient's now. */
async function tell(tx: Tx, { mergeId, from, to }: Move): Promise<void> {
  const values = [tx.clinic.id, to, mergeId]
  for (const row of await tx.sql(invoices(values)))
    tx.emit(invoiceUpdated, invoiceFacts(tx.clinic, row), { patientId: from })
  for (const row of await tx.sql(orders(values))) tx.emit(labOrderUpdated, labOrderFacts(row), { patientId: from })
}
