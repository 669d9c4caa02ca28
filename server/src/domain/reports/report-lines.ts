import type { BOOK_REPORTS } from '@clinic/contract/staff/book-reports.ts'
import { owedByInsurers } from '../claims/aging.ts'
import { line } from './report-line.ts'

// In the clinic $1, from the day $2 to the day $3, at all branches or at $4.
const at = (table: string) => `($4::text[] is null or ${table}.branch_id = any($4))`
const DAYS = 'between $2::date and $3::date'
const startOf = (day: string) => `(select (${day})::timestamp at time zone time_zone from clinic where company_id = $1)`
const within = (instant: string) => `${instant} >= ${startOf('$2::date')} and ${instant} < ${startOf('$3::date + 1')}`
const dayOf = (instant: string) =>
  `(${instant} at time zone (select time_zone from clinic where company_id = $1))::date`

/** The record of each row, found by its id: without offset 0 all of the clinic's may be read for those of a day. */
const each = (table: string, id: string) =>
  `cross join lateral (select * from ${table} where company_id = $1 and id = ${id} offset 0)`

/** The person whom a record names as its caller. */
const person = (caller: string) => `left join people_of_clinic($1) as person on ${caller} = 'staff ' || person.user_id`

const ISSUED = `i.company_id = $1 and ${within('i.released_at')} and i.voided_at is null and not i.balance_invoice
  and ${at('i')}`

/** Every payment that is money is in the books on its day, and what was given back of it on its own. */
const DAY_SHEET = `
  ${line({
    ...{ date: 'i.date', kind: 'p.type', name: 'person.name', count: 'count(*)', f3: 'sum(i.amount_minor)' },
    f1: 'coalesce(sum(i.amount_minor) filter (where i.amount_minor > 0), 0)',
    f2: 'coalesce(-sum(i.amount_minor) filter (where i.amount_minor < 0), 0)',
  })}
  from income i ${each('payment', 'i.payment_id')} p ${person('p.taken_by')}
  where i.company_id = $1 and i.date ${DAYS} and ${at('i')}
  group by i.date, p.type, person.user_id, person.name`

/** What was in a treasury is what was counted at the last close before, and what moved since. */
const TREASURIES = `
  ${line({
    ...{ kind: 't.type', name: 't.name', f1: 'opening.minor', f2: 'moved.came', f3: 'moved.went' },
    f4: 'opening.minor + moved.came - moved.went',
  })}
  from treasury t
  left join lateral (select date, counted_minor from day_close where company_id = t.company_id and treasury_id = t.id
    and date < $2::date order by date desc limit 1) closed on true
  cross join lateral (select coalesce(closed.counted_minor, 0) + coalesce(sum(amount_minor), 0) as minor
    from treasury_movement where company_id = t.company_id and treasury_id = t.id and business_date < $2::date
      and business_date > coalesce(closed.date, '-infinity')) opening
  cross join lateral (select coalesce(sum(amount_minor) filter (where amount_minor > 0), 0) as came,
      coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0) as went
    from treasury_movement where company_id = t.company_id and treasury_id = t.id and business_date ${DAYS}) moved
  where t.company_id = $1 and (t.branch_id is null or ${at('t')})`

/** The rate of all lines of an invoice, where it has one. */
const RATE = `cross join lateral (select case when min(tax_percent) = max(tax_percent) then min(tax_percent) end as percent
  from invoice_line where company_id = i.company_id and invoice_id = i.id) rate`
const noted = (column: string) => `coalesce((select sum(${column}) from credit_note
  where company_id = i.company_id and invoice_id = i.id), 0)`
const taxed = (kind: string, { net, tax, percent }: { net: string; tax: string; percent: string }) =>
  line({
    ...{ kind: `'${kind}'`, percent, count: 'count(*)' },
    ...{ f1: `sum(${net})`, f2: `sum(${tax})`, f3: `sum(${net} + ${tax})` },
  })

/** What an invoice was issued for is what is left of it, and what its notes took off. */
const VAT = `
  ${taxed('SALE', { net: 'net', tax: 'tax', percent: 'percent' })}
  from (select rate.percent, i.subtotal_minor - i.discount_minor + ${noted('subtotal_minor - discount_minor')} as net,
      i.tax_minor + ${noted('tax_minor')} as tax
    from invoice i ${RATE} where ${ISSUED}) sale group by percent
  union all
  ${taxed('CREDIT_NOTE', { net: '-(n.subtotal_minor - n.discount_minor)', tax: '-n.tax_minor', percent: 'rate.percent' })}
  from credit_note n ${each('invoice', 'n.invoice_id')} i ${RATE}
  where n.company_id = $1 and ${within('n.created_at')} and ${at('i')} group by rate.percent
  union all
  ${taxed('PURCHASE', { net: '-(e.total_minor - e.tax_minor)', tax: '-e.tax_minor', percent: 'e.tax_percent' })}
  from expense e where e.company_id = $1 and e.date ${DAYS} and ${at('e')} group by e.tax_percent`

