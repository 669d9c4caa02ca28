import type { Returned } from '@clinic/contract/kernel.ts'
import type { getDayAppointment } from '@clinic/contract/staff/appointments.ts'
import type { TableRow } from '../db/tables.ts'
import type { Presenter } from '../kernel/presenter.ts'

type Shown = Returned<typeof getDayAppointment>
type Own = 'details' | 'cancelReason' | 'replacedById' | 'encounterId' | 'createdAt' | 'changes'

/** A visit with its last changes. */
export const presentDayAppointment: Presenter<
  { row: TableRow<'appointment'>; card: Omit<Shown, Own>; encounterId: string | null; changes: Shown['changes'] },
  Shown
> = ({ row, card, encounterId, changes }) => ({
  ...card,
  details: row.details,
  cancelReason: row.cancel_reason,
  replacedById: row.replaced_by_id,
  encounterId,
  createdAt: row.created_at,
  changes,
})
