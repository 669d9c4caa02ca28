import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useOwnPublisher } from '../../lib/own-publisher.ts'
import { usePublisherId } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { sandboxTexts } from './sandbox-texts.ts'

interface TestInstalledProps {
  installed: PublisherReturned<'createTestInstallation'>
  onAnother: () => void
}

/** What the publisher's backend needs of a test installation, for the one time that it is shown. */
export function TestInstalled({ installed, onAnother }: TestInstalledProps) {
  const t = useTexts(sandboxTexts)
  const publisherId = usePublisherId()
  const publisher = useOwnPublisher()
  const { installation, token, setupUrl, webhooks } = installed
  return (
    <Room title={t.done(installation.slug, installation.version)}>
      <Stack gap="lg" className="card">
        <Notice tone="warn">{t.once}</Notice>
        {token !== null && <ShownOnce label={t.key} text={token} />}
        {setupUrl !== null && <ShownOnce label={t.setup} text={setupUrl} />}
        {webhooks.map(({ id, url, signingSecret }) => (
          <ShownOnce key={id} label={t.secretOf(url)} text={signingSecret} />
        ))}
        <Group>
          <Button component={Link} to={publisherHref(publisherId, 'ownInstallation', { id: installation.id })}>
            {t.toInstallation}
          </Button>
          <Button component={Link} to={`/c/${publisher?.sandboxClinicId}`} variant="default">
            {t.enter}
          </Button>
          <Button variant="subtle" onClick={onAnother}>
            {t.another}
          </Button>
        </Group>
      </Stack>
    </Room>
  )
}
