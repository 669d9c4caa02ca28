import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Day, Ltr, Moment } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from './access-texts.ts'
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

const HOURS = ['0', '1', '24', '72', '168']

function Replace({ plugin, token, onMade }: PluginProps & { token: Key; onMade: (text: string) => void }) {
  const t = useTexts(accessTexts)
  const [hours, setHours] = useState('24')
  const replacing = useWrite('rotatePluginToken', { changes: ['listPluginTokens'] })
  const replace = () =>
    replacing.mutate(
      { id: plugin.id, tokenId: token.id, overlapHours: Number(hours) },
      { onSuccess: ({ token: text }) => onMade(text) },
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

function Revoke({ plugin, token }: PluginProps & { token: Key }) {
  const t = useTexts(accessTexts)
  const { close } = useDrawer()
  const revoking = useWrite('revokePluginToken', { changes: ['listPluginTokens'], said: () => t.keyRevoked })
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
        act={() => revoking.mutateAsync({ id: plugin.id, tokenId: token.id }).then(close)}
      >
        <Text>{t.revokeLead}</Text>
      </Confirm>
    </Group>
  )
}