const DISCOUNTS = `
  ${line({
    ...{ date: dayOf('i.released_at'), name: 'person.name', number: 'i.reference_id', reason: 'i.discount_reason' },
    ...{ percent: 'round(100.0 * i.discount_minor / i.subtotal_minor, 2)', f1: 'i.subtotal_minor' },
    ...{ f2: 'i.discount_minor', f3: 'i.points_minor' },
  })}
  from invoice i ${person('i.made_by')} where ${ISSUED} and i.discount_minor > 0`

const REFUNDS = `
  ${line({
    ...{ date: 'i.date', kind: `'REFUND'`, number: 'billed.reference_id', reason: 'p.refund_reason' },
    ...{ f1: '-i.amount_minor', f2: '0' },
  })}
  from income i ${each('payment', 'i.payment_id')} p
  left join invoice billed on billed.company_id = p.company_id and billed.id = p.invoice_id
  where i.company_id = $1 and i.date ${DAYS} and i.amount_minor < 0 and ${at('i')}
  union all
  ${line({
    ...{ date: dayOf('n.created_at'), kind: `'CREDIT_NOTE'`, name: 'person.name', number: 'n.reference_id' },
    ...{ reason: 'n.reason', f1: '0', f2: 'n.total_minor' },
  })}
  from credit_note n ${each('invoice', 'n.invoice_id')} i
  left join people_of_clinic($1) as person on person.user_id = n.made_by
  where n.company_id = $1 and ${within('n.created_at')} and ${at('i')}
  union all
  ${line({
    ...{ date: dayOf('i.voided_at'), kind: `'VOID'`, number: 'i.reference_id', reason: 'i.void_reason' },
    ...{ f1: '0', f2: '0' },
  })}
  from invoice i where i.company_id = $1 and ${within('i.voided_at')} and ${at('i')}`

const insurers = (figure: string, text: string) =>
  `select insurance_company_id, '${figure}' as figure, sum(minor) as minor from (${text}) of_each group by 1`
const remitted = (figure: string, disposition: string) =>
  insurers(
    figure,
    `select r.insurance_company_id, l.rejected_minor as minor
     from remittance r join remittance_line l on l.company_id = r.company_id and l.remittance_id = r.id
     ${each('invoice', 'l.invoice_id')} i
     where r.company_id = $1 and r.date ${DAYS} and l.disposition = '${disposition}' and ${at('i')}`,
  )
const figure = (name: string) => `coalesce(sum(minor) filter (where figure = '${name}'), 0)`

const INSURERS = `
  ${line({
    ...{ name: 'insurer.name', f1: figure('BILLED'), f2: figure('RECEIVED'), f3: figure('WRITTEN_OFF') },
    ...{ f4: figure('TO_PATIENTS'), f5: figure('OPEN') },
  })}
  from (
    ${insurers('BILLED', `select i.insurance_company_id, i.insurance_minor as minor from invoice i where ${ISSUED}`)}
    union all
    ${insurers(
      'RECEIVED',
      `select i.insurance_company_id, b.amount_minor as minor
       from income b ${each('payment', 'b.payment_id')} p
       ${each('invoice', 'p.invoice_id')} i
       where b.company_id = $1 and b.date ${DAYS} and p.type = 'INSURANCE' and ${at('b')}`,
    )}
    union all ${remitted('WRITTEN_OFF', 'WRITE_OFF')}
    union all ${remitted('TO_PATIENTS', 'PATIENT')}
    union all ${insurers('OPEN', owedByInsurers('$4'))}) of_each
  join insurance_company insurer on insurer.company_id = $1 and insurer.id = of_each.insurance_company_id
  where minor <> 0 group by insurer.id, insurer.name`

/** The lines of each report. */
export const REPORT_LINES: Readonly<Record<(typeof BOOK_REPORTS)[number], string>> = {
  ...{ DAY_SHEET, TREASURIES, VAT, DISCOUNTS, REFUNDS, INSURERS },
}
