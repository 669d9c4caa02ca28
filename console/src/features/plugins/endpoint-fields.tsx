import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { useForm } from '../../lib/use-form.ts'
import { Ltr } from '../../ui/isolated.tsx'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { accessTexts } from './access-texts.ts'
import type { PluginProps } from './plugin-props.ts'

type EventType = PluginProps['plugin']['events'][number]['type']

export interface EndpointValues {
  url: string
  events: readonly EventType[]
}

interface EndpointFieldsProps extends PluginProps {
  form: ReturnType<typeof useForm<EndpointValues>>
  /** What the button says. */
  deed: string
}

/** The address, and which of the events that the plugin was granted go there. */
export function EndpointFields({ plugin, form, deed }: EndpointFieldsProps) {
  const t = useTexts(accessTexts)
  const sentence = useIssueSentence()
  const [url, events] = [form.issueAt('/url'), form.issueAt('/events')]
  const isEvent = (name: string): name is EventType => plugin.events.some(({ type }) => type === name)
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          type="url"
          dir="ltr"
          label={t.url}
          placeholder="https://"
          required
          value={form.values.url}
          error={url && sentence({ ...url, path: '' }, { format: 'uri' })}
          onChange={event => form.set({ url: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={t.events}
          value={[...form.values.events]}
          error={events && sentence(events)}
          onChange={names => form.set({ events: names.filter(isEvent) })}
        >
          <Stack gap="xs" mt="xs">
            {plugin.events.map(({ type }) => (
              <Checkbox key={type} value={type} label={<Ltr>{type}</Ltr>} />
            ))}
          </Stack>
        </Checkbox.Group>
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {deed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
