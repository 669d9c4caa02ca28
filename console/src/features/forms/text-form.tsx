import { INPUT as ADDED } from 'virtual:staff-input/addConsentTemplate'
import { INPUT as CHANGED } from 'virtual:staff-input/updateConsentTemplate'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { type ConsentText, NEW_TEXT, type TextDraft, textChanges, textDraft, textOf } from './consent.ts'
import { ConsentWords } from './consent-parts.tsx'
import { forms } from './texts.ts'

const CHANGES = ['listConsentTemplates'] as const

/** Adds a text that patients sign. */
export function NewText() {
  const t = useTexts(forms)
  const { close } = useDrawer()
  const adding = useWrite('addConsentTemplate', { changes: CHANGES, said: () => t.saved })
  const form = useForm({
    initial: NEW_TEXT,
    check: draft => issuesOf(ADDED, textOf(draft)),
    send: draft => adding.mutateAsync(textOf(draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, ADDED)
  return (
    <TextForm form={form} errorAt={errorAt}>
      <Button type="submit" loading={form.pending}>
        {t.add}
      </Button>
    </TextForm>
  )
}

/** Changes a text: what was prepared of it stays as it is. */
export function EditText({ text }: { text: ConsentText }) {
  const t = useTexts(forms)
  const { id, version } = text
  const [initial] = useState(() => textDraft(text))
  const saving = useWrite('updateConsentTemplate', {
    changes: CHANGES,
    said: () => t.saved,
    of: { version, words: { fields: t.fields } },
  })
  const inputOf = (draft: TextDraft) => ({ id, ...textChanges(initial, draft) })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
  })
  const errorAt = useErrorAt(form, CHANGED)
  return (
    <Stack>
      <Text c="dimmed">{t.editLead}</Text>
      <TextForm form={form} errorAt={errorAt}>
        <Button type="submit" loading={form.pending} disabled={!form.edited}>
          {t.save}
        </Button>
      </TextForm>
    </Stack>
  )
}

interface TextFormProps {
  form: Pick<ReturnType<typeof useForm<TextDraft>>, 'props' | 'values' | 'set' | 'error'>
  errorAt: (path: string) => string | undefined
  children: ReactNode
}

/** The words in both languages, what is asked for, and how the patient reads it. */
function TextForm({ form, errorAt, children }: TextFormProps) {
  const t = useTexts(forms)
  const { values, set } = form
  const field = (name: 'name' | 'nameAr' | 'body' | 'bodyAr' | 'validDays') => ({
    label: t.fields[name],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const tick = (name: 'signRequired' | 'witnessRequired') => ({
    label: t.fields[name],
    checked: values[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => set({ [name]: event.currentTarget.checked }),
  })
  return (
    <form {...form.props} aria-label={t.text}>
      <Stack>
        <TextInput required dir="auto" maxLength={200} data-autofocus {...field('name')} />
        <TextInput dir="rtl" lang="ar" maxLength={200} {...field('nameAr')} />
        <Textarea required dir="auto" autosize minRows={4} maxRows={16} description={t.bodyHint} {...field('body')} />
        <Textarea dir="rtl" lang="ar" autosize minRows={4} maxRows={16} {...field('bodyAr')} />
        <TextInput dir="ltr" inputMode="numeric" placeholder={t.noEnd} {...field('validDays')} />
        <Checkbox {...tick('signRequired')} />
        <Checkbox {...tick('witnessRequired')} />
        <ProblemNotice error={form.error} />
        <Group>{children}</Group>
        <Preview {...values} />
      </Stack>
    </form>
  )
}

function Preview({ name, nameAr, body, bodyAr }: TextDraft) {
  const t = useTexts(forms)
  if (body.trim() === '') return null
  return (
    <section aria-label={t.preview}>
      <Text fw={600} mb="xs">
        {t.preview}
      </Text>
      <Stack gap="sm">
        <ConsentWords title={name} body={body} language="en" />
        {bodyAr.trim() !== '' && <ConsentWords title={nameAr || name} body={bodyAr} language="ar" />}
      </Stack>
    </section>
  )
}
