import type { Input } from '@clinic/contract/kernel.ts'
import type { addConsentTemplate, updateConsentTemplate } from '@clinic/contract/staff/consents.ts'
import { type Build, sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf } from '../../kernel/columns.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

export type ConsentTemplateRow = TableRow<'consent_template'>

const all: Build<ConsentTemplateRow> = sql<ConsentTemplateRow>(
  'select * from consent_template where company_id = $1 order by name, id',
)

/** What patients can be asked to sign. */
export const consentTemplates = (tx: Tx): Promise<ConsentTemplateRow[]> => tx.sql(all([tx.clinic.id]))

/** Adds a text that patients sign: a consent made of it is good for so many days after it was prepared. */
export const createConsentTemplate = (tx: Tx, input: Input<typeof addConsentTemplate>): Promise<ConsentTemplateRow> =>
  tx.insert('consent_template', { ...columnsOf(input), id: newId('cnt', Date.parse(tx.now)) })

/** Changes what is given. Consents that were prepared keep their words. */
export const changeConsentTemplate = async (
  tx: Tx,
  { id, ...changes }: Input<typeof updateConsentTemplate>,
): Promise<ConsentTemplateRow> =>
  changeRecord(tx, 'consent_template', await tx.lock('consent_template', id), columnsOf(changes))
