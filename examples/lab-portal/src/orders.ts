import type { LabOrder } from '@clinic/sdk'
import { type Database, textIn } from './database.ts'
import { type Portal, readKnown } from './portal.ts'

export const ORDER_STATES = ['pending', 'received', 'delivered'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Keeps an order; what arrives late does not take the place of what is newer. */
export function keepOrder(database: Database, order: LabOrder): void {
  const { id, labId, status, updatedAt } = order
  database.run(
    `insert into lab_order (id, lab_id, status, updated_at, record) values (:id, :labId, :status, :updatedAt, :record)
     on conflict (id) do update set lab_id = :labId, status = :status, updated_at = :updatedAt, record = :record
       where updated_at <= :updatedAt`,
    { id, labId, status, updatedAt, record: JSON.stringify(order) },
  )
}

export const ordersOf = (database: Database, labId: string, status: OrderState): LabOrder[] =>
  database
    .all('select record from lab_order where lab_id = :labId and status = :status order by id desc', { labId, status })
    .map(row => JSON.parse(textIn(row, 'record')))

/** An order of this lab. Another lab's is not there. */
export const orderOf = (database: Database, labId: string, id: string): LabOrder | undefined =>
  database
    .all('select record from lab_order where lab_id = :labId and id = :id', { labId, id })
    .map((row): LabOrder => JSON.parse(textIn(row, 'record')))[0]

export interface KnownLab {
  readonly id: string
  readonly name: string
}

export const labsInUse = (database: Database): KnownLab[] =>
  database
    .all('select id, name from lab where disabled = 0 order by name')
    .map(row => ({ id: textIn(row, 'id'), name: textIn(row, 'name') }))

/** Reads the labs, and the orders that changed since the last time. */
export async function round(portal: Portal): Promise<void> {
  const { clinic, database } = portal
  await readKnown(portal)
  for await (const { id, name, disabled } of clinic.labs.list({ limit: 100 }))
    database.run('insert or replace into lab (id, name, disabled) values (:id, :name, :disabled)', {
      ...{ id, name, disabled: Number(disabled) },
    })
  await clinic.labOrders.sync({
    since: database.all("select value from mark where name = 'orders'").map(row => textIn(row, 'value'))[0],
    each: order => keepOrder(database, order),
    save: value => database.run("insert or replace into mark (name, value) values ('orders', :value)", { value }),
  })
}

/** The clinic has removed the plugin: nothing of it is kept. */
export function eraseAll(database: Database): void {
  for (const table of ['added_file', 'session', 'invitation', 'lab_order', 'lab', 'mark'])
    database.run(`delete from ${table}`)
}
