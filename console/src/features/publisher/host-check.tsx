import { Button, Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherWrite } from '../../lib/publisher.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { hostTexts } from './host-texts.ts'
import type { Publisher } from './publisher-details.tsx'

const PLACE = '/.well-known/clinic-publisher.txt'

/** Which file proves that the host of the website is the publisher's own, and whether it does. */
export function HostCheck({ publisher: { id, website, verifiedHost } }: { publisher: Publisher }) {
  const t = useTexts(hostTexts)
  const isOwner = useIsAtLeast('OWNER')
  const checking = usePublisherWrite('checkPublisherHost', { changes: ['getPublisher'] })
  const result = checking.data?.result
  return (
    <Section
      title={t.title}
      lead={t.lead}
      state={
        <span className="tag" data-tone={verifiedHost === null ? 'warn' : undefined}>
          {verifiedHost === null ? t.unverified : t.verified}
        </span>
      }
    >
      <Stack gap="lg">
        {verifiedHost !== null && <Text>{t.isVerified(verifiedHost)}</Text>}
        <ShownOnce label={t.place} text={`https://${new URL(website).host}${PLACE}`} />
        <ShownOnce label={t.line} text={id} />
        {result && <Notice tone={result === 'VERIFIED' ? 'done' : 'warn'}>{t.results[result]}</Notice>}
        <ProblemNotice error={checking.error} own={{ invalid_state_transition: t.moved }} />
        {isOwner ? (
          <Group>
            <Button loading={checking.isPending} onClick={() => checking.mutate({})}>
              {t.check}
            </Button>
          </Group>
        ) : (
          <Text c="dimmed">{t.onlyOwner}</Text>
        )}
      </Stack>
    </Section>
  )
}
