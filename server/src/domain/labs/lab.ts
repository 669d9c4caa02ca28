import type { TableRow } from '../../db/tables.ts'

export type LabRow = TableRow<'lab'>
export type LabItemRow = TableRow<'lab_item'>
