import type { FormField } from '@clinic/contract/form-fields.ts'
import { Checkbox, Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { answerTexts } from './answer-texts.ts'
import type { Typed } from './answering.ts'
import { builder } from './builder-texts.ts'
import { useSaid } from './use-said.ts'

interface FieldProps {
  field: FormField
  typed: Typed[string] | undefined
  error: string | undefined
  onChange: (typed: Typed[string]) => void
}

/** One question of a form, in the language of the reader: its heading, or what it is answered in. */
export function AnswerField(props: FieldProps) {
  const said = useSaid()
  const { type, label, help, required = false } = props.field
  if (type === 'section')
    return (
      <div>
        <Title order={3} size="h5" mt="sm">
          <bdi>{said(label)}</bdi>
        </Title>
        {help && (
          <Text size="sm" c="dimmed">
            <bdi>{said(help)}</bdi>
          </Text>
        )}
      </div>
    )
  const labelled = { label: <bdi>{said(label)}</bdi>, error: props.error, required }
  if (type === 'boolean' || type === 'select' || type === 'multiselect') return <Choice {...props} {...labelled} />
  return <Written {...props} {...labelled} />
}

type LabelledProps = FieldProps & { label: React.ReactNode; required: boolean }

const HOW: Partial<Record<FormField['type'], { type?: string; inputMode?: 'decimal' | 'numeric'; dir?: 'ltr' }>> = {
  number: { inputMode: 'decimal', dir: 'ltr' },
  integer: { inputMode: 'numeric', dir: 'ltr' },
  scale: { inputMode: 'numeric', dir: 'ltr' },
  date: { type: 'date' },
  time: { type: 'time' },
  email: { type: 'email', dir: 'ltr' },
  phone: { type: 'tel', dir: 'ltr' },
  teeth: { inputMode: 'numeric', dir: 'ltr' },
}

function Written({ field, typed, onChange, ...labelled }: LabelledProps) {
  const common = {
    ...{ ...labelled, description: useHint(field), value: typeof typed === 'string' ? typed : '', autoComplete: 'off' },
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (field.type === 'paragraph') return <Textarea {...common} dir="auto" autosize minRows={3} />
  return <TextInput dir="auto" {...common} {...HOW[field.type]} />
}

/** The hint of the question, and what its type says of the answer. */
function useHint({ type, help, min, max }: FormField) {
  const t = useTexts(answerTexts)
  const said = useSaid()
  const [least, most] = type === 'scale' ? [min ?? 0, max ?? 10] : [min, max]
  const range = least !== undefined && most !== undefined ? t.range(least, most) : undefined
  const parts = [help && said(help), range, type === 'teeth' ? t.teeth : undefined].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : undefined
}

function Choice({ field, typed, onChange, ...labelled }: LabelledProps) {
  const t = useTexts(answerTexts)
  const words = useTexts(builder)
  const said = useSaid()
  const { type, help, options = [] } = field
  const common = { ...labelled, description: help && said(help) }
  const choices = options.map(({ value, label }) => ({ value, label: said(label) }))
  const chosen = typeof typed === 'string' ? typed : ''
  if (type === 'select')
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: t.notAnswered }, ...choices]}
        value={chosen}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  if (type === 'boolean')
    return (
      <Radio.Group {...common} data-wrong={common.error !== undefined} value={chosen} onChange={onChange}>
        <Group mt="xs" gap="lg">
          <Radio value="yes" label={words.yes} />
          <Radio value="no" label={words.no} />
          {!common.required && <Radio value="" label={t.notAnswered} />}
        </Group>
      </Radio.Group>
    )
  return (
    <Checkbox.Group
      {...common}
      data-wrong={common.error !== undefined}
      value={typeof typed === 'object' ? [...typed] : []}
      onChange={onChange}
    >
      <Stack mt="xs" gap="xs">
        {choices.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={<bdi>{label}</bdi>} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
