import { permission } from '../access.ts'
import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeInteger,
  MaybeText,
  Money,
  Nullable,
  OneOf,
  Optional,
  resource,
  shape,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Books', { read: permission('books:read'), sight: 'branch' })

/** The most days that one report is over. */
export const MOST_REPORT_DAYS = 366

/** The most lines that one report has. */
export const MOST_REPORT_LINES = 5_000

/** Each report of the books, with what its figures are. */
export const REPORT_FIGURES = {
  DAY_SHEET: ['TAKEN', 'GIVEN_BACK', 'NET'],
  TREASURIES: ['OPENING', 'CAME_IN', 'WENT_OUT', 'CLOSING'],
  VAT: ['TAXABLE', 'TAX', 'TOTAL'],
  DISCOUNTS: ['SUBTOTAL', 'DISCOUNT', 'POINTS'],
  REFUNDS: ['GIVEN_BACK', 'CREDITED'],
  INSURERS: ['BILLED', 'RECEIVED', 'WRITTEN_OFF', 'TO_PATIENTS', 'OPEN'],
} as const

export const BOOK_REPORTS = ['DAY_SHEET', 'TREASURIES', 'VAT', 'DISCOUNTS', 'REFUNDS', 'INSURERS'] as const
const FIGURES = [...new Set(Object.values(REPORT_FIGURES).flat())]

const span = {
  from: described(DateOnly, 'The first day of the books that counts, on the calendar of the clinic.'),
  to: described(DateOnly, 'The last day that counts, at most a year after the first.'),
}
const figures = (what: string) => described(Type.Array(amountOf(Money, 'An amount')), what)

const Line = shape('bookReportLine', {
  date: described(Nullable(DateOnly), 'The day; null of what is of the whole span.'),
  kind: described(
    MaybeText,
    'How it was paid in DAY_SHEET, the type in TREASURIES, SALE, CREDIT_NOTE or PURCHASE in VAT, REFUND, CREDIT_NOTE or VOID in REFUNDS; null in the others.',
  ),
  name: described(
    MaybeText,
    'The person who took the money, made the invoice or the note; in TREASURIES the treasury, in INSURERS the insurer. Null where it was no person, or that is not known.',
  ),
  number: described(MaybeInteger, 'The number of the invoice or the credit note; null of what is of several.'),
  reason: described(MaybeText, 'Why, as it was said; null where it was not.'),
  percent: described(
    Nullable(Type.Number()),
    'In VAT the rate, null where an invoice has several; in DISCOUNTS the discount in percent of the subtotal.',
  ),
  count: described(MaybeInteger, 'How many it is of; null of what is one.'),
  figures: figures('As many as the report has, in their order, in the currency of the clinic.'),
})

export const BookReport = resource('book_report', {
  report: described(OneOf(BOOK_REPORTS), 'Which report it is.'),
  ...span,
  columns: described(Type.Array(OneOf(FIGURES)), 'What the figures of each line are.'),
  lines: described(Type.Array(Line), `In their order, at most ${MOST_REPORT_LINES}.`),
  totals: figures('The sums of the figures over all lines, in the currency of the clinic.'),
  more: described(Type.Boolean(), 'Whether there are more lines; the sums have them too.'),
  name: described(Type.String(), 'What a file of it is called.'),
  csv: described(Type.String(), 'The same lines as a table, RFC 4180.'),
})

export const getBookReport = operation({
  id: 'getBookReport',
  route: 'GET /book-reports',
  summary: 'What was taken, owed, given away and given back in a span',
  description:
    'Of the branches in sight. DAY_SHEET: payments and what was given back, by day, type and who took them. TREASURIES: what was in each, and what moved it. VAT: what was issued at what it was issued for, less what was credited and what the clinic bought, so that the sum is what is due. DISCOUNTS: what was issued below its price, points included. REFUNDS: money given back, credit notes and invoices that were made void. INSURERS: shares that were issued, what was paid and rejected of any, and what is open now.',
  input: {
    report: described(OneOf(BOOK_REPORTS), 'Which report.'),
    ...span,
    branchId: Optional(described(Id, 'Only what is of this branch; treasuries of the whole clinic stay.')),
  },
  returns: BookReport,
  heavy: true,
  recorded: true,
})
