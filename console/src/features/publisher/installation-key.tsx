import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from '../plugins/access-texts.ts'
import { KeyOnce } from '../plugins/key-once.tsx'
import { stateOf } from '../plugins/key-state.ts'

interface InstallationKeyProps {
  installationId: string
  token: PublisherReturned<'listOwnTokens'>
}

/** One key of an installation: replaces it, or ends it. */
export function InstallationKey({ installationId, token }: InstallationKeyProps) {
  const t = useTexts(accessTexts)
  const [made, setMade] = useState<string>()
  const { close } = useDrawer()
  if (made !== undefined) return <KeyOnce text={made} onKept={close} />
  if (stateOf(token) !== 'works') return <Text>{t.keyStates[stateOf(token)]}</Text>
  return (
    <Stack gap="lg">
      <Replace installationId={installationId} tokenId={token.id} onMade={setMade} />
      <Revoke installationId={installationId} tokenId={token.id} />
    </Stack>
  )
}

interface DeedProps {
  installationId: string
  tokenId: string
}

const HOURS = ['0', '1', '24', '72', '168']

function Replace({ installationId, tokenId, onMade }: DeedProps & { onMade: (text: string) => void }) {
  const t = useTexts(accessTexts)
  const [hours, setHours] = useState('24')
  const replacing = usePublisherWrite('rotateOwnToken', { changes: ['listOwnTokens'] })
  const replace = () =>
    replacing.mutate(
      { installationId, tokenId, overlapHours: Number(hours) },
      { onSuccess: ({ token }) => onMade(token) },
    )
  return (
    <Stack gap="sm">
      <Text>{t.rotateLead}</Text>
      <Group align="flex-end">
        <NativeSelect
          size="md"
          label={t.overlap}
          data={HOURS}
          value={hours}
          onChange={event => setHours(event.currentTarget.value)}
        />
        <Button variant="default" loading={replacing.isPending} onClick={replace}>
          {t.rotate}
        </Button>
      </Group>
      <ProblemNotice error={replacing.error} />
    </Stack>
  )
}

function Revoke({ installationId, tokenId }: DeedProps) {
  const t = useTexts(accessTexts)
  const { close } = useDrawer()
  const revoking = usePublisherWrite('revokeOwnToken', { changes: ['listOwnTokens'], said: () => t.keyRevoked })
  return (
    <Group>
      <Confirm
        trigger={open => (
          <Button variant="light" color="red" onClick={open}>
            {t.revoke}
          </Button>
        )}
        title={t.revokeTitle}
        deed={t.revoke}
        pending={revoking.isPending}
        error={revoking.error}
        act={() => revoking.mutateAsync({ installationId, tokenId }).then(close)}
      >
        <Text>{t.revokeLead}</Text>
      </Confirm>
    </Group>
  )
}
