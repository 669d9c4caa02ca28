import { FORM_FIELD_TYPES, type FormField } from '@clinic/contract/form-fields.ts'
import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { builder } from './builder-texts.ts'
import { bothOf, hasOptions, isFieldType, ofType, optionLines, optionsIn } from './form-draft.ts'

interface EditorProps {
  field: FormField
  /** Those before it. */
  earlier: readonly FormField[]
  errorAt: (path: string) => string | undefined
  change: (field: FormField) => void
  remove: () => void
}

/** One question: what is asked, how it is answered, and when it is asked. */
export function FieldEditor({ field, earlier, errorAt, change, remove }: EditorProps) {
  const t = useTexts(builder)
  const { label, help } = field
  return (
    <Stack>
      <NativeSelect
        label={t.type}
        data={FORM_FIELD_TYPES.map(value => ({ value, label: t.types[value] }))}
        value={field.type}
        onChange={({ currentTarget: { value } }) => isFieldType(value) && change(ofType(field, value))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t.labelEn}
          required
          dir="auto"
          maxLength={500}
          value={label.en}
          error={errorAt('/label/en')}
          onChange={event => change({ ...field, label: bothOf(event.currentTarget.value, label.ar ?? '') })}
        />
        <TextInput
          label={t.labelAr}
          dir="rtl"
          lang="ar"
          maxLength={500}
          value={label.ar ?? ''}
          onChange={event => change({ ...field, label: bothOf(label.en, event.currentTarget.value) })}
        />
      </SimpleGrid>
      {hasOptions(field) && <Options key={field.key} field={field} error={errorAt('/options')} change={change} />}
      {field.type !== 'section' && (
        <Checkbox
          label={t.required}
          checked={field.required ?? false}
          onChange={event => change({ ...field, required: event.currentTarget.checked })}
        />
      )}
      <TextInput
        label={t.help}
        dir="auto"
        maxLength={2000}
        value={help?.en ?? ''}
        onChange={({ currentTarget: { value } }) => change(withHelp(field, value))}
      />
      <Condition {...{ field, earlier, change }} />
      <Group>
        <Button variant="subtle" color="red" onClick={remove}>
          {t.remove}
        </Button>
      </Group>
    </Stack>
  )
}

function withHelp({ help, ...field }: FormField, en: string): FormField {
  return en === '' ? field : { ...field, help: bothOf(en, help?.ar ?? '') }
}

function Options({ field, error, change }: Pick<EditorProps, 'field' | 'change'> & { error: string | undefined }) {
  const t = useTexts(builder)
  return (
    <Textarea
      label={t.options}
      description={t.optionsHint}
      required
      dir="auto"
      autosize
      minRows={3}
      defaultValue={optionLines(field)}
      error={error}
      onChange={event => change({ ...field, options: optionsIn(event.currentTarget.value, field.options) })}
    />
  )
}

/** Asked only where an earlier question that is answered by yes or no was answered so, or one of some was chosen. */
function Condition({ field, earlier, change }: Pick<EditorProps, 'field' | 'earlier' | 'change'>) {
  const t = useTexts(builder)
  const { language } = useLanguage()
  const said = (text: FormField['label']) => plainName((language === 'ar' ? text.ar : undefined) ?? text.en)
  const choices = earlier.flatMap(({ key, type, label, options = [] }) => {
    const answers =
      type === 'boolean'
        ? ([
            [true, t.yes],
            [false, t.no],
          ] as const)
        : options.map(one => [one.value, said(one.label)] as const)
    return answers.map(([equals, answer]) => ({ when: { key, equals }, label: t.when(said(label), answer) }))
  })
  if (choices.length === 0) return null
  const at = choices.findIndex(({ when }) => JSON.stringify(when) === JSON.stringify(field.visibleWhen))
  const { visibleWhen: _before, ...always } = field
  return (
    <NativeSelect
      label={t.condition}
      data={[
        { value: '', label: t.always },
        ...choices.map((one, place) => ({ value: String(place), label: one.label })),
      ]}
      value={at < 0 ? '' : String(at)}
      onChange={({ currentTarget: { value } }) => {
        const chosen = value === '' ? undefined : choices[Number(value)]
        change(chosen ? { ...always, visibleWhen: chosen.when } : always)
      }}
    />
  )
}
