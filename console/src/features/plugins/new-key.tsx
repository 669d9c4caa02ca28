import { INPUT } from 'virtual:staff-input/createPluginToken'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from './access-texts.ts'
import { KeyOnce } from './key-once.tsx'
import type { PluginProps } from './plugin-props.ts'
import { rangeIssues, rangesOf } from './ranges.ts'
import { RangesInput } from './ranges-input.tsx'
import { numberTyped } from './settings.ts'

interface Draft {
  name: string
  days: string
  ranges: string
}

/** Makes a further key of a plugin, and shows it once. */
export function NewKey({ plugin }: PluginProps) {
  const { close } = useDrawer()
  const [made, setMade] = useState<string>()
  const form = useNewKey(plugin, setMade)
  return made === undefined ? <KeyFields form={form} /> : <KeyOnce text={made} onKept={close} />
}

const isInput = (input: unknown): input is Input<'createPluginToken'> => issuesOf(INPUT, input).length === 0

function useNewKey(plugin: PluginProps['plugin'], onMade: (text: string) => void) {
  const making = useWrite('createPluginToken', { changes: ['listPluginTokens'] })
  const inputOf = ({ name, days, ranges }: Draft) => ({
    id: plugin.id,
    name: name.trim(),
    expiresInDays: days.trim() === '' ? null : numberTyped(days),
    allowedIpRanges: rangesOf(ranges),
  })
  return useForm<Draft>({
    initial: { name: '', days: '365', ranges: plugin.allowedIpRanges.join('\n') },
    check: draft => [...issuesOf(INPUT, inputOf(draft)), ...rangeIssues(draft.ranges)],
    send: async draft => {
      const input = inputOf(draft)
      if (isInput(input)) onMade((await making.mutateAsync(input)).token)
    },
  })
}

function KeyFields({ form }: { form: ReturnType<typeof useNewKey> }) {
  const t = useTexts(accessTexts)
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
        <TextInput
          label={t.days}
          description={t.daysLead}
          inputMode="numeric"
          dir="ltr"
          value={form.values.days}
          error={errorAt('/expiresInDays')}
          onChange={event => form.set({ days: event.currentTarget.value })}
        />
        <RangesInput
          label={t.ranges}
          description={t.rangesLead}
          value={form.values.ranges}
          issue={form.issueAt('/allowedIpRanges')}
          onChange={ranges => form.set({ ranges })}
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
