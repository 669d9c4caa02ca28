import { type BOOK_REPORTS, MOST_REPORT_DAYS, MOST_REPORT_LINES } from '@clinic/contract/staff/book-reports.ts'
import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays } from '../../kernel/values/zone.ts'
import type { ReportLine } from './report-line.ts'
import { REPORT_LINES } from './report-lines.ts'

type Figures = Pick<ReportLine, 'f1' | 'f2' | 'f3' | 'f4' | 'f5'>

const linesOf = (text: string) =>
  sql<ReportLine>(`select * from (${text}) lines
    order by date, kind collate "C" desc, percent desc, name, number limit ${MOST_REPORT_LINES + 1}`)
const totalsOf = (text: string) =>
  sql<Figures>(
    `select ${[1, 2, 3, 4, 5].map(place => `coalesce(sum(f${place}), 0)::bigint as f${place}`).join(', ')} from (${text}) lines`,
  )

const read = (text: string) => ({ lines: linesOf(text), totals: totalsOf(text) })
const READ: Readonly<Record<(typeof BOOK_REPORTS)[number], ReturnType<typeof read>>> = {
  DAY_SHEET: read(REPORT_LINES.DAY_SHEET),
  TREASURIES: read(REPORT_LINES.TREASURIES),
  VAT: read(REPORT_LINES.VAT),
  DISCOUNTS: read(REPORT_LINES.DISCOUNTS),
  REFUNDS: read(REPORT_LINES.REFUNDS),
  INSURERS: read(REPORT_LINES.INSURERS),
}

const NOTHING: Figures = { f1: 0, f2: 0, f3: 0, f4: 0, f5: 0 }

interface Asked {
  report: (typeof BOOK_REPORTS)[number]
  from: string
  to: string
  branchId?: string
}

/** What a span of the books comes to at the branches in sight, or at one of them. */
export async function bookReport(tx: Tx, asked: Asked) {
  const { report, from, to, branchId } = asked
  if (to < from) refuseInput({ path: '/to', code: 'before_start', message: 'must not be before the first day' })
  if (addDays(from, MOST_REPORT_DAYS - 1) < to)
    refuseInput({ path: '/to', code: 'window_too_wide', message: 'must be at most a year after the first day' })
  if (branchId !== undefined) await tx.get('branch', branchId)
  const about = [tx.clinic.id, from, to, branchId === undefined ? branchesOf(tx) : [branchId]]
  const of = READ[report]
  const [found, [totals]] = await Promise.all([tx.sql(of.lines(about)), tx.sql(of.totals(about))])
  return {
    ...asked,
    lines: found.slice(0, MOST_REPORT_LINES),
    totals: totals ?? NOTHING,
    more: found.length > MOST_REPORT_LINES,
  }
}
