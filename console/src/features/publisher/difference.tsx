import { Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { Ltr } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { EventList } from '../plugins/event-list.tsx'
import { ScopeList } from '../plugins/scopes.tsx'
import { eventsShown, isScope, scopesShown } from './consent-of.ts'
import { versionTexts } from './version-texts.ts'

type Difference = PublisherReturned<'getOwnVersion'>['difference']

/** What differs from the version that was published last, and what that means for the clinics that have it. */
export function DifferenceShown({ difference }: { difference: Difference }) {
  const t = useTexts(versionTexts)
  const { from, takeOver, mustApprove, changed } = difference
  const scopes = [
    [t.added, difference.addedScopes],
    [t.dropped, difference.droppedScopes],
    [t.addedOptional, difference.addedOptionalScopes],
    [t.droppedOptional, difference.droppedOptionalScopes],
  ] as const
  const events = [
    [t.addedEvents, difference.addedEvents],
    [t.droppedEvents, difference.droppedEvents],
  ] as const
  const differs = changed.length > 0 || [...scopes, ...events].some(([, names]) => names.length > 0)
  return (
    <Stack gap="lg">
      <div className="card">
        {from === null ? (
          <Text>{t.first}</Text>
        ) : (
          <>
            <Text>
              {t.from} <Ltr>{from}</Ltr>. {differs ? '' : t.same}
            </Text>
            {takeOver + mustApprove === 0 && <Text>{t.nowhere}</Text>}
            {takeOver > 0 && <Text>{t.takeOver(takeOver)}</Text>}
            {mustApprove > 0 && <Text>{t.mustApprove(mustApprove)}</Text>}
          </>
        )}
      </div>
      {scopes.map(
        ([title, names]) =>
          names.length > 0 && (
            <Section key={title} title={title}>
              <ScopeList scopes={scopesShown(names.filter(isScope))} />
            </Section>
          ),
      )}
      {events.map(
        ([title, names]) =>
          names.length > 0 && (
            <Section key={title} title={title}>
              <EventList events={eventsShown(names)} />
            </Section>
          ),
      )}
      {changed.length > 0 && (
        <Section title={t.changed}>
          <ul className="scopes">
            {changed.map(part => (
              <li key={part}>{t.changes[part]}</li>
            ))}
          </ul>
        </Section>
      )}
    </Stack>
  )
}
