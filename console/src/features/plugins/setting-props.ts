import type { SettingField } from './settings.ts'

export interface SettingInputProps {
  field: SettingField
  value: unknown
  /** What is kept of it now: of a secret its mask. */
  kept: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

/** The same with what stands around the field, in the reader's language. */
export interface LabelledProps extends SettingInputProps {
  label: string
  description: string | undefined
  required: boolean
}
