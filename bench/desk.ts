import { setTimeout as delay } from 'node:timers/promises'
import type { Day, DayCard } from '@clinic/contract/staff/day.ts'
import pg from 'pg'
import { type Ask, agent, askAs, type Told } from './desk-ask.ts'
import { bookAsPlugin, busy, type Desk, person } from './desk-people.ts'
import { Screen, type Written } from './desk-screen.ts'
import { startBench } from './product.ts'
import { type SeededClinic, seedClinics, settle } from './seed.ts'
import { logIn } from './staff.ts'
import { share } from './waits.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 600)
const [RECEPTIONISTS, DOCTORS, PLUGINS] = [4, 8, 2]
const PATIENTS = 20_000
const VISITS = 15
const [SLOTS, SLOT_MS] = [24, 1_800_000]
/** How often each does something, about. */
const [DESK_MS, DOCTOR_MS, PLUGIN_MS] = [3_000, 8_000, 3_000]
const MOST_BEHIND_MS = 2_000
const MOST_P95_MS = 100
const DAY_MS = 86_400_000

/** Tomorrow, so that nothing of it has been; 09:00 in Riyadh. */
const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
const OPENS = Date.parse(`${date}T06:00:00Z`)
const starts = Array.from({ length: SLOTS }, (_, n) => OPENS + n * SLOT_MS)

const doctorIds = Array.from({ length: DOCTORS }, (_, n) => `prc_desk${n}`)

async function furnish(client: pg.Client, { id, branchId, patientIds }: SeededClinic): Promise<void> {
  await client.query(
    `insert into practitioner (company_id, id, created_at, updated_at, display_name, role, is_doctor)
     select $1, doctor, now(), now(), doctor, 'doctor', true from unnest($2::text[]) doctor`,
    [id, doctorIds],
  )
  await client.query(
    `insert into practitioner_branch (company_id, practitioner_id, branch_id) select $1, unnest($2::text[]), $3`,
    [id, doctorIds, branchId],
  )
  await client.query(
    `insert into appointment (company_id, id, created_at, updated_at, branch_id, doctor_id, patient_id, status, starts_at, ends_at)
     select $1, 'apt_desk' || d || '_' || h, now(), now(), $2, ($3::text[])[d], ($4::text[])[1 + (d * ${VISITS} + h) % 400], 'OPEN',
       start, start + interval '30 minutes'
     from generate_series(1, ${DOCTORS}) d, generate_series(0, ${VISITS - 1}) h,
       lateral (select $5::timestamptz + h * interval '30 minutes') as t (start)`,
    [id, branchId, doctorIds, patientIds, new Date(OPENS).toISOString()],
  )
}

const DOUBLE = `
  select count(*)::integer as count from appointment one join appointment other
    on other.company_id = one.company_id and other.doctor_id = one.doctor_id and other.id > one.id
    and other.starts_at < one.ends_at and one.starts_at < other.ends_at
  where one.company_id = $1 and one.status not in ('CANCELED', 'NOSHOW') and other.status not in ('CANCELED', 'NOSHOW')`

/** What is wrong in the end: notes that are gone, visits at the same time, screens that show something else. */
async function faults(
  client: pg.Client,
  clinic: SeededClinic,
  { notes, screens, ask }: { notes: Desk['notes']; screens: Screen[]; ask: Ask | undefined },
) {
  const { rows } = await client.query<{ id: string; details: string | null }>(
    'select id, details from appointment where company_id = $1',
    [clinic.id],
  )
  const details = new Map(rows.map(one => [one.id, one.details ?? '']))
  const lost = [...notes].flatMap(([id, marks]) => marks.filter(mark => !details.get(id)?.includes(mark)))
  const double = await client.query<{ count: number }>(DOUBLE, [clinic.id])
  const day = await ask?.read<Day>('/day', { branchId: clinic.branchId, date })
  const truth = sorted(day?.data.cards ?? [])
  const stale = screens.filter(screen => sorted([...screen.cards.values()]) !== truth).length
  return {
    lost: lost.length,
    double: double.rows[0]?.count,
    stale,
    behind: screens.reduce((sum, one) => sum + one.behind, 0),
  }
}

