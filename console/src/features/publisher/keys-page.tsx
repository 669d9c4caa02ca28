import { Button, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { isPast } from '../../lib/moments.ts'
import { usePublisherReadAll } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { keyTexts } from './key-texts.ts'
import { NewPublisherKey } from './new-key.tsx'
import { RevokeKey } from './revoke-key.tsx'

type PublisherKey = PublisherReturned<'listPublisherKeys'>

const stateOf = ({ revokedAt, expiresAt }: PublisherKey) =>
  revokedAt !== null ? 'revoked' : isPast(expiresAt) ? 'ended' : 'works'

/** The keys that programs of the publisher call with. */
export function KeysPage() {
  const t = useTexts(keyTexts)
  const drawer = useDrawer()
  const keys = usePublisherReadAll('listPublisherKeys', {})
  const columns = useColumns()
  return (
    <Room title={t.title} lead={t.lead} actions={<Button onClick={() => drawer.open('new')}>{t.newKey}</Button>}>
      <Loaded query={keys} rows={1} height={160}>
        {found => (
          <Grid
            label={t.title}
            rows={found}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            empty={
              <Empty icon={<IconKey size={22} stroke={1.6} />} title={t.none}>
                {t.noneLead}
              </Empty>
            }
          />
        )}
      </Loaded>
      <UrlDrawer name="new" title={t.newKey}>
        {() => <NewPublisherKey />}
      </UrlDrawer>
    </Room>
  )
}

function useColumns(): readonly Column<PublisherKey>[] {
  const t = useTexts(keyTexts)
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ name, hint }) => (
        <Stack gap={0}>
          <b>
            <Name>{name}</Name>
          </b>
          <Ltr className="code small">{hint}…</Ltr>
        </Stack>
      ),
      by: ({ name }) => name,
    },
    {
      key: 'rights',
      title: t.rights,
      cell: ({ rights }) => rights.map(right => t.rightNames[right]).join(' · '),
    },
    {
      key: 'state',
      title: t.state,
      cell: key => (
        <span className="tag" data-tone={stateOf(key) === 'works' ? undefined : 'quiet'}>
          {t.states[stateOf(key)]}
        </span>
      ),
      by: stateOf,
    },
    {
      key: 'used',
      title: t.used,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.neverUsed : <Moment at={lastUsedAt} />),
      by: ({ lastUsedAt }) => lastUsedAt ?? '',
    },
    { key: 'ends', title: t.ends, cell: ({ expiresAt }) => <Day at={expiresAt} />, by: ({ expiresAt }) => expiresAt },
    {
      key: 'deed',
      title: t.revoke,
      isDeed: true,
      cell: key => stateOf(key) === 'works' && <RevokeKey publisherKey={key} />,
    },
  ]
}
