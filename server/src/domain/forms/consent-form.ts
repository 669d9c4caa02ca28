import type { Selectable } from 'kysely'
import type { Database } from '../../db/builder.ts'

export type ConsentFormRow = Selectable<Database['consent_form']>
export type ConsentTemplateRow = Selectable<Database['consent_template']>
