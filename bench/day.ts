import type { Statement } from '@clinic/server/db/statement.ts'
import { branchOfDay } from '@clinic/server/domain/scheduling/day-branch.ts'
import { cardsOf } from '@clinic/server/domain/scheduling/day-cards.ts'
import pg from 'pg'
import { median } from './measure.ts'
import { startBench } from './product.ts'
import { type SeededClinic, seedClinics, settle } from './seed.ts'
import { type LoggedIn, receptionist } from './staff.ts'
import { share, waits } from './waits.ts'

const PATIENTS = 20_000
const BRANCHES = 10
const DOCTORS = 12
/** Of each doctor on each day, an hour each from 09:00 in Riyadh on. */
const VISITS = 10
const CARDS = DOCTORS * VISITS
const FEW_DAYS = 10
const FEW = FEW_DAYS * BRANCHES * CARDS
const MANY = Number(process.env.BENCH_APPOINTMENTS ?? 1_000_000)
const TIMES = Number(process.env.BENCH_DAYS ?? 200)
const MOST_MS = 60
const MOST_BLOCKS = 1.3

const DAY_MS = 86_400_000
const today = new Date().toISOString().slice(0, 10)
const dateOf = (ago: number) => new Date(Date.parse(today) - ago * DAY_MS).toISOString().slice(0, 10)

/** The branches with their doctors; and of one patient in ten each that a card shows: a debt, an alert, a form, work of a lab. */
const FURNISHED = [
  `insert into branch (company_id, id, name, opens, closes, created_at, updated_at)
   select $1, 'bra_day' || b, 'Branch ' || b, array_fill('09:00'::text, '{7}'), array_fill('21:00'::text, '{7}'), now(), now()
   from generate_series(0, ${BRANCHES - 1}) b`,
  `insert into practitioner (company_id, id, created_at, updated_at, display_name, role, is_doctor)
   select $1, 'prc_' || b || '_' || d, now(), now(), 'Doctor ' || d, 'doctor', true
   from generate_series(0, ${BRANCHES - 1}) b, generate_series(0, ${DOCTORS - 1}) d`,
  `insert into practitioner_branch (company_id, practitioner_id, branch_id)
   select company_id, id, 'bra_day' || split_part(id, '_', 2) from practitioner where company_id = $1`,
  `insert into lab (company_id, id, created_at, updated_at, name) values ($1, 'lab_day', now(), now(), 'Lab')`,
  `insert into invoice (company_id, id, created_at, updated_at, reference_id, branch_id, patient_id, subtotal_minor, discount_minor,
     discount_percent, tax_minor, tax_percent, total_minor, insurance_minor)
   select company_id, 'inv_' || id, created_at, created_at, file_number, branch_id, id, 100, 0, 0, 0, 0, 100, 0
   from patient where company_id = $1 and file_number % 10 = 0`,
  `insert into patient_alert (company_id, id, created_at, updated_at, patient_id, kind, severity, text, added_by)
   select company_id, 'alt_' || id, created_at, created_at, id, 'ALLERGY', 'HIGH', 'Latex', 'bench'
   from patient where company_id = $1 and file_number % 10 = 1`,
  `insert into consent_form (company_id, id, created_at, updated_at, patient_id, branch_id, name, body, sign_required)
   select company_id, 'cfm_' || id, created_at, created_at, id, branch_id, 'Consent', '', true
   from patient where company_id = $1 and file_number % 10 = 2`,
  `insert into lab_order (company_id, id, created_at, updated_at, lab_id, branch_id, patient_id, items)
   select company_id, 'lor_' || id, created_at, created_at, 'lab_day', branch_id, id, 1
   from patient where company_id = $1 and file_number % 10 = 3`,
]

/** Every doctor's hours of some days before today; each visit of any patient. */
const BOOKED = `
  insert into appointment (company_id, id, created_at, updated_at, branch_id, doctor_id, patient_id, status, starts_at, ends_at)
  select $1, 'apt_' || day || '_' || b || '_' || d || '_' || h, start, start, 'bra_day' || b, 'prc_' || b || '_' || d,
    (select id from patient where company_id = $1
      and file_number = 1 + abs(hashtext(day || ' ' || b || ' ' || d || ' ' || h)::bigint) % ${PATIENTS}),
    'COMPLETED', start, start + interval '1 hour'
  from generate_series($3::int, $4::int - 1) day, generate_series(0, ${BRANCHES - 1}) b, generate_series(0, ${DOCTORS - 1}) d,
    generate_series(0, ${VISITS - 1}) h, lateral (select $2::date - day + interval '6 hours' + h * interval '1 hour') as t (start)`

