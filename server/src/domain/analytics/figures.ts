import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { Interval } from '../scheduling/intervals.ts'

/** Whose figures: those of the whole clinic unless told. */
export interface Whose {
  branchId?: string | undefined
  doctorId?: string | undefined
}

/** Where figures come from: a table, the instant that counts, what is summed up, and what narrows it to a doctor. */
interface Source {
  table: string
  at: string
  columns: readonly string[]
  where?: string
  doctor: string
}

const sum = (column: string, name: string) => `coalesce(sum(${column}), 0)::bigint as ${name}`
const count = (name: string, outcome?: number) =>
  outcome === undefined ? `count(*) as ${name}` : `count(*) filter (where outcome = ${outcome}) as ${name}`

/** Credit that is used was money before, so neither an invoice of credit nor a payment from it counts. */
const SOURCES = {
  invoices: {
    table: 'invoice',
    at: 'created_at',
    columns: [sum('total_minor', 'invoiced'), sum('pending_minor', 'outstanding')],
    where: 'not balance_invoice',
    doctor: 'doctor_id',
  },
  payments: {
    table: 'payment',
    at: 'created_at',
    columns: [sum('amount_minor', 'collected')],
    where: `type <> 'BALANCE'`,
    doctor: 'doctor_id',
  },
  refunds: {
    table: 'payment',
    at: 'refunded_at',
    columns: [sum('amount_minor', 'refunded')],
    where: `type <> 'BALANCE'`,
    doctor: 'doctor_id',
  },
  patients: {
    table: 'patient',
    at: 'created_at',
    columns: [count('new_patients')],
    where: 'deleted_at is null and not is_lead',
    doctor: 'doctor_id',
  },
  leads: { table: 'lead', at: 'created_at', columns: [count('new_leads')], doctor: 'assigned_to_id' },
  conversions: { table: 'lead', at: 'journeyed_at', columns: [count('converted')], doctor: 'assigned_to_id' },
  appointments: {
    table: 'appointment',
    at: 'starts_at',
    columns: [
      count('total'),
      count('completed', 1),
      count('canceled', 2),
      count('noshow', 3),
      sum('chair_minutes', 'chair_minutes'),
    ],
    doctor: 'doctor_id',
  },
} as const satisfies Record<string, Source>

export type SourceName = keyof typeof SOURCES

/** What each source comes to; money in minor units. */
export interface Figures {
  invoices: { invoiced: number; outstanding: number }
  payments: { collected: number }
  refunds: { refunded: number }
  patients: { new_patients: number }
  leads: { new_leads: number }
  conversions: { converted: number }
  appointments: { total: number; completed: number; canceled: number; noshow: number; chair_minutes: number }
}

function summed({ table, at, columns, where, doctor }: Source, whose: Whose, start: string, end: string): string {
  const conditions = [`company_id = $1`, `${at} >= ${start}`, `${at} < ${end}`]
  if (where) conditions.push(where)
  if (whose.branchId !== undefined) conditions.push('branch_id = $4')
  if (whose.doctorId !== undefined) conditions.push(`${doctor} = ${whose.branchId === undefined ? '$4' : '$5'}`)
  return `select ${columns.join(', ')} from ${table} where ${conditions.join(' and ')}`
}

const statements = new Map<string, ReturnType<typeof sql>>()

function once(key: string, text: () => string) {
  const build = statements.get(key) ?? sql(text())
  statements.set(key, build)
  return build
}

const iso = (instant: number) => new Date(instant).toISOString()
const given = ({ branchId, doctorId }: Whose) => [branchId, doctorId].filter(id => id !== undefined)
const keyOf = (name: SourceName, { branchId, doctorId }: Whose) =>
  `${name} ${branchId === undefined} ${doctorId === undefined}`

/** The figures of a source over a whole span. */
export async function figuresOf<Name extends SourceName>(
  tx: Tx,
  name: Name,
  { start, end }: Interval,
  whose: Whose,
): Promise<Figures[Name]> {
  const build = once(`whole ${keyOf(name, whose)}`, () => summed(SOURCES[name], whose, '$2', '$3'))
  const [figures] = await tx.sql<Figures[Name]>(build([tx.clinic.id, iso(start), iso(end), ...given(whose)]))
  if (!figures) throw new Error('A sum has no row.')
  return figures
}

/** The figures of a source for each of the intervals, in their order: one look into an index for each. */
export function figuresOfEach<Name extends SourceName>(
  tx: Tx,
  name: Name,
  intervals: readonly Interval[],
  whose: Whose,
): Promise<Figures[Name][]> {
  const build = once(
    `each ${keyOf(name, whose)}`,
    () => `
      select figures.* from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as bucket (starts, ends, place),
        lateral (${summed(SOURCES[name], whose, 'bucket.starts', 'bucket.ends')}) as figures
      order by bucket.place`,
  )
  const [starts, ends] = [intervals.map(({ start }) => iso(start)), intervals.map(({ end }) => iso(end))]
  return tx.sql(build([tx.clinic.id, starts, ends, ...given(whose)]))
}
