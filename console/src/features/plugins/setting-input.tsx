import { Checkbox, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useLocalized } from './localized.ts'
import { RecordInput } from './record-input.tsx'
import { SecretSetting } from './secret-setting.tsx'
import type { LabelledProps, SettingInputProps } from './setting-props.ts'
import { numberTyped } from './settings.ts'
import { settingsTexts } from './settings-texts.ts'

const TYPED: Readonly<Record<string, { type?: string; inputMode?: 'decimal' | 'numeric' | 'tel'; dir?: 'ltr' }>> = {
  text: {},
  url: { type: 'url', dir: 'ltr' },
  email: { type: 'email', dir: 'ltr' },
  phone: { type: 'tel', dir: 'ltr' },
  date: { type: 'date' },
  time: { type: 'time' },
  number: { inputMode: 'decimal', dir: 'ltr' },
  integer: { inputMode: 'numeric', dir: 'ltr' },
}

/** The field of one setting, drawn from its declaration alone. */
export function SettingInput(props: SettingInputProps) {
  const { field, value, error, onChange } = props
  const localized = useLocalized()
  const common = {
    label: localized(field.label),
    description: field.help && localized(field.help),
    error,
    required: field.required === true,
  }
  if (field.type === 'secret') return <SecretSetting {...props} {...common} />
  if (field.type === 'boolean')
    return (
      <Switch
        {...common}
        required={false}
        checked={value === true}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    )
  if (field.type === 'select' || field.type === 'multiselect') return <Choice {...props} {...common} />
  const typed = TYPED[field.type]
  if (typed === undefined) return <RecordInput {...props} {...common} />
  const isNumber = field.type === 'number' || field.type === 'integer'
  return (
    <TextInput
      {...common}
      {...typed}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={event => onChange(event.currentTarget.value)}
      onBlur={event => isNumber && onChange(numberTyped(event.currentTarget.value))}
    />
  )
}

function Choice({ field, value, onChange, ...common }: LabelledProps) {
  const t = useTexts(settingsTexts)
  const localized = useLocalized()
  const { kept: _, ...labelled } = common
  const options = (field.options ?? []).map(option => ({ value: option.value, label: localized(option.label) }))
  if (field.type === 'select')
    return (
      <NativeSelect
        size="md"
        {...labelled}
        data={[{ value: '', label: t.choose }, ...options]}
        value={typeof value === 'string' ? value : ''}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Checkbox.Group {...labelled} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange}>
      <Group mt="xs">
        {options.map(option => (
          <Checkbox key={option.value} value={option.value} label={option.label} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
