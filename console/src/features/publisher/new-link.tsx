import { INPUT } from 'virtual:publisher-input/createInstallLink'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherInput } from '../../lib/publisher-api.ts'
import { useForm } from '../../lib/use-form.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { KeyOnce } from '../plugins/key-once.tsx'
import { numberTyped } from '../plugins/settings.ts'
import { linkTexts } from './link-texts.ts'

const isInput = (input: unknown): input is PublisherInput<'createInstallLink'> => issuesOf(INPUT, input).length === 0

/** Makes a link, and shows it once. */
export function NewLink({ pluginId }: { pluginId: string }) {
  const t = useTexts(linkTexts)
  const sentence = useIssueSentence()
  const { close } = useDrawer()
  const [made, setMade] = useState<string>()
  const making = usePublisherWrite('createInstallLink', { changes: ['listInstallLinks'] })
  const inputOf = ({ clinics, days }: { clinics: string; days: string }) => ({
    ...{ id: pluginId, clinics: numberTyped(clinics), days: numberTyped(days) },
  })
  const form = useForm({
    initial: { clinics: '1', days: '14' },
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: async draft => {
      const input = inputOf(draft)
      if (isInput(input)) setMade((await making.mutateAsync(input)).url)
    },
  })
  if (made !== undefined) return <KeyOnce text={made} label={t.link} onKept={close} />
  const field = (name: 'clinics' | 'days') => {
    const issue = form.issueAt(`/${name}`)
    return {
      value: form.values[name],
      error: issue && sentence(issue, INPUT),
      onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
    }
  }
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label={t.clinics}
          description={t.clinicsLead}
          inputMode="numeric"
          dir="ltr"
          data-autofocus
          {...field('clinics')}
        />
        <TextInput label={t.days} description={t.daysLead} inputMode="numeric" dir="ltr" {...field('days')} />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.make}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
