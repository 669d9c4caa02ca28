import { refuseInput } from '../../kernel/errors.ts'
import type { Schedule } from './schedule-of.ts'

/** No time will do for a doctor who cannot be booked, so it is the id that is refused. */
export function requireBookable({ unbookable }: Schedule): void {
  if (unbookable === 'branch')
    refuseInput({ path: '/branchId', code: 'not_bookable', message: 'must be an active branch' })
  if (unbookable === 'doctor')
    refuseInput({ path: '/doctorId', code: 'not_bookable', message: 'must be an active doctor of the branch' })
}
