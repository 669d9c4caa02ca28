import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from '../plugins/access-texts.ts'
import { ReplaceKey, RevokeKey } from '../plugins/key-deeds.tsx'
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

function Replace({ installationId, tokenId, onMade }: DeedProps & { onMade: (text: string) => void }) {
  const replacing = usePublisherWrite('rotateOwnToken', { changes: ['listOwnTokens'] })
  const replace = (overlapHours: number) =>
    replacing.mutate({ installationId, tokenId, overlapHours }, { onSuccess: ({ token }) => onMade(token) })
  return <ReplaceKey pending={replacing.isPending} error={replacing.error} act={replace} />
}

function Revoke({ installationId, tokenId }: DeedProps) {
  const t = useTexts(accessTexts)
  const { close } = useDrawer()
  const revoking = usePublisherWrite('revokeOwnToken', { changes: ['listOwnTokens'], said: () => t.keyRevoked })
  const revoke = () => revoking.mutateAsync({ installationId, tokenId }).then(close)
  return <RevokeKey pending={revoking.isPending} error={revoking.error} act={revoke} />
}
