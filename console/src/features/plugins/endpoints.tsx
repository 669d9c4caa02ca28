import { Button, Group, Stack, Text } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr } from '../../ui/isolated.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from './access-texts.ts'
import { EndpointDrawer } from './endpoint-drawer.tsx'
import { NewEndpoint } from './new-endpoint.tsx'
import type { PluginProps } from './plugin-props.ts'

type Endpoint = Returned<'listPluginEndpoints'>

/** Where the events go that the plugin is told. */
export function Endpoints({ plugin }: PluginProps) {
  const t = useTexts(accessTexts)
  const drawer = useDrawer()
  const endpoints = useReadAll('listPluginEndpoints', { id: plugin.id })
  const columns = useColumns()
  const opened = endpoints.data?.find(({ id }) => id === drawer.opened)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text c="dimmed">{t.endpointsLead}</Text>
        <Button size="sm" onClick={() => drawer.open('new')}>
          {t.newEndpoint}
        </Button>
      </Group>
      <Loaded query={endpoints} rows={1} height={160}>
        {found => (
          <Grid
            label={t.endpoints}
            rows={found}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ url }) => url}
            onOpen={({ id }) => drawer.open(id)}
            empty={
              <Empty icon={<IconWebhook size={22} stroke={1.6} />} title={t.noEndpoints}>
                {t.noEndpointsLead}
              </Empty>
            }
          />
        )}
      </Loaded>
      <UrlDrawer name="new" title={t.newEndpoint}>
        {() => <NewEndpoint plugin={plugin} />}
      </UrlDrawer>
      {opened && (
        <UrlDrawer name={opened.id} title={t.manage(new URL(opened.url).host)}>
          {() => <EndpointDrawer plugin={plugin} endpoint={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(): readonly Column<Endpoint>[] {
  const t = useTexts(accessTexts)
  return [
    { key: 'url', title: t.url, cell: ({ url }) => <Ltr>{url}</Ltr>, by: ({ url }) => url },
    {
      key: 'state',
      title: t.state,
      cell: ({ active }) => (
        <span className="tag" data-tone={active ? undefined : 'danger'}>
          {active ? t.active : t.inactive}
        </span>
      ),
      by: ({ active }) => Number(active),
    },
    {
      key: 'events',
      title: t.events,
      cell: ({ events }) => t.eventCount(events.length),
      by: ({ events }) => events.length,
    },
    { key: 'made', title: t.madeAt, cell: ({ createdAt }) => <Day at={createdAt} />, by: ({ createdAt }) => createdAt },
  ]
}
