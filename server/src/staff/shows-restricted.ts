import type { Operation } from '@clinic/contract/kernel.ts'
import { isPermitted, type Permission, type StaffRole } from '@clinic/contract/staff/permissions.ts'

/** What those do who see to erasures, and who saw what of a patient: for others a restricted file is not there. */
const SHOWING_RESTRICTED: readonly Permission[] = ['privacy:manage', 'privacy:finish', 'audit:read']

/** Whether the operation is shown restricted files where the role sees to them. */
export const showsRestricted = ({ access }: Operation, role: StaffRole): boolean =>
  access.by === 'permission' &&
  access.permissions.every(name => SHOWING_RESTRICTED.includes(name)) &&
  isPermitted(role, 'privacy:manage')
