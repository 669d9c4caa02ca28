import { Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { ownPublishersQuery, usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useForm } from '../../lib/use-form.ts'
import { Ltr, Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { PublisherFields, publisherInput, publisherIssues } from './publisher-fields.tsx'
import { publisherTexts } from './texts.ts'

export type Publisher = PublisherReturned<'getPublisher'>

/** Name, website and support: owners change them, the others read them. */
export function PublisherDetails({ publisher }: { publisher: Publisher }) {
  const t = useTexts(publisherTexts)
  const isOwner = useIsAtLeast('OWNER')
  return (
    <Section title={t.details}>
      {isOwner ? <DetailsForm publisher={publisher} /> : <DetailsShown publisher={publisher} />}
    </Section>
  )
}

function DetailsForm({ publisher }: { publisher: Publisher }) {
  const t = useTexts(publisherTexts)
  const client = useQueryClient()
  const saving = usePublisherWrite('updatePublisher', { changes: ['getPublisher'], said: () => t.saved })
  const { name, website, supportEmail } = publisher
  const form = useForm({
    initial: { nameEn: name.en, nameAr: name.ar ?? '', website, supportEmail },
    check: publisherIssues,
    send: draft => saving.mutateAsync(publisherInput(draft)),
    leave: () => void client.invalidateQueries({ queryKey: ownPublishersQuery.queryKey }),
  })
  return (
    <form {...form.props}>
      <Stack gap="lg">
        <PublisherFields draft={form.values} issueAt={form.issueAt} set={form.set} />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function DetailsShown({ publisher: { name, website, supportEmail } }: { publisher: Publisher }) {
  const t = useTexts(publisherTexts)
  return (
    <Stack>
      <dl className="facts">
        <div>
          <dt>{t.nameEn}</dt>
          <dd>
            <Name>{name.en}</Name>
          </dd>
        </div>
        {name.ar && (
          <div>
            <dt>{t.nameAr}</dt>
            <dd>
              <Name>{name.ar}</Name>
            </dd>
          </div>
        )}
        <div>
          <dt>{t.website}</dt>
          <dd>
            <Ltr>{website}</Ltr>
          </dd>
        </div>
        <div>
          <dt>{t.support}</dt>
          <dd>
            <Ltr>{supportEmail}</Ltr>
          </dd>
        </div>
      </dl>
      <Notice>{t.onlyOwner}</Notice>
    </Stack>
  )
}
