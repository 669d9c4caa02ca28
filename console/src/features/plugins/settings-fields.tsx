import type { Issue } from '@clinic/contract/errors.ts'
import { valueSchema } from '@clinic/contract/setting-values.ts'
import { Stack } from '@mantine/core'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { SettingInput } from './setting-input.tsx'
import { type SettingField, shownOf, type Values } from './settings.ts'

interface SettingsFieldsProps {
  fields: readonly SettingField[]
  values: Values
  kept: Values
  issueAt: (path: string) => Issue | undefined
  /** Where the settings stand in what is sent. */
  at: string
  onChange: (values: Values) => void
}

/** The form of a plugin's settings, drawn from its declaration alone. */
export function SettingsFields({ fields, values, kept, issueAt, at, onChange }: SettingsFieldsProps) {
  const sentence = useIssueSentence()
  return (
    <Stack gap="lg">
      {shownOf(fields, values).map(field => {
        const issue = issueAt(`${at}/${field.key}`)
        return (
          <SettingInput
            key={field.key}
            field={field}
            value={values[field.key]}
            kept={kept[field.key]}
            error={issue && sentence({ ...issue, path: '' }, valueSchema(field))}
            onChange={value => onChange({ ...values, [field.key]: value })}
          />
        )
      })}
    </Stack>
  )
}
