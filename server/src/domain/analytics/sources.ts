import { sql } from '../../db/statement.ts'

/** What is counted, in the columns of `branch_hour` too. */
export const FIGURES = [
  'invoiced',
  'outstanding',
  'collected',
  'refunded',
  'new_patients',
  'new_leads',
  'converted',
  'appointments',
  'completed',
  'canceled',
  'noshow',
  'chair_minutes',
] as const

type FigureName = (typeof FIGURES)[number]

/** Money in minor units. */
export type Figures = Record<FigureName, number>

interface Source {
  rows: string
  /** The instant that counts, created_at unless told. */
  at?: string
  figures: Partial<Record<FigureName, string>>
  where?: string
  /** What narrows the rows to a doctor, doctor_id unless told. */
  doctor?: string
}

/** The statements that sum a source up over parts of time: of the whole clinic, a branch, a doctor, a doctor at a branch. */
const summed = ({ doctor = 'doctor_id', ...source }: Source) => ({
  clinic: summing(source, []),
  branch: summing(source, ['branch_id']),
  doctor: summing(source, [doctor]),
  doctorAtBranch: summing(source, ['branch_id', doctor]),
})
export type Summed = ReturnType<typeof summed>

function summing({ rows, at = 'created_at', figures, where }: Source, whose: readonly string[]) {
  const columns = Object.entries(figures).map(([name, figure]) => `coalesce(${figure}, 0)::bigint as ${name}`)
  const conditions = ['company_id = $1', `${at} >= part.starts`, `${at} < part.ends`]
  if (where) conditions.push(where)
  for (const [index, column] of whose.entries()) conditions.push(`${column} = $${index + 4}`)
  return sql<Partial<Figures>>(`
    select figures.* from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as part (starts, ends, place),
      lateral (select ${columns.join(', ')} from ${rows} where ${conditions.join(' and ')}) as figures
    order by part.place`)
}

const countOf = (outcome: number) => `count(*) filter (where outcome = ${outcome})`

/**
 * The records themselves. Credit that is used was money before, so neither an invoice of credit nor a payment from it
 * counts. What a record adds is said a second time by `add_figures` in the database, from which `branch_hour` follows.
 */
export const RECORDS = {
  invoices: summed({
    rows: 'invoice',
    figures: { invoiced: 'sum(total_minor)', outstanding: 'sum(pending_minor)' },
    where: 'not balance_invoice',
  }),
  payments: summed({ rows: 'payment', figures: { collected: 'sum(amount_minor)' }, where: `type <> 'BALANCE'` }),
  refunds: summed({
    rows: 'payment',
    at: 'refunded_at',
    figures: { refunded: 'sum(amount_minor)' },
    where: `type <> 'BALANCE'`,
  }),
  patients: summed({
    rows: 'patient',
    figures: { new_patients: 'count(*)' },
    where: 'deleted_at is null and not is_lead',
  }),
  leads: summed({ rows: 'lead', figures: { new_leads: 'count(*)' }, doctor: 'assigned_to_id' }),
  conversions: summed({
    rows: 'lead',
    at: 'journeyed_at',
    figures: { converted: 'count(*)' },
    doctor: 'assigned_to_id',
  }),
  appointments: summed({
    rows: 'appointment',
    at: 'starts_at',
    figures: {
      appointments: 'count(*)',
      completed: countOf(1),
      canceled: countOf(2),
      noshow: countOf(3),
      chair_minutes: 'sum(chair_minutes)',
    },
  }),
}

export type RecordName = keyof typeof RECORDS

const columns = ['company_id', 'hour', 'branch_id', ...FIGURES].join(', ')

/** The same of whole hours, rolled up for each branch, and the changes since. */
export const HOURS = summed({
  rows: `(select ${columns} from branch_hour union all select ${columns} from branch_hour_delta) as figures`,
  at: 'hour',
  figures: Object.fromEntries(FIGURES.map(name => [name, `sum(${name})`])),
  doctor: 'null',
})
