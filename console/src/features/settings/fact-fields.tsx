import type { Issue } from '@clinic/contract/errors.ts'
import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import { TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { branchTexts } from './branch-texts.ts'

const FIELDS = ['name', 'nameAr', 'address', 'location', 'phones'] as const
type Texts = Record<(typeof FIELDS)[number], string>

interface FactFieldsProps {
  form: { values: Texts; set: (changes: Partial<Texts>) => void; issueAt: (path: string) => Issue | undefined }
  schema: JsonSchema
}

/** What a branch is called, and how one comes and calls there. */
export function FactFields({ form, schema }: FactFieldsProps) {
  const t = useTexts(branchTexts)
  const errorAt = useErrorAt(form, schema)
  return FIELDS.map(name => (
    <TextInput
      key={name}
      label={t[name]}
      description={name === 'phones' ? t.phonesHint : undefined}
      dir={name === 'phones' || name === 'location' ? 'ltr' : 'auto'}
      required={name === 'name'}
      data-autofocus={name === 'name' || undefined}
      value={form.values[name]}
      error={errorAt(`/${name}`)}
      onChange={event => form.set({ [name]: event.currentTarget.value })}
    />
  ))
}
