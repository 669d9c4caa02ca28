import type { BranchSight, Tx } from './tx.ts'

const NONE: BranchSight = { allBranches: false, branchIds: [] }

/** The branches that the member who asks is limited to; null where they see all. */
export function branchesOf({ caller }: Tx): readonly string[] | null {
  const { allBranches, branchIds } = caller.person?.sight ?? NONE
  return allBranches ? null : branchIds
}
