import type { TableRow } from '../../db/tables.ts'

export type MergeRow = TableRow<'patient_merge'>

/** How long a merge can be undone. */
export const UNDO_MS = 30 * 86_400_000
