import { INPUT } from 'virtual:publisher-input/createOwnToken'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherInput } from '../../lib/publisher-api.ts'
import { useForm } from '../../lib/use-form.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from '../plugins/access-texts.ts'
import { KeyOnce } from '../plugins/key-once.tsx'
import { numberTyped } from '../plugins/settings.ts'
import { keyTexts } from './key-texts.ts'

const isInput = (input: unknown): input is PublisherInput<'createOwnToken'> => issuesOf(INPUT, input).length === 0

/** Makes a further key of an installation, and shows it once. */
export function NewInstallationKey({ installationId }: { installationId: string }) {
  const t = useTexts(accessTexts)
  const { daysLead } = useTexts(keyTexts)
  const { close } = useDrawer()
  const [made, setMade] = useState<string>()
  const making = usePublisherWrite('createOwnToken', { changes: ['listOwnTokens'] })
  const inputOf = ({ name, days }: { name: string; days: string }) => ({
    ...{ installationId, name: name.trim(), expiresInDays: numberTyped(days) },
  })
  const form = useForm({
    initial: { name: '', days: '90' },
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: async draft => {
      const input = inputOf(draft)
      if (isInput(input)) setMade((await making.mutateAsync(input)).token)
    },
  })
  const errorAt = useErrorAt(form, INPUT)
  if (made !== undefined) return <KeyOnce text={made} onKept={close} />
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label={t.name}
          description={t.nameLead}
          required
          value={form.values.name}
          error={errorAt('/name')}
          onChange={event => form.set({ name: event.currentTarget.value })}
          data-autofocus
        />
        <TextInput
          label={t.days}
          description={daysLead}
          inputMode="numeric"
          dir="ltr"
          value={form.values.days}
          error={errorAt('/expiresInDays')}
          onChange={event => form.set({ days: event.currentTarget.value })}
        />
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
