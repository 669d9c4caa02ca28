import { INPUT } from 'virtual:publisher-input/createPublisherKey'
import { issuesOf } from '@clinic/contract/issues.ts'
import { PUBLISHER_RIGHTS, type PublisherRight, RIGHTS_TO_GIVE } from '@clinic/contract/publisher/roles.ts'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useOwnPublisher } from '../../lib/own-publisher.ts'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherInput } from '../../lib/publisher-api.ts'
import { useForm } from '../../lib/use-form.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { KeyOnce } from '../plugins/key-once.tsx'
import { numberTyped } from '../plugins/settings.ts'
import { keyTexts } from './key-texts.ts'

/** Makes a key, and shows it once. */
export function NewPublisherKey() {
  const t = useTexts(keyTexts)
  const { close } = useDrawer()
  const [made, setMade] = useState<string>()
  const form = useNewKey(setMade)
  return made === undefined ? <KeyFields form={form} /> : <KeyOnce text={made} label={t.keyText} onKept={close} />
}

interface Draft {
  name: string
  rights: PublisherRight[]
  days: string
}

const isInput = (input: unknown): input is PublisherInput<'createPublisherKey'> => issuesOf(INPUT, input).length === 0

function useNewKey(onMade: (text: string) => void) {
  const making = usePublisherWrite('createPublisherKey', { changes: ['listPublisherKeys'] })
  const inputOf = ({ name, rights, days }: Draft) => ({ name: name.trim(), rights, expiresInDays: numberTyped(days) })
  const initial: Draft = { name: '', rights: ['read', 'test'], days: '90' }
  return useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: async draft => {
      const input = inputOf(draft)
      if (isInput(input)) onMade((await making.mutateAsync(input)).key)
    },
  })
}

const isRight = (name: string): name is PublisherRight => PUBLISHER_RIGHTS.some(right => right === name)

function KeyFields({ form }: { form: ReturnType<typeof useNewKey> }) {
  const t = useTexts(keyTexts)
  const role = useOwnPublisher()?.role ?? 'VIEWER'
  const errorAt = useErrorAt(form, INPUT)
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
        <Checkbox.Group
          label={t.rights}
          description={role === 'OWNER' ? undefined : t.publishLead}
          value={form.values.rights}
          error={errorAt('/rights')}
          onChange={names => form.set({ rights: names.filter(isRight) })}
        >
          <Stack gap="xs" mt="xs">
            {RIGHTS_TO_GIVE[role].map(right => (
              <Checkbox key={right} value={right} label={t.rightNames[right]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          label={t.days}
          description={t.daysLead}
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
