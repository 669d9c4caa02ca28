import { type Branch, getBranch, listBranches } from '@clinic/contract/branches.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../db/tables.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'

const present = (row: TableRow<'branch'>): Static<typeof Branch> => ({
  object: 'branch',
  id: row.id,
  name: row.name,
  address: row.address,
  location: row.location,
  phones: row.phones,
  rooms: row.rooms,
  specialities: row.specialities,
  appointmentTypes: row.appointment_types,
  opens: row.opens,
  closes: row.closes,
  closedDays: row.closed_days,
  holidays: row.holidays,
  firstDayOfWeek: row.first_day_of_week,
  active: row.active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const source = listSource<TableRow<'branch'>>({ name: 'listBranches', from: 'branch t', columns: 't.*' })

export const branches = [
  implement(listBranches, (tx, query) => page(tx, source, query, present)),
  implement(getBranch, async (tx, { id }) => ({ data: present(await tx.get('branch', id)) })),
]
