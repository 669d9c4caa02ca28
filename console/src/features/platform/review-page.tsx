import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { askPlatform, type PlatformReturned } from '../../lib/platform-api.ts'
import { useRoomParam } from '../../lib/url-state.ts'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useLocalized } from '../plugins/localized.ts'
import { isManifest } from '../publisher/consent-of.ts'
import { DifferenceShown } from '../publisher/difference.tsx'
import { ManifestEditor } from '../publisher/manifest-editor.tsx'
import { ConsentPreview, SettingsPreview } from '../publisher/preview.tsx'
import { manifestText } from '../publisher/version-numbers.ts'
import { versionTexts } from '../publisher/version-texts.ts'
import { DecideReview } from './decide-review.tsx'
import { reviewTexts } from './texts.ts'

type Review = PlatformReturned<'getReview'>

/** A version that waits for a decision: who submitted it, what it changes, how clinics would see it. */
export function ReviewPage() {
  const t = useTexts(reviewTexts)
  const id = useRoomParam('id')
  const review = useQuery({
    queryKey: ['platform', 'review', id],
    queryFn: ({ signal }) => askPlatform('getReview', { id }, signal),
  })
  if (review.data) return <Shown review={review.data} />
  return (
    <Room title={t.title}>
      <Loaded query={review} rows={2} height={200}>
        {() => null}
      </Loaded>
    </Room>
  )
}

const NO_LINES: ReadonlySet<number> = new Set()

function Part({ tab, review }: { tab: string; review: Review }) {
  const t = useTexts(versionTexts)
  const area = useRef<HTMLTextAreaElement>(null)
  const { manifest, version, difference } = review
  if (tab === 'manifest' || !isManifest(manifest))
    return <ManifestEditor label={t.manifest} text={manifestText(manifest)} marked={NO_LINES} area={area} />
  if (tab === 'consent') return <ConsentPreview release={{ version, manifest }} />
  if (tab === 'settings') return <SettingsPreview release={{ version, manifest }} />
  return <DifferenceShown difference={difference} />
}

function Shown({ review }: { review: Review }) {
  const t = useTexts(reviewTexts)
  const words = useTexts(versionTexts)
  const tab = useTab(words.tabs) ?? 'changes'
  return (
    <Room title={t.versionOf(review.slug, review.version)}>
      <Stack gap="lg">
        <Facts review={review} />
        {review.notes !== null && (
          <Section title={t.notes}>
            <Text dir="auto" className="breaks">
              {review.notes}
            </Text>
          </Section>
        )}
      </Stack>
      <RoomTabs label={t.parts} tabs={words.tabs} />
      <Stack gap="lg">
        <Part tab={tab} review={review} />
        <DecideReview review={review} />
      </Stack>
    </Room>
  )
}

function Facts({ review: { publisherName, verifiedHost, examId, submittedAt } }: { review: Review }) {
  const t = useTexts(reviewTexts)
  const localized = useLocalized()
  return (
    <Section title={t.facts}>
      <dl className="facts">
        <div>
          <dt>{t.publisher}</dt>
          <dd>
            <Name>{localized(publisherName)}</Name>
          </dd>
        </div>
        <div>
          <dt>{t.host}</dt>
          <dd>{verifiedHost === null ? t.noHost : <Ltr>{verifiedHost}</Ltr>}</dd>
        </div>
        <div>
          <dt>{t.exam}</dt>
          <dd>{examId === null ? t.unknown : t.passed}</dd>
        </div>
        <div>
          <dt>{t.submittedAt}</dt>
          <dd>
            <Moment at={submittedAt} />
          </dd>
        </div>
      </dl>
    </Section>
  )
}
