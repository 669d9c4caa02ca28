import { Button, Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { issuesIn } from '../../lib/problem.ts'
import { useOwnWrite } from '../../lib/publisher.ts'
import { useForm } from '../../lib/use-form.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { PublisherFields, publisherInput, publisherIssues } from './publisher-fields.tsx'
import { publisherTexts } from './texts.ts'

/** Makes a publisher, and leads to it. */
export function CreatePublisher() {
  const t = useTexts(publisherTexts)
  const navigate = useNavigate()
  const creating = useOwnWrite('createPublisher', ({ name }) => t.created(name.en))
  const form = useForm({
    initial: { nameEn: '', nameAr: '', website: '', supportEmail: '' },
    check: publisherIssues,
    send: draft => creating.mutateAsync(publisherInput(draft)),
    leave: ({ id }) => void navigate({ to: publisherHref(id, 'ownPlugins') }),
  })
  const tooMany = issuesIn(form.error).some(({ code }) => code === 'too_many')
  return (
    <Section title={t.create} lead={t.createLead}>
      <form {...form.props}>
        <Stack gap="lg">
          <PublisherFields draft={form.values} issueAt={form.issueAt} set={form.set} />
          <ProblemNotice error={form.error} own={tooMany ? { validation_failed: t.tooMany } : {}} />
          <Group>
            <Button type="submit" loading={form.pending}>
              {t.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
