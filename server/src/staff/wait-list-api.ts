import { addToWaitList, listSlotCandidates, listWaitList, updateWaiting } from '@clinic/contract/staff/wait-list.ts'
import { slotCandidates } from '../domain/scheduling/slot-candidates.ts'
import { addToWaitList as add, changeWaiting, readWaiting, waitList } from '../domain/scheduling/wait-list.ts'
import { branchesOf } from '../kernel/branch-sight.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentCandidates, presentWaiting } from '../present/wait-list.ts'

/** What a write answers: the entry as the list shows it. */
const listed =
  <Input>(useCase: (tx: Tx, input: Input) => Promise<{ id: string }>) =>
  async (tx: Tx, input: Input) => ({
    data: presentWaiting(await readWaiting(tx, await useCase(tx, input)), tx.clinic),
  })

/** Who waits for a time that is not free, and who could come at one that is. */
export const waitListApi = [
  implement(listWaitList, async (tx, query) => {
    const branches = branchesOf(tx)
    return page(tx, waitList, { ...query, ...(branches && { branches }) }, presentWaiting)
  }),
  implement(addToWaitList, listed(add)),
  implement(updateWaiting, listed(changeWaiting)),
  implement(listSlotCandidates, async (tx, asked) => ({
    data: presentCandidates(await slotCandidates(tx, asked), tx.clinic),
  })),
]
