import type { Static } from '@clinic/contract/kernel.ts'
import { type BookReport, REPORT_FIGURES } from '@clinic/contract/staff/book-reports.ts'
import type { bookReport } from '../domain/reports/book-report.ts'
import type { ReportLine } from '../domain/reports/report-line.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { csvLine, csvStart } from '../kernel/values/csv-line.ts'
import { toMajor } from '../kernel/values/money.ts'

type Figures = Pick<ReportLine, 'f1' | 'f2' | 'f3' | 'f4' | 'f5'>

const HEADS = ['Date', 'Kind', 'Name', 'Number', 'Reason', 'Percent', 'Count']

/** TAXABLE as a head of the table: Taxable. */
const headOf = (column: string) => `${column.slice(0, 1)}${column.slice(1).toLowerCase().replaceAll('_', ' ')}`

export function presentBookReport(
  { report, from, to, lines, totals, more }: Awaited<ReturnType<typeof bookReport>>,
  { currency }: ClinicFacts,
): Static<typeof BookReport> {
  const columns = [...REPORT_FIGURES[report]]
  const figuresOf = ({ f1, f2, f3, f4, f5 }: Figures) =>
    [f1, f2, f3, f4, f5].slice(0, columns.length).map(minor => toMajor(minor ?? 0, currency))
  const shown = lines.map(({ date, kind, name, number, reason, percent, count, ...figures }) => ({
    ...{ date, kind, name, number, reason, percent, count, figures: figuresOf(figures) },
  }))
  const table = shown.map(({ figures, ...facts }) => csvLine([...Object.values(facts), ...figures]))
  return {
    ...{ object: 'book_report', report, from, to, columns, lines: shown, totals: figuresOf(totals), more },
    name: `${report.toLowerCase().replaceAll('_', '-')}-${from}-${to}.csv`,
    csv: [csvStart([...HEADS, ...columns.map(headOf)]), ...table].join(''),
  }
}
