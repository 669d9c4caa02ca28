import { disclosedThings } from '@clinic/contract/staff/disclosure-words.ts'
import { Stack } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Moment } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { Actor } from './actor.tsx'
import { RecordDrawer } from './record-drawer.tsx'
import { RecordFilters, useAsked } from './record-filters.tsx'
import { audit } from './texts.ts'

type AuditRecord = Returned<'listAuditRecords'>

/** What was done in the clinic, newest first, as far as it is asked for. */
export function Records() {
  const t = useTexts(audit)
  const asked = useAsked()
  const { read } = useUrlState()
  const pages = useReadPages('listAuditRecords', cursor => ({ ...asked, cursor }))
  return (
    <Stack gap="md">
      <RecordFilters key={JSON.stringify(asked)} />
      <Pages query={pages} height={240}>
        {found => <RecordGrid found={found} />}
      </Pages>
      {read('open').startsWith('aud_') && (
        <UrlDrawer name={read('open')} title={t.record}>
          {() => <RecordDrawer id={read('open')} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function RecordGrid({ found }: { found: readonly AuditRecord[] }) {
  const t = useTexts(audit)
  const drawer = useDrawer()
  const columns = useColumns()
  return (
    <Grid
      label={t.records}
      rows={found}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ operation }) => operation}
      onOpen={({ id }) => drawer.open(id)}
      filters={['patient', 'actor', 'operation', 'request', 'kind', 'outcome', 'from', 'to']}
      empty={
        <Empty icon={<IconListSearch size={22} stroke={1.6} />} title={t.none}>
          {t.noneLead}
        </Empty>
      }
    />
  )
}

function useColumns(): readonly Column<AuditRecord>[] {
  const t = useTexts(audit)
  return [
    { key: 'when', title: t.when, cell: ({ at }) => <Moment at={at} /> },
    { key: 'who', title: t.who, cell: ({ actor }) => <Actor actor={actor} /> },
    { key: 'what', title: t.what, cell: record => <What record={record} /> },
    {
      key: 'outcome',
      title: t.outcome,
      cell: ({ outcome }) =>
        outcome === 'DONE' ? (
          t.done
        ) : (
          <span className="tag" data-tone="danger">
            {t.refused}
          </span>
        ),
    },
  ]
}

function What({ record }: { record: AuditRecord }) {
  const t = useTexts(audit)
  const { language } = useLanguage()
  const things = disclosedThings({ records: [record.resource], fields: [] }, language)
  return `${record.kind === 'READ' ? t.read : t.changed}: ${things.join()}`
}
