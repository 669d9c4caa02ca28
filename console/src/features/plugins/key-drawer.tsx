import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Day, Ltr, Moment } from '../../ui/isolated.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from './access-texts.ts'
import { ReplaceKey, RevokeKey } from './key-deeds.tsx'
import { KeyOnce } from './key-once.tsx'
import { type Key, stateOf } from './key-state.ts'
import type { PluginProps } from './plugin-props.ts'

/** One key: how it stands; replaces it, or ends it. */
export function KeyDrawer({ plugin, token }: PluginProps & { token: Key }) {
  const t = useTexts(accessTexts)
  const [made, setMade] = useState<string>()
  const { close } = useDrawer()
  if (made !== undefined) return <KeyOnce text={made} onKept={close} />
  return (
    <Stack gap="lg">
      <dl className="facts">
        <div>
          <dt>{t.hint}</dt>
          <dd>
            <Ltr>{token.hint}</Ltr>
          </dd>
        </div>
        <div>
          <dt>{t.madeAt}</dt>
          <dd>
            <Moment at={token.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{t.ends}</dt>
          <dd>{token.expiresAt === null ? t.endsNever : <Day at={token.expiresAt} />}</dd>
        </div>
        <div>
          <dt>{t.lastUsed}</dt>
          <dd>{token.lastUsedAt === null ? t.neverUsed : <Moment at={token.lastUsedAt} />}</dd>
        </div>
        {token.lastAddress !== null && (
          <div>
            <dt>{t.lastFrom}</dt>
            <dd>
              <Ltr>{token.lastAddress}</Ltr>
            </dd>
          </div>
        )}
        <div>
          <dt>{t.usable}</dt>
          <dd>{token.allowedIpRanges.length === 0 ? t.anywhere : <Ltr>{token.allowedIpRanges.join(', ')}</Ltr>}</dd>
        </div>
      </dl>
      {stateOf(token) === 'works' && (
        <>
          <Replace plugin={plugin} token={token} onMade={setMade} />
          <Revoke plugin={plugin} token={token} />
        </>
      )}
    </Stack>
  )
}

function Replace({ plugin, token, onMade }: PluginProps & { token: Key; onMade: (text: string) => void }) {
  const replacing = useWrite('rotatePluginToken', { changes: ['listPluginTokens'] })
  const replace = (overlapHours: number) =>
    replacing.mutate(
      { id: plugin.id, tokenId: token.id, overlapHours },
      { onSuccess: ({ token: text }) => onMade(text) },
    )
  return <ReplaceKey pending={replacing.isPending} error={replacing.error} act={replace} />
}

function Revoke({ plugin, token }: PluginProps & { token: Key }) {
  const t = useTexts(accessTexts)
  const { close } = useDrawer()
  const revoking = useWrite('revokePluginToken', { changes: ['listPluginTokens'], said: () => t.keyRevoked })
  const revoke = () => revoking.mutateAsync({ id: plugin.id, tokenId: token.id }).then(close)
  return <RevokeKey pending={revoking.isPending} error={revoking.error} act={revoke} />
}
