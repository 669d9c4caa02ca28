import { Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherReadPages } from '../../lib/publisher.ts'
import { useUrlState } from '../../lib/url-state.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { type Delivery, DeliveryStatus } from './delivery.tsx'
import { deliveryTexts } from './delivery-texts.ts'
import { EventDrawer } from './event-drawer.tsx'
import type { InstallationProps } from './installation.ts'

/** How often what is under way is looked at again. */
export const EVERY_MS = 3_000

const STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED', 'EXHAUSTED', 'SKIPPED'] as const
const isStatus = (name: string): name is (typeof STATUSES)[number] => STATUSES.some(one => one === name)

/** What was sent to the installation, newest first. */
export function InstallationDeliveries({ installation: { id } }: InstallationProps) {
  const t = useTexts(deliveryTexts)
  const { read } = useUrlState()
  const drawer = useDrawer()
  const status = read('status')
  const columns = useColumns()
  const deliveries = usePublisherReadPages(
    'listOwnDeliveries',
    cursor => ({
      installationId: id,
      ...(cursor !== undefined && { cursor }),
      ...(isStatus(status) && { status }),
    }),
    { every: EVERY_MS },
  )
  const opened = deliveries.data?.pages.flatMap(({ data }) => data).find(({ eventId }) => eventId === drawer.opened)
  return (
    <Stack gap="md">
      <FilterBar
        filters={[
          {
            name: 'status',
            label: t.status,
            options: [
              { value: '', label: t.allStatuses },
              ...STATUSES.map(value => ({ value, label: t.statuses[value] })),
            ],
          },
        ]}
      />
      <Pages query={deliveries}>
        {found => (
          <Grid
            label={t.deliveries}
            rows={found}
            columns={columns}
            idOf={one => one.id}
            nameOf={({ eventType }) => eventType}
            onOpen={({ eventId }) => drawer.open(eventId)}
            filters={['status']}
            empty={
              <Empty icon={<IconSend size={22} stroke={1.6} />} title={t.noDeliveries}>
                {t.noDeliveriesLead}
              </Empty>
            }
          />
        )}
      </Pages>
      {drawer.opened !== '' && (
        <UrlDrawer name={drawer.opened} title={t.eventTitle(opened?.eventType ?? '')}>
          {() => <EventDrawer installationId={id} eventId={drawer.opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(): readonly Column<Delivery>[] {
  const t = useTexts(deliveryTexts)
  return [
    { key: 'event', title: t.event, cell: ({ eventType }) => <Ltr>{eventType}</Ltr> },
    { key: 'status', title: t.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
    { key: 'origin', title: t.origin, cell: ({ origin }) => t.origins[origin] },
    {
      key: 'answer',
      title: t.answer,
      cell: ({ responseStatus, errorMessage }) => <Ltr>{responseStatus ?? errorMessage ?? t.noAnswer}</Ltr>,
    },
    { key: 'tries', title: t.tries, cell: ({ attempts }) => attempts },
    {
      key: 'last',
      title: t.last,
      cell: ({ lastAttemptAt }) => (lastAttemptAt === null ? t.notYet : <Moment at={lastAttemptAt} />),
    },
  ]
}
