import { getBranch, listBranches } from '@clinic/contract/branches.ts'
import type { TableRow } from '../db/tables.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentBranch } from '../present/branch.ts'

const source = listSource<TableRow<'branch'>>({ name: 'listBranches', from: 'branch t', columns: 't.*' })

export const branches = [
  implement(listBranches, (tx, query) => page(tx, source, query, presentBranch)),
  implement(getBranch, async (tx, { id }) => ({ data: presentBranch(await tx.get('branch', id)) })),
]
