import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { DELIVERY_ERRORS } from '@clinic/contract/staff/deliveries.ts'
import { DELIVERY_ORIGINS, DELIVERY_STATUSES } from '@clinic/contract/webhook-endpoints.ts'
import { IconSend } from '@tabler/icons-react'
import { hrefOf } from '../../app/rooms.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { daysBefore } from '../../lib/clinic-time.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadAll, useReadPages } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { More } from '../../ui/more.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { DeliveryStatus, useResult } from './delivery-status.tsx'
import { deliveryTexts } from './texts.ts'
import { useEventSentence } from './use-event-sentence.ts'
import { usePlugins } from './use-names.ts'

type Delivery = Returned<'listDeliveries'>
type Query = Input<'listDeliveries'>

/** As the contract says: deliveries are looked at so often. */
const LOOK_MS = 3000
const FILTERS = ['installation', 'endpoint', 'type', 'status', 'origin', 'error', 'from', 'to'] as const

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find(value => value === text)

/** What the address asks for; of one plugin alone where the list stands in its room. */
function useQuery(installationId: string | undefined): Query {
  const { read } = useUrlState()
  const { today, startOf } = useDays()
  const asked: Query = {
    installationId: installationId ?? (read('installation') || undefined),
    endpointId: read('endpoint') || undefined,
    type: oneOf(EVENT_TYPES, read('type')),
    status: oneOf(DELIVERY_STATUSES, read('status')),
    origin: oneOf(DELIVERY_ORIGINS, read('origin')),
    error: oneOf(DELIVERY_ERRORS, read('error')),
    from: startOf(read('from')),
    to: startOf(read('to'), { after: true }),
  }
  // What is until a day is from the beginning of what is kept.
  return asked.to !== undefined && asked.from === undefined
    ? { ...asked, from: startOf(daysBefore(today(), KEPT_DAYS)) }
    : asked
}
const KEPT_DAYS = 30

/** Deliveries, newest first, as they are made. */
export function DeliveryList({ installationId }: { installationId?: string }) {
  const t = useTexts(deliveryTexts)
  const { clinicId } = useClinicApi()
  const query = useQuery(installationId)
  const pages = useReadPages('listDeliveries', cursor => ({ ...query, cursor }), { every: LOOK_MS })
  const columns = useColumns(installationId === undefined)
  return (
    <>
      <Filters installationId={installationId} />
      <Loaded query={pages} rows={3} height={120}>
        {found => (
          <Grid
            label={t.title}
            rows={found.pages.flatMap(({ data }) => data)}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ eventType }) => eventType}
            href={({ eventId }) => hrefOf(clinicId, 'event', { id: eventId })}
            filters={FILTERS}
            empty={
              <Empty icon={<IconSend size={22} stroke={1.6} />} title={t.empty}>
                {t.emptyLead}
              </Empty>
            }
          />
        )}
      </Loaded>
      <More query={pages} />
    </>
  )
}

function useColumns(named: boolean): readonly Column<Delivery>[] {
  const t = useTexts(deliveryTexts)
  const sentenceOf = useEventSentence()
  const { nameOf } = usePlugins()
  const resultOf = useResult()
  const plugin: Column<Delivery> = {
    key: 'plugin',
    title: t.plugin,
    cell: ({ installationId }) => <Name>{nameOf(installationId)}</Name>,
  }
  return [
    {
      key: 'event',
      title: t.event,
      cell: ({ eventType }) => (
        <>
          <Ltr className="code whole">{eventType}</Ltr>
          <div className="small">{sentenceOf(eventType)}</div>
        </>
      ),
    },
    {
      key: 'status',
      title: t.status,
      cell: ({ status, nextRetryAt }) => (
        <>
          <DeliveryStatus status={status} />
          {nextRetryAt !== null && (
            <div className="small">
              {t.next}: <Moment at={nextRetryAt} />
            </div>
          )}
        </>
      ),
    },
    ...(named ? [plugin] : []),
    {
      key: 'result',
      title: t.result,
      cell: delivery => (
        <>
          {resultOf(delivery)}
          <div className="small">
            {[t.tries(delivery.attempts), ...(delivery.origin === 'EVENT' ? [] : [t.origins[delivery.origin]])].join(
              ' · ',
            )}
          </div>
        </>
      ),
    },
    { key: 'when', title: t.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
}

function Filters({ installationId }: { installationId: string | undefined }) {
  const t = useTexts(deliveryTexts)
  const { read } = useUrlState()
  const { all, nameOf } = usePlugins()
  const whose = installationId ?? read('installation')
  const endpoints = useReadAll('listPluginEndpoints', { id: whose }, whose !== '')
  const choice = (none: string, values: readonly (readonly [string, string])[]) => [
    { value: '', label: none },
    ...values.map(([value, label]) => ({ value, label })),
  ]
  const plugin = {
    name: 'installation',
    label: t.plugin,
    options: choice(
      t.all.plugin,
      all.map(({ id }) => [id, nameOf(id)]),
    ),
    clears: ['endpoint'],
  }
  const addresses = (endpoints.data ?? []).map(({ id, url }) => [id, new URL(url).host] as const)
  return (
    <FilterBar
      filters={[
        ...(installationId === undefined ? [plugin] : []),
        ...(whose ? [{ name: 'endpoint', label: t.endpoint, options: choice(t.all.endpoint, addresses) }] : []),
        {
          name: 'type',
          label: t.event,
          options: choice(
            t.all.type,
            EVENT_TYPES.map(type => [type, type]),
          ),
        },
        { name: 'status', label: t.status, options: choice(t.all.status, Object.entries(t.statuses)) },
        { name: 'origin', label: t.origin, options: choice(t.allOrigins, Object.entries(t.origins)) },
        { name: 'error', label: t.error, options: choice(t.allErrors, Object.entries(t.errors)) },
        { name: 'from', label: t.from },
        { name: 'to', label: t.to },
      ]}
    />
  )
}
