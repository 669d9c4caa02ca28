import type { Returned } from '../../lib/api.ts'

/** The doctors whom one may book at a branch: all, or oneself alone. */
export function doctorsAt({ practitioners, permissions, practitionerId }: Returned<'getWorkplace'>, branchId: string) {
  const mayAll = permissions.includes('appointments:write')
  return practitioners.filter(
    ({ id, isDoctor, branchIds }) => isDoctor && branchIds.includes(branchId) && (mayAll || id === practitionerId),
  )
}
