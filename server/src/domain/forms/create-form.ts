import type { FormField } from '@clinic/contract/form-fields.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { FormRow, FormVersionRow } from './form.ts'
import { publishVersion } from './publish-form-version.ts'

export interface NewForm {
  title: string
  multipleSubmissionsAllowed?: boolean
  /** Published as version 1; without fields the form takes no answers yet. */
  fields?: readonly FormField[]
}

export async function createForm(
  tx: Tx,
  { title, multipleSubmissionsAllowed = false, fields }: NewForm,
): Promise<{ form: FormRow; version: FormVersionRow | null }> {
  const form = tx.add('form', {
    id: newId('frm', Date.parse(tx.now)),
    title,
    active: true,
    multiple_submissions_allowed: multipleSubmissionsAllowed,
    current_version: 0,
  })
  return fields ? publishVersion(tx, form, fields) : { form, version: null }
}
