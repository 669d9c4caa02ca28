import { INPUT } from 'virtual:publisher-input/createOwnPlugin'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherId, usePublisherWrite } from '../../lib/publisher.ts'
import { useForm } from '../../lib/use-form.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { type PluginDraft, PluginFields } from './plugin-fields.tsx'
import { ownPluginTexts } from './plugin-texts.ts'

const BLANK: PluginDraft & { slug: string } = { slug: '', visibility: 'PRIVATE', category: '', setupUrl: '' }

const given = (text: string) => (text.trim() === '' ? undefined : text.trim())
const inputOf = ({ slug, visibility, category, setupUrl }: typeof BLANK) => {
  const [named, leads] = [given(category), given(setupUrl)]
  return {
    ...{ slug: slug.trim(), visibility },
    ...(named !== undefined && { category: named }),
    ...(leads !== undefined && { setupUrl: leads }),
  }
}

/** Takes a short name for a plugin, and leads to where its first version is uploaded. */
export function NewPlugin() {
  const t = useTexts(ownPluginTexts)
  const navigate = useNavigate()
  const publisherId = usePublisherId()
  const sentence = useIssueSentence()
  const creating = usePublisherWrite('createOwnPlugin', {
    changes: ['listOwnPlugins'],
    said: ({ slug }) => t.created(slug),
  })
  const form = useForm({
    initial: BLANK,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => creating.mutateAsync(inputOf(draft)),
    leave: ({ id }) => void navigate({ to: publisherHref(publisherId, 'newVersion', { id }) }),
  })
  const wrong = form.issueAt('/slug')
  return (
    <form {...form.props}>
      <Stack gap="lg">
        <TextInput
          label={t.slug}
          description={t.slugLead}
          dir="ltr"
          required
          autoCapitalize="none"
          spellCheck={false}
          value={form.values.slug}
          error={wrong && (wrong.code === 'not_unique' ? t.slugTaken : sentence(wrong, INPUT))}
          onChange={event => form.set({ slug: event.currentTarget.value })}
          data-autofocus
        />
        <PluginFields draft={form.values} issueAt={form.issueAt} set={form.set} />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
