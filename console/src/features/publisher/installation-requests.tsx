import { Stack } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherReadPages } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useUrlState } from '../../lib/url-state.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { deliveryTexts } from './delivery-texts.ts'
import type { InstallationProps } from './installation.ts'
import { EVERY_MS } from './installation-deliveries.tsx'

type Asked = PublisherReturned<'listOwnRequests'>

const CLASSES = ['2xx', '4xx', '5xx'] as const
const isClass = (name: string): name is (typeof CLASSES)[number] => CLASSES.some(one => one === name)

/** What the installation asked for, newest first: never a value that was sent or shown. */
export function InstallationRequests({ installation: { id } }: InstallationProps) {
  const t = useTexts(deliveryTexts)
  const { read } = useUrlState()
  const drawer = useDrawer()
  const statusClass = read('status')
  const columns = useColumns()
  const requests = usePublisherReadPages(
    'listOwnRequests',
    cursor => ({
      installationId: id,
      ...(cursor !== undefined && { cursor }),
      ...(isClass(statusClass) && { statusClass }),
    }),
    { every: EVERY_MS },
  )
  const opened = requests.data?.pages.flatMap(({ data }) => data).find(one => one.id === drawer.opened)
  const options = CLASSES.map(value => ({ value, label: t.classes[value] }))
  return (
    <Stack gap="md">
      <FilterBar
        filters={[{ name: 'status', label: t.answer, options: [{ value: '', label: t.allClasses }, ...options] }]}
      />
      <Pages query={requests}>
        {found => (
          <Grid
            label={t.requests}
            rows={found}
            columns={columns}
            idOf={one => one.id}
            nameOf={({ operation }) => operation}
            onOpen={one => drawer.open(one.id)}
            filters={['status']}
            empty={
              <Empty icon={<IconArrowsLeftRight size={22} stroke={1.6} />} title={t.noRequests}>
                {t.noRequestsLead}
              </Empty>
            }
          />
        )}
      </Pages>
      {opened && (
        <UrlDrawer name={opened.id} title={t.requestTitle}>
          {() => <AskedShown asked={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(): readonly Column<Asked>[] {
  const t = useTexts(deliveryTexts)
  return [
    { key: 'at', title: t.at, cell: ({ at }) => <Moment at={at} /> },
    { key: 'operation', title: t.operation, cell: ({ operation }) => <Ltr>{operation}</Ltr> },
    {
      key: 'answer',
      title: t.answer,
      cell: ({ status, code }) => (
        <span className="tag" data-tone={status >= 500 ? 'danger' : status >= 400 ? 'warn' : undefined}>
          <Ltr>{code === null ? status : `${status} ${code}`}</Ltr>
        </span>
      ),
    },
    { key: 'record', title: t.record, cell: ({ recordId }) => (recordId === null ? t.none : <Ltr>{recordId}</Ltr>) },
    { key: 'took', title: t.duration, cell: ({ durationMs }) => t.took(durationMs) },
  ]
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

function AskedShown({ asked }: { asked: Asked }) {
  const t = useTexts(deliveryTexts)
  const names = (all: readonly string[]) => (all.length === 0 ? t.none : <Ltr>{all.join(', ')}</Ltr>)
  return (
    <Stack gap="lg">
      {asked.notLogged > 0 && <Notice tone="warn">{t.leftOut(asked.notLogged)}</Notice>}
      {asked.replayed && <Notice>{t.replayed}</Notice>}
      <dl className="facts breaks">
        <Fact title={t.at}>
          <Moment at={asked.at} />
        </Fact>
        <Fact title={t.operation}>
          <Ltr>{asked.operation}</Ltr>
        </Fact>
        <Fact title={t.route}>
          <Ltr>{`${asked.method} ${asked.route}`}</Ltr>
        </Fact>
        <Fact title={t.answer}>
          <Ltr>{`${asked.status} ${asked.code ?? ''}`}</Ltr>
        </Fact>
        <Fact title={t.record}>{asked.recordId === null ? t.none : <Ltr>{asked.recordId}</Ltr>}</Fact>
        <Fact title={t.requestId}>
          <Ltr>{asked.id}</Ltr>
        </Fact>
        <Fact title={t.key}>
          <Ltr>{asked.tokenHint ?? asked.tokenId}</Ltr>
        </Fact>
        <Fact title={t.from}>
          <Ltr>{asked.address}</Ltr>
        </Fact>
        <Fact title={t.parameters}>{names(asked.parameters)}</Fact>
        <Fact title={t.invalid}>{names(asked.invalidFields)}</Fact>
        {asked.idempotencyKey !== null && (
          <Fact title={t.idempotency}>
            <Ltr>{asked.idempotencyKey}</Ltr>
          </Fact>
        )}
      </dl>
    </Stack>
  )
}
