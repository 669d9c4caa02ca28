import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { publisherShell } from '../../app/publisher-texts.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { type OwnPublisher, publisherName } from '../../lib/own-publisher.ts'
import { ownPublishersQuery, useOwnWrite } from '../../lib/publisher.ts'
import { Name } from '../../ui/isolated.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { CreatePublisher } from './create-publisher.tsx'
import { publisherTexts } from './texts.ts'

/** The publishers of the person, those that have invited them, and how to make one. */
export function PublishersPage() {
  const t = useTexts(publisherTexts)
  const publishers = useQuery(ownPublishersQuery)
  return (
    <Room title={t.title} lead={t.lead}>
      <Loaded query={publishers} rows={2} height={160}>
        {found => <Found found={found} />}
      </Loaded>
    </Room>
  )
}

function Found({ found }: { found: readonly OwnPublisher[] }) {
  const t = useTexts(publisherTexts)
  const invitations = found.filter(({ accepted }) => !accepted)
  const own = found.filter(({ accepted }) => accepted)
  return (
    <Stack gap="lg">
      {invitations.length > 0 && (
        <Section title={t.invitations}>
          <ul className="rows">
            {invitations.map(publisher => (
              <Invitation key={publisher.memberId} publisher={publisher} />
            ))}
          </ul>
        </Section>
      )}
      {own.length > 0 ? (
        <Section title={t.own}>
          <ul className="rows">
            {own.map(publisher => (
              <Own key={publisher.id} publisher={publisher} />
            ))}
          </ul>
        </Section>
      ) : (
        <Empty icon={<IconBuildingStore size={22} stroke={1.6} />} title={t.none}>
          {t.noneLead}
        </Empty>
      )}
      <CreatePublisher />
    </Stack>
  )
}

function Own({ publisher }: { publisher: OwnPublisher }) {
  const t = useTexts(publisherTexts)
  const { roles } = useTexts(publisherShell)
  const { language } = useLanguage()
  const name = publisherName(language, publisher)
  const href = publisherHref(publisher.id, 'ownPlugins')
  return (
    <li>
      <Group justify="space-between">
        <div className="row-text">
          <Text fw={600} component={Link} to={href} c="var(--mantine-color-anchor)">
            <Name>{name}</Name>
          </Text>
          <Text size="sm" c="dimmed">
            {roles[publisher.role]}
          </Text>
        </div>
        {publisher.role !== 'VIEWER' && (
          <LinkButton href={`${href}?open=new`} variant="default" size="sm" aria-label={t.newPluginOf(name)}>
            {t.newPlugin}
          </LinkButton>
        )}
      </Group>
    </li>
  )
}

function Invitation({ publisher }: { publisher: OwnPublisher }) {
  const t = useTexts(publisherTexts)
  const { roles } = useTexts(publisherShell)
  const { language } = useLanguage()
  const accepting = useOwnWrite('acceptPublisherMembership', () => t.accepted)
  const name = publisherName(language, publisher)
  return (
    <li>
      <Group justify="space-between">
        <div className="row-text">
          <Text fw={600}>
            <Name>{name}</Name>
          </Text>
          <Text size="sm" c="dimmed">
            {t.invitedAs(roles[publisher.role])}
          </Text>
        </div>
        <Button
          size="sm"
          loading={accepting.isPending}
          onClick={() => accepting.mutate({ memberId: publisher.memberId })}
          aria-label={t.acceptOf(name)}
        >
          {t.accept}
        </Button>
      </Group>
      <ProblemNotice error={accepting.error} />
    </li>
  )
}
