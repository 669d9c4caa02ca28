import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherWrite } from '../../lib/publisher.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { linkTexts } from './link-texts.ts'
import type { OwnPlugin } from './use-own-plugin.ts'

const CHANGES = ['listOwnPlugins', 'listOwnInstallations', 'getOwnInstallation'] as const

/** Stops the plugin wherever it is installed, or lets it go on where its publisher has stopped it. */
export const PluginStop = ({ plugin }: { plugin: OwnPlugin }) => (
  <Group gap="sm">{plugin.stoppedAt === null ? <Stop plugin={plugin} /> : <Start plugin={plugin} />}</Group>
)

function Stop({ plugin: { id, slug } }: { plugin: OwnPlugin }) {
  const t = useTexts(linkTexts)
  const [reason, setReason] = useState('')
  const stopping = usePublisherWrite('stopOwnPlugin', {
    changes: CHANGES,
    said: ({ installations }) => t.stopped(installations),
  })
  const said = reason.trim()
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" onClick={open}>
          {t.stop}
        </Button>
      )}
      title={t.stopTitle(slug)}
      deed={t.stop}
      pending={stopping.isPending}
      error={stopping.error}
      act={() => stopping.mutateAsync({ id, ...(said !== '' && { reason: said }) })}
    >
      <Stack>
        <Text>{t.stopLead}</Text>
        <Textarea
          label={t.reason}
          description={t.reasonLead}
          dir="auto"
          rows={2}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}

function Start({ plugin: { id, slug } }: { plugin: OwnPlugin }) {
  const t = useTexts(linkTexts)
  const starting = usePublisherWrite('startOwnPlugin', {
    changes: CHANGES,
    said: ({ installations }) => t.started(installations),
  })
  return (
    <Confirm
      trigger={open => (
        <Button variant="default" onClick={open}>
          {t.start}
        </Button>
      )}
      title={t.startTitle(slug)}
      deed={t.start}
      pending={starting.isPending}
      error={starting.error}
      act={() => starting.mutateAsync({ id })}
    >
      <Text>{t.startLead}</Text>
    </Confirm>
  )
}
