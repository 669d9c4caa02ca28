import type { Static } from '@clinic/contract/kernel.ts'
import { type AffectedVisit, Block } from '@clinic/contract/staff/blocks.ts'
import type { BlockRow, Taken } from '../domain/scheduling/blocks.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'
import { presentAffected } from './affected.ts'

export const presentBlock = presenter<BlockRow, typeof Block>(Block, {
  doctorId: block => ('room' in block ? null : block.practitioner_id),
  branchId: block => ('room' in block ? block.branch_id : null),
  room: block => ('room' in block ? block.room : null),
  start: 'starts_at',
  end: 'ends_at',
})

/** A time that was taken, with the visits that stand in it. */
export const presentTaken: Presenter<Taken, Static<typeof Block> & { affected: Static<typeof AffectedVisit>[] }> = (
  { block, affected },
  clinic,
) => ({ ...presentBlock(block, clinic), affected: affected.map(visit => presentAffected(visit, clinic)) })