interface Explained {
  'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'Actual Rows': number } }]
}

/** Blocks of 8 KiB that a statement looks at, planned once for all values, and how many rows it answers. */
async function explained(client: pg.Client, { text, values }: Statement): Promise<{ blocks: number; rows: number }> {
  const literals = values.map(value => (value === null ? 'null' : pg.escapeLiteral(String(value))))
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare day as ${text}`)
  const { rows } = await client.query<Explained>(
    `explain (analyze, buffers, format json) execute day(${literals.join()})`,
  )
  await client.query('deallocate day')
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('PostgreSQL tells no plan.')
  return { blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], rows: plan['Actual Rows'] }
}

/** Of the branches' days the median of the blocks that both statements look at. */
async function blocksOfDay(client: pg.Client, companyId: string): Promise<number> {
  const blocks: number[] = []
  for (let ago = 0; ago < FEW_DAYS; ago++) {
    const [branch, start] = [`bra_day${ago % BRANCHES}`, Date.parse(dateOf(ago)) - DAY_MS / 8]
    const iso = (days: number) => new Date(start + days * DAY_MS).toISOString()
    const about = await explained(client, branchOfDay([companyId, branch, iso(-1), iso(2), null]))
    const cards = await explained(client, cardsOf([companyId, branch, iso(0), iso(1), null, null, false]))
    if (cards.rows !== CARDS) throw new Error(`${cards.rows} cards instead of ${CARDS}.`)
    blocks.push(about.blocks + cards.blocks)
  }
  return median(blocks)
}

async function ask(port: number, headers: LoggedIn, n: number): Promise<void> {
  const asked = new URLSearchParams({ branchId: `bra_day${n % BRANCHES}`, date: dateOf(n % FEW_DAYS) })
  const answer = await fetch(`http://127.0.0.1:${port}/staff/v1/day?${asked}`, { headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
}

async function book(client: pg.Client, { id }: SeededClinic, from: number, until: number): Promise<void> {
  // What follows from visits is no part of what is measured.
  await client.query('set session_replication_role = replica')
  for (let day = from; day < until; day += FEW_DAYS) {
    await client.query(BOOKED, [id, today, day, Math.min(day + FEW_DAYS, until)])
    process.stderr.write(`\rbooking ${Math.min(day + FEW_DAYS, until) * BRANCHES * CARDS} visits `)
  }
  process.stderr.write('\n')
  await client.query('set session_replication_role = origin')
}

/** A branch's day of 120 cards, among 12 000 visits of the clinic and among 1 000 000. */
export async function run(): Promise<void> {
  const bench = await startBench()
  const client = new pg.Client(bench.ownerUrl)
  try {
    await client.connect()
    const [clinic] = await seedClinics(bench.ownerUrl, 'one', 1, PATIENTS)
    if (!clinic) throw new Error('No clinic was made.')
    const headers = await receptionist(bench.ownerUrl, clinic.id)
    for (const text of FURNISHED) await client.query(text, [clinic.id])
    console.log(`${''.padEnd(30)}${'blocks'.padStart(8)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}`)
    const blocks: number[] = []
    let booked = 0
    for (const visits of [FEW, MANY]) {
      const days = Math.ceil(visits / (BRANCHES * CARDS))
      await book(client, clinic, booked, days)
      booked = days
      await settle(bench.ownerUrl)
      blocks.push(await blocksOfDay(client, clinic.id))
      await waits(TIMES, n => ask(bench.product.port, headers, n))
      const took = await waits(TIMES, n => ask(bench.product.port, headers, n))
      const cells = [`${blocks.at(-1)}`, share(took, 0.5), share(took, 0.95)].map(cell => cell.padStart(8))
      console.log(`${`120 cards among ${visits} visits`.padEnd(30)}${cells.join('')}`)
    }
    const times = (blocks[1] ?? Number.NaN) / (blocks[0] ?? Number.NaN)
    console.log(`${times.toFixed(2)} times the blocks (at most ${MOST_BLOCKS}); p95 at most ${MOST_MS} ms`)
  } finally {
    await client.end()
    await bench.close()
  }
}
