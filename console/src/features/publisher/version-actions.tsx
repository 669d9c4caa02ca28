import { Button, Group, Text } from '@mantine/core'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherId, usePublisherWrite } from '../../lib/publisher.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { publishTexts } from './publish-texts.ts'
import type { VersionProps } from './version.ts'

/** What can be done with a version as it stands. */
export function VersionActions({ plugin, version }: VersionProps) {
  const t = useTexts(publishTexts)
  const publisherId = usePublisherId()
  const isOwner = useIsAtLeast('OWNER')
  const uploads = useIsAtLeast('DEVELOPER')
  return (
    <Group gap="sm">
      {uploads && (
        <LinkButton
          href={`${publisherHref(publisherId, 'newVersion', { id: plugin.id })}?from=${encodeURIComponent(version.version)}`}
          variant="default"
        >
          {t.again}
        </LinkButton>
      )}
      {isOwner && version.state === 'UPLOADED' && plugin.visibility === 'PRIVATE' && (
        <Publish plugin={plugin} version={version} />
      )}
      {isOwner && (version.state === 'UPLOADED' || version.state === 'IN_REVIEW') && (
        <Withdraw plugin={plugin} version={version} />
      )}
    </Group>
  )
}

const CHANGES = ['getOwnVersion', 'listOwnVersions', 'listOwnPlugins'] as const

function Publish({ plugin, version: { version } }: VersionProps) {
  const t = useTexts(publishTexts)
  const publishing = usePublisherWrite('publishVersion', { changes: CHANGES, said: () => t.published(version) })
  return (
    <Confirm
      trigger={open => <Button onClick={open}>{t.publish}</Button>}
      title={t.publishTitle(version)}
      deed={t.publish}
      pending={publishing.isPending}
      error={publishing.error}
      own={{ not_publishable: t.notPublishable, invalid_state_transition: t.changedMeanwhile }}
      act={() => publishing.mutateAsync({ id: plugin.id, version })}
    >
      <Text>{t.publishLead}</Text>
    </Confirm>
  )
}

function Withdraw({ plugin, version: { version } }: VersionProps) {
  const t = useTexts(publishTexts)
  const withdrawing = usePublisherWrite('withdrawVersion', { changes: CHANGES, said: () => t.withdrawn(version) })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" onClick={open}>
          {t.withdraw}
        </Button>
      )}
      title={t.withdrawTitle(version)}
      deed={t.withdraw}
      pending={withdrawing.isPending}
      error={withdrawing.error}
      own={{ invalid_state_transition: t.changedMeanwhile }}
      act={() => withdrawing.mutateAsync({ id: plugin.id, version })}
    >
      <Text>{t.withdrawLead}</Text>
    </Confirm>
  )
}
