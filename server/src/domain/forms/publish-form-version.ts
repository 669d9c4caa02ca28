import { type FormField, formFieldIssues } from '@clinic/contract/form-fields.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { FormRow, FormVersionRow } from './form.ts'

interface Published {
  form: FormRow
  version: FormVersionRow
}

/** Publishes new fields as the form's next version. Submissions of earlier versions stay with theirs. */
export async function publishFormVersion(
  tx: Tx,
  { formId, fields }: { formId: string; fields: readonly FormField[] },
): Promise<Published> {
  return publishVersion(tx, await tx.lock('form', formId), fields)
}

/** The same for a form that this transaction holds already. */
export async function publishVersion(tx: Tx, before: FormRow, fields: readonly FormField[]): Promise<Published> {
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
