import type { Tx } from '../../kernel/tx.ts'
import type { FormRow } from './form.ts'

export interface FormChanges {
  id: string
  title?: string
  /** An inactive form takes no answers. */
  active?: boolean
  multipleSubmissionsAllowed?: boolean
}

export async function changeForm(
  tx: Tx,
  { id, title, active, multipleSubmissionsAllowed }: FormChanges,
): Promise<FormRow> {
  const before = await tx.lock('form', id)
  return tx.update('form', id, {
    title: title ?? before.title,
    active: active ?? before.active,
    multiple_submissions_allowed: multipleSubmissionsAllowed ?? before.multiple_submissions_allowed,
  })
}
