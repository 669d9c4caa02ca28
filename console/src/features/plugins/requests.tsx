import { STATUS_CLASSES } from '@clinic/contract/staff/plugin-requests.ts'
import { Stack, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { More } from '../../ui/more.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import type { PluginProps } from './plugin-props.ts'
import { RequestDetail } from './request-detail.tsx'
import { requestLogTexts } from './request-log-texts.ts'

type Entry = Returned<'listPluginRequests'>

const LOOK_MS = 3000
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** What the plugin asked for, newest first, as it comes. */
export function Requests({ plugin }: PluginProps) {
  const t = useTexts(requestLogTexts)
  const drawer = useDrawer()
  const { read } = useUrlState()
  const { startOf } = useDays()
  const to = startOf(read('to'), { after: true })
  const asked = {
    method: METHODS.find(one => one === read('method')),
    statusClass: STATUS_CLASSES.find(one => one === read('class')),
    from: startOf(read('from')) ?? (to && new Date(Date.parse(to) - 14 * 86_400_000).toISOString()),
    to,
  }
  const pages = useReadPages('listPluginRequests', cursor => ({ id: plugin.id, ...asked, cursor }), { every: LOOK_MS })
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? []
  const opened = rows.find(({ id }) => id === drawer.opened)
  const columns = useColumns()
  return (
    <Stack gap="md">
      <Text c="dimmed">{t.lead}</Text>
      <Filters />
      <Loaded query={pages} rows={2} height={120}>
        {() => (
          <Grid
            label={t.requests}
            rows={rows}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ operation }) => operation}
            onOpen={({ id }) => drawer.open(id)}
            filters={['method', 'class', 'from', 'to']}
            empty={
              <Empty icon={<IconArrowsExchange size={22} stroke={1.6} />} title={t.empty}>
                {t.emptyLead}
              </Empty>
            }
          />
        )}
      </Loaded>
      <More query={pages} />
      {opened && (
        <UrlDrawer name={opened.id} title={opened.operation}>
          {() => <RequestDetail entry={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(): readonly Column<Entry>[] {
  const t = useTexts(requestLogTexts)
  return [
    { key: 'operation', title: t.operation, cell: ({ method, operation }) => <Ltr>{`${method} ${operation}`}</Ltr> },
    { key: 'at', title: t.at, cell: ({ at }) => <Moment at={at} /> },
    {
      key: 'answer',
      title: t.answer,
      cell: ({ status, code }) => (
        <span className="tag" data-tone={status < 400 ? undefined : status < 500 ? 'warn' : 'danger'}>
          <Ltr>{[status, code].filter(Boolean).join(' ')}</Ltr>
        </span>
      ),
    },
    { key: 'took', title: t.took, cell: ({ durationMs }) => t.ms(durationMs) },
    { key: 'key', title: t.key, cell: ({ tokenHint }) => <Ltr>{tokenHint ?? '—'}</Ltr> },
    { key: 'address', title: t.address, cell: ({ address }) => <Ltr>{address}</Ltr> },
  ]
}

function Filters() {
  const t = useTexts(requestLogTexts)
  return (
    <FilterBar
      filters={[
        {
          name: 'method',
          label: t.method,
          options: [{ value: '', label: t.allMethods }, ...METHODS.map(value => ({ value, label: value }))],
        },
        {
          name: 'class',
          label: t.outcome,
          options: [
            { value: '', label: t.allOutcomes },
            ...STATUS_CLASSES.map(value => ({ value, label: t.outcomes[value] })),
          ],
        },
        { name: 'from', label: t.from },
        { name: 'to', label: t.to },
      ]}
    />
  )
}
