import type { Selectable } from 'kysely'
import type { Database } from '../../db/builder.ts'

export type LabRow = Selectable<Database['lab']>
export type LabItemRow = Selectable<Database['lab_item']>
