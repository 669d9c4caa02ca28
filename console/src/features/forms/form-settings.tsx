import { INPUT } from 'virtual:staff-input/updateForm'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { builder } from './builder-texts.ts'
import { type ClinicForm, FORMED } from './form-draft.ts'

/** What a form is called, and whether it is filled in: this holds as it is saved, without being published. */
export function FormSettings({
  form: { id, version, title, active, multipleSubmissionsAllowed },
}: {
  form: ClinicForm
}) {
  const t = useTexts(builder)
  const words = { fields: { title: t.name, active: t.inUse, multipleSubmissionsAllowed: t.several } }
  const saving = useWrite('updateForm', { changes: FORMED, said: () => t.settingsSaved, of: { version, words } })
  const [initial] = useState({ title, active, multipleSubmissionsAllowed })
  const inputOf = (values: typeof initial) => ({ id, ...values, title: values.title.trim() })
  const form = useForm({
    initial,
    check: values => issuesOf(INPUT, inputOf(values)),
    send: values => saving.mutateAsync(inputOf(values)),
  })
  const errorAt = useErrorAt(form, INPUT)
  const tick = (name: 'active' | 'multipleSubmissionsAllowed') => ({
    checked: form.values[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => form.set({ [name]: event.currentTarget.checked }),
  })
  return (
    <Section title={title}>
      <form {...form.props} aria-label={t.settings}>
        <Stack>
          <TextInput
            label={t.name}
            required
            dir="auto"
            maxLength={200}
            value={form.values.title}
            error={errorAt('/title')}
            onChange={event => form.set({ title: event.currentTarget.value })}
          />
          <Checkbox label={t.inUse} {...tick('active')} />
          <Checkbox label={t.several} {...tick('multipleSubmissionsAllowed')} />
          <ProblemNotice error={form.error} />
          <Group>
            <Button type="submit" variant="default" loading={form.pending} disabled={!form.edited}>
              {t.saveSettings}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
