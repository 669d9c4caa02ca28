import { BOOK_REPORTS } from '@clinic/contract/staff/book-reports.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { download } from '../../lib/download.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { useChoices } from '../../ui/grid/use-choices.ts'
import { CalendarDay, Ltr, Name } from '../../ui/isolated.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { FigureList } from '../money/figure-list.tsx'
import { Amount } from '../money/money-parts.tsx'
import { reportTexts } from './report-texts.ts'

type Report = Returned<'getBookReport'>
type Line = Report['lines'][number]

/** Which report is asked for, as the address says: the day sheet of today, any other of the month so far, unless told. */
function useAsked() {
  const { read } = useUrlState()
  const today = useDays().today()
  const report = BOOK_REPORTS.find(name => name === read('report')) ?? 'DAY_SHEET'
  const from = read('from') || (report === 'DAY_SHEET' ? today : `${today.slice(0, 8)}01`)
  return { report, from, to: read('to') || today, branchId: read('branch') || undefined }
}

/** What a span of the books comes to, with its sums, and as a table for another program. */
export function Reports() {
  const t = useTexts(reportTexts)
  const asked = useAsked()
  return (
    <Stack gap="md">
      <Filters asked={asked} />
      <Text c="dimmed">{t.leads[asked.report]}</Text>
      <Loaded query={useRead('getBookReport', asked)} rows={2} height={240}>
        {report => (
          <>
            <Sums report={report} />
            <Lines report={report} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Filters({ asked }: { asked: ReturnType<typeof useAsked> }) {
  const t = useTexts(reportTexts)
  const { branches } = useChoices()
  const branch = { name: 'branch', label: t.branch, options: [{ value: '', label: t.allBranches }, ...branches] }
  return (
    <FilterBar
      filters={[
        {
          name: 'report',
          label: t.report,
          options: BOOK_REPORTS.map(value => ({ value, label: t.names[value] })),
        },
        { name: 'from', label: t.from, shown: asked.from },
        { name: 'to', label: t.to, shown: asked.to },
        ...(branches.length > 1 ? [branch] : []),
      ]}
    />
  )
}

function Sums({ report }: { report: Report }) {
  const t = useTexts(reportTexts)
  const { columns, totals, lines, more, name, csv } = report
  if (lines.length === 0) return null
  return (
    <Group justify="space-between" align="flex-end" gap="md">
      <FigureList title={t.totals} figures={columns.map((column, place) => [t.figures[column], totals[place] ?? 0])} />
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => download({ name, type: 'text/csv', text: csv })}
      >
        {t.download}
      </Button>
      {more && <Text>{t.more}</Text>}
    </Group>
  )
}

/** The facts that lines of a report have, in their order: what none of them has is no column. */
function useColumns({ report, columns, lines }: Report): readonly Column<Line>[] {
  const t = useTexts(reportTexts)
  const facts: readonly (Column<Line> & { has: (line: Line) => boolean })[] = [
    {
      ...{ key: 'date', title: t.day, has: one => one.date !== null, by: one => one.date ?? '' },
      cell: ({ date }) => date && <CalendarDay date={date} />,
    },
    {
      ...{ key: 'name', title: t.nameOf[report], has: one => one.name !== null, by: one => one.name ?? '' },
      cell: ({ name }) => (name === null ? <span className="small">{t.noPerson}</span> : <Name>{name}</Name>),
    },
    {
      ...{ key: 'kind', title: t.kind, has: one => one.kind !== null },
      cell: ({ kind }) => kindOf(t.kinds, kind),
    },
    {
      ...{ key: 'number', title: t.number, has: one => one.number !== null, by: one => one.number ?? 0 },
      cell: ({ number }) => number !== null && <Ltr className="code">{number}</Ltr>,
    },
    {
      ...{ key: 'reason', title: t.why, has: one => one.reason !== null },
      cell: ({ reason }) => reason && <Name>{reason}</Name>,
    },
    {
      ...{ key: 'percent', title: t.percent, has: one => one.percent !== null },
      cell: ({ percent }) => (percent === null ? t.severalRates : <Ltr>{percent}</Ltr>),
    },
    {
      ...{ key: 'count', title: t.count, has: one => one.count !== null, by: one => one.count ?? 0 },
      cell: ({ count }) => <Ltr>{count}</Ltr>,
    },
  ]
  const figures = columns.map(
    (column, place): Column<Line> => ({
      ...{ key: column.toLowerCase(), title: t.figures[column], by: one => one.figures[place] ?? 0 },
      cell: one => <Amount of={one.figures[place] ?? 0} />,
    }),
  )
  return [...facts.filter(({ has }) => lines.some(has)), ...figures]
}

const kindOf = (words: Readonly<Record<string, string>>, kind: string | null) => words[kind ?? ''] ?? kind

function Lines({ report }: { report: Report }) {
  const t = useTexts(reportTexts)
  const columns = useColumns(report)
  const rows = report.lines.map((line, place) => ({ ...line, place: String(place) }))
  return (
    <Grid
      label={t.names[report.report]}
      {...{ rows, columns }}
      idOf={({ place }) => place}
      nameOf={({ date, name, kind, number }) => [date, name, kindOf(t.kinds, kind), number].filter(Boolean).join(' ')}
      empty={<Empty title={t.nothing}>{t.nothingLead}</Empty>}
    />
  )
}
