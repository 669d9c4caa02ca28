import { getBranch, listBranches } from '@clinic/contract/branches.ts'
import { implement } from '../kernel/implement.ts'
import { type ListSource, page } from '../kernel/page.ts'
import { presentBranch } from '../present/branch.ts'

const source: ListSource = { name: 'listBranches', from: 'branch t', columns: 't.*' }

export const branches = [
  implement(listBranches, (tx, query) => page(tx, source, query, presentBranch)),
  implement(getBranch, async (tx, { id }) => ({ data: presentBranch(await tx.get('branch', id)) })),
]
