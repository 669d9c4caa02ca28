import { Button, Stack } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useIsAtLeast } from '../../lib/own-publisher.ts'
import { usePublisherReadAll, usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { deliveryTexts } from './delivery-texts.ts'
import type { InstallationProps } from './installation.ts'

type Endpoint = PublisherReturned<'listOwnEndpoints'>

/** Where the events go that the installation is told; a test event can be sent to each. */
export function InstallationEndpoints({ installation: { id } }: InstallationProps) {
  const t = useTexts(deliveryTexts)
  const endpoints = usePublisherReadAll('listOwnEndpoints', { installationId: id })
  const columns = useColumns(id)
  return (
    <Loaded query={endpoints} rows={1} height={160}>
      {found => (
        <Grid
          label={t.endpoints}
          rows={found}
          columns={columns}
          idOf={one => one.id}
          nameOf={({ url }) => url}
          empty={
            <Empty icon={<IconWebhook size={22} stroke={1.6} />} title={t.noEndpoints}>
              {t.noEndpointsLead}
            </Empty>
          }
        />
      )}
    </Loaded>
  )
}

function useColumns(installationId: string): readonly Column<Endpoint>[] {
  const t = useTexts(deliveryTexts)
  const tests = useIsAtLeast('DEVELOPER')
  return [
    { key: 'url', title: t.endpoint, cell: ({ url }) => <Ltr>{url}</Ltr>, by: ({ url }) => url },
    {
      key: 'state',
      title: t.status,
      cell: ({ active }) => (
        <span className="tag" data-tone={active ? undefined : 'danger'}>
          {active ? t.on : t.off}
        </span>
      ),
    },
    { key: 'events', title: t.event, cell: ({ events }) => t.eventCount(events.length) },
    ...(tests
      ? [
          {
            key: 'test',
            title: t.test,
            isDeed: true as const,
            cell: (endpoint: Endpoint) => <TestEvent installationId={installationId} endpoint={endpoint} />,
          },
        ]
      : []),
  ]
}

function TestEvent({ installationId, endpoint }: { installationId: string; endpoint: Endpoint }) {
  const t = useTexts(deliveryTexts)
  const testing = usePublisherWrite('sendOwnTestEvent', { changes: ['listOwnDeliveries'], said: () => t.tested })
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="compact-sm"
        loading={testing.isPending}
        aria-label={t.testOf(endpoint.url)}
        onClick={() => testing.mutate({ installationId, endpointId: endpoint.id })}
      >
        {t.test}
      </Button>
      <ProblemNotice error={testing.error} />
    </Stack>
  )
}
