import type { TableRow } from '../../db/tables.ts'

export type ConsentFormRow = TableRow<'consent_form'>
export type ConsentTemplateRow = TableRow<'consent_template'>
