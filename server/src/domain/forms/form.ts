import { type FormField, formFieldIssues } from '@clinic/contract/form-fields.ts'
import type { TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

export type FormRow = TableRow<'form'>
export type FormVersionRow = TableRow<'form_version'>

/** An inactive form takes no answers, nor does one without a version. */
type FormSettings = NewFields<'form', 'current_version'>
type Fields = readonly FormField[]

/** The questions whose answers say how to reach who answers. */
export const contactKeys = (fields: Fields): string[] =>
  fields.flatMap(({ key, type }) => (type === 'phone' || type === 'email' ? [key] : []))

/** Creates a form; its fields, where there are some already, are published as version 1. */
export async function createForm(
  tx: Tx,
  { fields, ...settings }: FormSettings & { fields?: Fields },
): Promise<{ form: FormRow; version: FormVersionRow | null }> {
  const form = await tx.insert('form', { ...columnsOf(settings), id: newId('frm', Date.parse(tx.now)) })
  return fields ? publishVersion(tx, form, fields) : { form, version: null }
}

/** Changes what is given. */
export const changeForm = (tx: Tx, { id, ...settings }: Partial<FormSettings> & { id: string }): Promise<FormRow> =>
  tx.update('form', id, columnsOf(settings))

/** Publishes new fields as the form's next version. Submissions of earlier versions stay with theirs. */
export const publishFormVersion = async (tx: Tx, { formId, fields }: { formId: string; fields: Fields }) =>
  publishVersion(tx, await tx.lock('form', formId), fields)

async function publishVersion(tx: Tx, before: FormRow, fields: Fields) {
  const issues = formFieldIssues(fields)
  if (issues.length > 0) refuseInput(...issues.map(issue => ({ ...issue, path: `/fields${issue.path}` })))
  const form = await tx.update('form', before.id, { current_version: before.current_version + 1 })
  const version = await tx.insert('form_version', {
    id: newId('fmv', Date.parse(tx.now)),
    form_id: form.id,
    version_num: form.current_version,
    fields: JSON.stringify(fields),
  })
  return { form, version }
}
