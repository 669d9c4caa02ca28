import { Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useRead, useReadPages } from '../../lib/use-read.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Moment } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './money.module.css'
import { ReportEntry } from './report-entry.tsx'
import { reporting } from './report-texts.ts'

/** What is looked at, as the address says; what a person must see to unless it says otherwise. */
const VIEWS = ['', 'WAITING', 'REPORTED'] as const
const ASKED = { '': { failed: true }, WAITING: { waiting: true }, REPORTED: { status: 'SUBMITTED' } } as const

/** What the tax authority rejected or never answered, what it has not answered yet, and what it was told. */
export function Reports() {
  const t = useTexts(reporting)
  const { read } = useUrlState()
  const view = VIEWS.find(one => one === read('reports')) ?? ''
  const pages = useReadPages('listEInvoiceReports', cursor => ({ ...ASKED[view], cursor }), { keeps: true })
  const options = VIEWS.map(value => ({ value, label: t.reportViews[value] }))
  return (
    <Section title={t.reports} lead={t.reportsLead}>
      <Stack>
        <Queue />
        <FilterBar filters={[{ name: 'reports', label: t.reportsShown, options }]} />
        <Pages query={pages} height={120}>
          {reports =>
            reports.length === 0 ? (
              <Text>{t.noReports[view]}</Text>
            ) : (
              <ul className={classes.lines} aria-label={t.reportViews[view]}>
                {reports.map(report => (
                  <ReportEntry key={report.id} report={report} />
                ))}
              </ul>
            )
          }
        </Pages>
      </Stack>
    </Section>
  )
}

function Queue() {
  const t = useTexts(reporting)
  const { data } = useRead('getEInvoiceQueue', {})
  if (!data || data.waiting + data.unanswered === 0) return null
  return (
    <div role="status">
      {data.oldestAt !== null && (
        <>
          <Text>
            {t.waiting(data.waiting)} <Moment at={data.oldestAt} />
          </Text>
          <Text size="sm" c="dimmed">
            {t.retries}
          </Text>
        </>
      )}
      {data.unanswered > 0 && <Text>{t.unanswered(data.unanswered)}</Text>}
    </div>
  )
}
