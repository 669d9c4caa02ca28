import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherRead } from '../../lib/publisher.ts'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { PublisherDetails } from './publisher-details.tsx'
import { publisherTexts } from './texts.ts'

/** What the publisher says of itself, and the host that is its own. */
export function SettingsPage() {
  const t = useTexts(publisherTexts)
  const publisher = usePublisherRead('getPublisher', {})
  return (
    <Room title={t.settingsTitle} lead={t.createLead}>
      <Loaded query={publisher} rows={2} height={240}>
        {found => (
          <Stack gap="lg">
            <PublisherDetails key={found.updatedAt} publisher={found} />
          </Stack>
        )}
      </Loaded>
    </Room>
  )
}
