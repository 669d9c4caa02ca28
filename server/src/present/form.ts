import type { Form } from '@clinic/contract/forms.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { FormRow } from '../domain/forms/form.ts'

/** A form with its current version, if one is published. */
export type ListedForm = FormRow & { version_id: string | null; fields: unknown }

export const presentForm = (row: ListedForm): Static<typeof Form> => ({
  object: 'form',
  id: row.id,
  title: row.title,
  active: row.active,
  multipleSubmissionsAllowed: row.multiple_submissions_allowed,
  currentVersion:
    row.version_id === null || !Array.isArray(row.fields)
      ? null
      : { id: row.version_id, versionNum: row.current_version, schema: row.fields },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