/** What a card says of the visit itself; what it says of the patient the console reads anew with the day. */
const sorted = (cards: DayCard[]) =>
  JSON.stringify(
    cards
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, version, status, held, start, end, doctorId }) => [id, version, status, held, start, end, doctorId]),
  )

/** A day at the desk of a clinic of 120 visits, with plugins booking beside. */
export async function run(): Promise<void> {
  const bench = await startBench()
  const client = new pg.Client(bench.ownerUrl)
  const screens: Screen[] = []
  try {
    await client.connect()
    const [clinic] = await seedClinics(bench.ownerUrl, 'desk', 1, PATIENTS)
    if (!clinic) throw new Error('No clinic was made.')
    await furnish(client, clinic)
    await settle(bench.ownerUrl)
    const logins = await logIn(bench.ownerUrl, clinic.id, [
      ...Array.from({ length: RECEPTIONISTS }, (_, n) => ({ key: `desk${n}`, role: 'receptionist' as const })),
      ...doctorIds.map(practitionerId => ({ key: practitionerId, role: 'doctor' as const, practitionerId })),
    ])
    const origin = `http://127.0.0.1:${bench.product.port}`
    const told: Told = { waits: [], wrong: [] }
    const asks = logins.map(headers => askAs(`${origin}/staff/v1`, headers, told))
    const day = { branchId: clinic.branchId, date }
    for (const ask of asks) screens.push(new Screen(ask, day))
    await Promise.all(screens.map(screen => screen.open()))
    told.waits.length = 0
    let written = 0
    const until = performance.now() + SECONDS * 1_000
    const desk: Desk = {
      ...{ branchId: clinic.branchId, doctorIds, patientIds: clinic.patientIds, starts, notes: new Map() },
      wrote(card: Written) {
        written++
        for (const screen of screens) screen.owes(card)
      },
    }
    const people = asks.map((ask, place) => {
      const screen = screens[place]
      if (!screen) throw new Error('No screen.')
      const { book, move, cancel, note, toChair, treat } = person(desk, ask, screen)
      if (place < RECEPTIONISTS)
        return busy(until, DESK_MS, [book, book, move, move, cancel, note, note, toChair, toChair, toChair])
      const own = (card: DayCard) => card.doctorId === doctorIds[place - RECEPTIONISTS]
      return busy(until, DOCTOR_MS, [() => treat(own), () => treat(own), () => note(own)])
    })
    const plugins = Array.from({ length: PLUGINS }, () => {
      const ask = askAs(`${origin}/api/v1`, { authorization: `Bearer ${clinic.token}` }, told)
      return busy(until, PLUGIN_MS, [() => bookAsPlugin(desk, ask)])
    })
    const minutes = setInterval(
      () => process.stderr.write(`\r${written} writes, ${told.waits.length} requests `),
      1_000,
    )
    await Promise.all([...people, ...plugins])
    clearInterval(minutes)
    // Moves that are held are done by then.
    await delay(20_000)
    const found = await faults(client, clinic, { notes: desk.notes, screens, ask: asks[0] })
    report({ found, told, lags: screens.flatMap(({ lags }) => lags), written })
  } finally {
    for (const screen of screens) screen.close()
    await client.end()
    await bench.close()
    await agent.destroy()
  }
}

interface Report {
  found: Awaited<ReturnType<typeof faults>>
  told: Told
  lags: number[]
  written: number
}

function report({ found, told, lags, written }: Report): void {
  const [behind, waited] = [lags.toSorted((a, b) => a - b), told.waits.toSorted((a, b) => a - b)]
  console.log(
    `${written} writes acknowledged, ${waited.length} requests in ${SECONDS} s; not expected: ${told.wrong.length}`,
  )
  for (const one of told.wrong.slice(0, 5)) console.log(`  ${one}`)
  console.log(
    `notes lost ${found.lost}, booked twice ${found.double}, screens that show something else ${found.stale}, writes never shown ${found.behind}`,
  )
  console.log(
    `screens behind: p50 ${share(behind, 0.5)}, p95 ${share(behind, 0.95)}, most ${share(behind, 0.999_999)} ms (at most ${MOST_BEHIND_MS})`,
  )
  console.log(
    `waited: p50 ${share(waited, 0.5)}, p95 ${share(waited, 0.95)}, p99 ${share(waited, 0.99)} ms (p95 at most ${MOST_P95_MS})`,
  )
}
