import { AffectedVisit } from '@clinic/contract/staff/blocks.ts'
import type { AffectedRow } from '../domain/scheduling/blocks.ts'
import { presenter } from '../kernel/presenter.ts'
import { fullName } from '../kernel/values/full-name.ts'

/** A visit that stands where none would be booked any more. */
export const presentAffected = presenter<AffectedRow, typeof AffectedVisit>(AffectedVisit, {
  start: 'starts_at',
  end: 'ends_at',
  name: fullName,
})
