import { addBlock, getBlock, listFreeSlots, removeBlock, updateBlock } from '@clinic/contract/staff/blocks.ts'
import { addBlock as add, changeBlock, readBlock, removeBlock as remove } from '../domain/scheduling/blocks.ts'
import { nextSlots } from '../domain/scheduling/next-slots.ts'
import { implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentBlock, presentTaken } from '../present/blocks.ts'

const USUAL_SLOTS = 5

/** Which times are free, and which are taken from the diaries. */
export const blocksApi = [
  implement(listFreeSlots, async (tx, { limit = USUAL_SLOTS, ...asked }) => {
    await tx.get('branch', asked.branchId)
    return { data: { slots: await nextSlots(tx, { ...asked, limit }) } }
  }),
  implement(getBlock, presented(readBlock, presentBlock)),
  implement(addBlock, presented(add, presentTaken)),
  implement(updateBlock, presented(changeBlock, presentTaken)),
  implement(removeBlock, presented(remove, presentBlock)),
]
