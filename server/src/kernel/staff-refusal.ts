import { STAFF_ERRORS, type StaffErrorCode } from '@clinic/contract/staff-errors.ts'

/** A request that the console's API refuses for a reason of its own. */
export class StaffRefusal extends Error {
  readonly code: StaffErrorCode
  readonly details: unknown
  constructor(code: StaffErrorCode, details?: unknown) {
    super(STAFF_ERRORS[code].message)
    this.code = code
    this.details = details
  }
}

/** Refuses a request of the console with a code of its own and its details. */
export function refuseStaff(code: StaffErrorCode, details?: unknown): never {
  throw new StaffRefusal(code, details)
}
