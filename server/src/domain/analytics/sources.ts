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

/** Where figures come from: rows, the instant that counts, what is summed up, and what narrows them to a doctor. */
export interface Source {
  rows: string
  at: string
  figures: Partial<Record<FigureName, string>>
  where?: string
  doctor?: string
}

const countOf = (outcome: number) => `count(*) filter (where outcome = ${outcome})`

/**
 * The records themselves. Credit that is used was money before, so neither an invoice of credit nor a payment from it
 * counts. What a record adds is said a second time by `add_figures` in the database, from which `branch_hour` follows.
 */
export const RECORDS = {
  invoices: {
    rows: 'invoice',
    at: 'created_at',
    figures: { invoiced: 'sum(total_minor)', outstanding: 'sum(pending_minor)' },
    where: 'not balance_invoice',
    doctor: 'doctor_id',
  },
  payments: {
    rows: 'payment',
    at: 'created_at',
    figures: { collected: 'sum(amount_minor)' },
    where: `type <> 'BALANCE'`,
    doctor: 'doctor_id',
  },
  refunds: {
    rows: 'payment',
    at: 'refunded_at',
    figures: { refunded: 'sum(amount_minor)' },
    where: `type <> 'BALANCE'`,
    doctor: 'doctor_id',
  },
  patients: {
    rows: 'patient',
    at: 'created_at',
    figures: { new_patients: 'count(*)' },
    where: 'deleted_at is null and not is_lead',
    doctor: 'doctor_id',
  },
  leads: { rows: 'lead', at: 'created_at', figures: { new_leads: 'count(*)' }, doctor: 'assigned_to_id' },
  conversions: { rows: 'lead', at: 'journeyed_at', figures: { converted: 'count(*)' }, doctor: 'assigned_to_id' },
  appointments: {
    rows: 'appointment',
    at: 'starts_at',
    figures: {
      appointments: 'count(*)',
      completed: countOf(1),
      canceled: countOf(2),
      noshow: countOf(3),
      chair_minutes: 'sum(chair_minutes)',
    },
    doctor: 'doctor_id',
  },
} as const satisfies Record<string, Source>

export type RecordName = keyof typeof RECORDS

const columns = ['company_id', 'hour', 'branch_id', ...FIGURES].join(', ')

/** The same of whole hours, rolled up for each branch, and the changes since. */
export const HOURS: Source = {
  rows: `(select ${columns} from branch_hour union all select ${columns} from branch_hour_delta) as figures`,
  at: 'hour',
  figures: Object.fromEntries(FIGURES.map(name => [name, `sum(${name})`])),
}
