import { AffectedVisit } from '@clinic/contract/staff/blocks.ts'
import type { AffectedRow } from '../domain/scheduling/blocks.ts'
import { presenter } from '../kernel/presenter.ts'

/** A visit that stands where none would be booked any more. */
export const presentAffected = presenter<AffectedRow, typeof AffectedVisit>(AffectedVisit, {
  start: 'starts_at',
  end: 'ends_at',
  name: ({ first_name, last_name }) => (last_name === null ? first_name : `${first_name} ${last_name}`),
})
