import { closeDay, listDayCloses, previewDayClose } from '@clinic/contract/staff/day-closes.ts'
import { isPermitted } from '@clinic/contract/staff/permissions.ts'
import {
  addTreasury,
  listKeptTreasuries,
  listTreasuryMovements,
  transferMoney,
  updateTreasury,
} from '@clinic/contract/staff/treasuries.ts'
import { dayCloses, treasuryMovements } from '../domain/books/book-lists.ts'
import { closeDay as close, previewClose } from '../domain/books/day-close.ts'
import { addTreasury as add, changeTreasury, keptTreasuries, requireTreasury } from '../domain/books/kept-treasuries.ts'
import { transferMoney as transfer } from '../domain/books/transfer.ts'
import { branchesOf } from '../kernel/branch-sight.ts'
import { refuse, refuseInput } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import {
  presentClosePreview,
  presentDayClose,
  presentKeptTreasury,
  presentMovement,
  presentTransfer,
} from '../present/books.ts'

function feeOf(tx: Tx, fee: number, branchId: string | null) {
  if (branchId !== null) return { amountMinor: minorOf(tx.clinic, fee, '/fee'), branchId }
  return refuseInput({ path: '/branchId', code: 'required', message: 'must say whose expense the fee is' })
}

/** Who does not keep the books closes the drawers and terminals of their branches alone. */
async function requireToClose(tx: Tx, id: string): Promise<void> {
  const { type, branch_id } = await requireTreasury(tx, id)
  const { role } = tx.caller.person ?? refuse('not_permitted')
  const isAtDesk = branch_id !== null && (type === 'CASH' || type === 'POS')
  if (!isAtDesk && !isPermitted(role, 'books:read')) refuse('not_permitted', { permission: 'books:read' })
}

/** Where the money of the clinic is, how it is moved, and how its days are closed. */
export const treasuriesApi = [
  implement(listKeptTreasuries, async (tx, asked) => ({
    data: (await keptTreasuries(tx, asked)).map(row => presentKeptTreasury(row, tx.clinic)),
  })),
  implement(addTreasury, async (tx, { opening, ...said }) => {
    const begins = opening === undefined ? {} : { openingMinor: minorOf(tx.clinic, opening, '/opening') }
    return { data: presentKeptTreasury(await add(tx, { ...said, ...begins }), tx.clinic) }
  }),
  implement(updateTreasury, async (tx, input) => ({
    data: presentKeptTreasury(await changeTreasury(tx, input), tx.clinic),
  })),
  implement(listTreasuryMovements, async (tx, query) => {
    await requireTreasury(tx, query.id)
    return page(tx, treasuryMovements, query, presentMovement)
  }),
  implement(transferMoney, async (tx, { fee, amount, branchId, ...said }) => {
    const [from] = await Promise.all([requireTreasury(tx, said.fromId), requireTreasury(tx, said.toId)])
    if (branchId !== undefined) await tx.get('branch', branchId)
    const amountMinor = minorOf(tx.clinic, amount, '/amount')
    const cost = fee === undefined ? {} : { fee: feeOf(tx, fee, branchId ?? from.branch_id) }
    return { data: presentTransfer(await transfer(tx, { ...said, ...cost, amountMinor }), tx.clinic) }
  }),
  implement(previewDayClose, async (tx, asked) => {
    await requireToClose(tx, asked.treasuryId)
    return { data: presentClosePreview(await previewClose(tx, asked), tx.clinic) }
  }),
  implement(listDayCloses, async (tx, query) => {
    const branches = branchesOf(tx)
    return page(tx, dayCloses, { ...query, ...(branches && { branches }) }, presentDayClose)
  }),
  implement(closeDay, async (tx, { counted, ...said }) => {
    await requireToClose(tx, said.treasuryId)
    const countedMinor = minorOf(tx.clinic, counted, '/counted')
    return { data: presentDayClose(await close(tx, { ...said, countedMinor }), tx.clinic) }
  }),
]
