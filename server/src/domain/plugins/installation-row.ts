import type { Installation } from '@clinic/contract/installation.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'

export type InstallationRow = TableRow<'installation'>
export type InstallationStatus = Static<typeof Installation>['status']

/** SUSPENDED keeps a version that waits for approval, so that resuming returns to where it was. */
const MOVES: Record<InstallationStatus, readonly InstallationStatus[]> = {
  ACTIVE: ['UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED'],
  UPDATE_PENDING: ['ACTIVE', 'SUSPENDED', 'UNINSTALLED'],
  SUSPENDED: ['ACTIVE', 'UPDATE_PENDING', 'UNINSTALLED'],
  UNINSTALLED: [],
}

const isStatus = (text: string): text is InstallationStatus => Object.hasOwn(MOVES, text)

export function statusOf({ status }: Pick<InstallationRow, 'status'>): InstallationStatus {
  if (!isStatus(status)) throw new Error(`An installation has the unknown status ${status}.`)
  return status
}

/** Refuses a move that the state machine does not have. */
export function requireMove(installation: Pick<InstallationRow, 'status'>, to: InstallationStatus): void {
  const from = statusOf(installation)
  if (!MOVES[from].includes(to)) refuse('invalid_state_transition', { from, to })
}
