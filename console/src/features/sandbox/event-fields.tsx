import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { EventType, Typed } from './event-set.ts'
import classes from './sandbox.module.css'
import { sandboxTexts } from './texts.ts'

interface EventFieldsProps {
  fields: EventType['fields']
  values: Typed
  errorAt: (name: string) => string | undefined
  onChange: (values: Typed) => void
}

/** What may be said of an event, by the names that the interface has for it. */
export const EventFields = ({ fields, values, errorAt, onChange }: EventFieldsProps) => (
  <div className={classes.fields}>
    {fields.map(field => (
      <EventField
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        error={errorAt(field.name)}
        onChange={value => onChange({ ...values, [field.name]: value })}
      />
    ))}
  </div>
)

interface EventFieldProps {
  field: EventType['fields'][number]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function EventField({ field: { name, kind, choices }, value, error, onChange }: EventFieldProps) {
  const t = useTexts(sandboxTexts)
  const shared = { label: <bdi dir="ltr">{name}</bdi>, value, error, dir: 'auto' as const }
  if (kind === 'choice' || kind === 'boolean') {
    const options =
      kind === 'boolean' ? [{ value: 'true', label: t.yes }] : choices.map(one => ({ value: one, label: one }))
    return (
      <NativeSelect
        size="md"
        {...shared}
        data={[{ value: '', label: t.choose }, ...options]}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  }
  if (kind === 'list')
    return (
      <Textarea {...shared} description={t.listLead} rows={2} onChange={event => onChange(event.currentTarget.value)} />
    )
  return (
    <TextInput
      {...shared}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      placeholder={kind === 'instant' ? '2026-07-05T07:00:00Z' : undefined}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
