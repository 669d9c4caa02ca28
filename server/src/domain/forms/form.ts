import { isDeepStrictEqual } from 'node:util'
import { type FormField, formFieldIssues } from '@clinic/contract/form-fields.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { jsonList } from '../../kernel/values/json-list.ts'

export type FormRow = TableRow<'form'>
export type FormVersionRow = TableRow<'form_version'>

/** An inactive form takes no answers, nor does one without a version. */
type FormSettings = NewFields<'form', 'current_version' | 'version'>
type Fields = readonly FormField[]

/** The questions whose answers say how to reach who answers. */
export const contactKeys = (fields: Fields): string[] =>
  fields.flatMap(({ key, type }) => (type === 'phone' || type === 'email' ? [key] : []))

/** Adds a form: what is given of its questions is the draft of its first version. */
export async function addForm(
  tx: Tx,
  { fields = [], ...settings }: FormSettings & { fields?: Fields | undefined },
): Promise<FormRow> {
  const form = await tx.insert('form', { ...columnsOf(settings), id: newId('frm', Date.parse(tx.now)) })
  await tx.insert('form_draft', { id: form.id, fields: jsonList(fields) })
  return form
}

/** The same; its questions, where there are some already, are published as version 1. */
export async function createForm(
  tx: Tx,
  { fields, ...settings }: FormSettings & { fields?: Fields },
): Promise<{ form: FormRow; version: FormVersionRow | null }> {
  const form = await addForm(tx, { ...settings, fields })
  return fields ? publishVersion(tx, form, fields) : { form, version: null }
}

/** Changes what is given. */
export const changeForm = async (
  tx: Tx,
  { id, ...settings }: Partial<FormSettings> & { id: string },
): Promise<FormRow> => changeRecord(tx, 'form', await tx.lock('form', id), columnsOf(settings))

/** Keeps the questions of the next version as they are so far; they need not fit together yet. */
export async function saveFormDraft(tx: Tx, { id, fields }: { id: string; fields: Fields }): Promise<void> {
  await tx.lock('form', id)
  const before = await tx.lock('form_draft', id)
  if (isDeepStrictEqual(before.fields, fields)) return
  await changeRecord(tx, 'form_draft', before, { fields: jsonList(fields) })
}

/** Publishes the draft as the form's next version. Submissions of earlier versions stay with theirs. */
export async function publishDraft(tx: Tx, { id }: { id: string }): Promise<void> {
  const form = await tx.lock('form', id)
  const { fields } = await tx.lock('form_draft', id)
  await publishVersion(tx, form, Array.isArray(fields) ? fields : [])
}

/** Publishes new fields as the form's next version. Submissions of earlier versions stay with theirs. */
export const publishFormVersion = async (tx: Tx, { formId, fields }: { formId: string; fields: Fields }) =>
  publishVersion(tx, await tx.lock('form', formId), fields)

async function publishVersion(tx: Tx, before: FormRow, fields: readonly unknown[]) {
  const issues = formFieldIssues(fields)
  if (issues.length > 0) refuseInput(...issues.map(issue => ({ ...issue, path: `/fields${issue.path}` })))
  const form = await changeRecord(tx, 'form', before, { current_version: before.current_version + 1 })
  const version = await tx.insert('form_version', {
    id: newId('fmv', Date.parse(tx.now)),
    form_id: form.id,
    version_num: form.current_version,
    fields: jsonList(fields),
  })
  return { form, version }
}
