import type { Static } from '@clinic/contract/kernel.ts'
import type { chartTreatment } from '@clinic/contract/staff/chart.ts'
import type { previewCheckout } from '@clinic/contract/staff/checkout.ts'
import type { DayCard } from '@clinic/contract/staff/day.ts'
import pg from 'pg'
import { Agent, request } from 'undici'
import { type Ask, askAs, type Told } from './desk-ask.ts'
import { type SeededClinic, seedClinics, settle } from './seed.ts'
import { type LoggedIn, logIn } from './staff.ts'

export const [CLINICS, DOCTORS, RECEPTIONISTS] = [100, 3, 2]
const PATIENTS = 400
/** What the clinics have done before, so that no two of them share what a visit touches. */
const PAST = 500
const SLOT_MS = 1_800_000
const SLOTS = 24
const DAY_MS = 86_400_000
/** Tomorrow, so that nothing of it has been; 09:00 in Riyadh. */
const OPENS = Date.parse(`${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T06:00:00Z`)

const doctorId = (clinic: string, n: number) => clinic.replace('cli_', `prc_${n}`)

const FURNISHED = [
  `insert into practitioner (company_id, id, created_at, updated_at, display_name, role, is_doctor)
   select id, replace(id, 'cli_', 'prc_' || d), now(), now(), 'Doctor ' || d, 'doctor', true
   from unnest($1::text[]) id, generate_series(0, ${DOCTORS - 1}) d`,
  `insert into practitioner_branch (company_id, practitioner_id, branch_id)
   select id, replace(id, 'cli_', 'prc_' || d), replace(id, 'cli_', 'bra_') from unnest($1::text[]) id, generate_series(0, ${DOCTORS - 1}) d`,
  `insert into procedure (company_id, id, created_at, updated_at, name, price_minor)
   select id, replace(id, 'cli_', 'pro_'), now(), now(), 'Filling', 30000 from unnest($1::text[]) id`,
  `insert into appointment (company_id, id, created_at, updated_at, branch_id, doctor_id, patient_id, status, starts_at, ends_at)
   select id, replace(id, 'cli_', 'apt_' || n || '_'), start, start, replace(id, 'cli_', 'bra_'), replace(id, 'cli_', 'prc_0'),
     replace(id, 'cli_', 'pat_') || lpad((1 + n % ${PATIENTS})::text, 8, '0'), 'COMPLETED', start, start + interval '30 minutes'
   from unnest($1::text[]) id, generate_series(1, ${PAST}) n,
     lateral (select date_trunc('hour', now()) - n * interval '1 hour') as t (start)`,
]

/** A clinic with everyone who works in it. */
export interface Practice {
  clinic: SeededClinic
  desk: readonly Ask[]
  doctors: readonly Ask[]
  logins: readonly LoggedIn[]
}

/** Clinics with a history, a price list and their people. */
export async function practices(ownerUrl: string, origin: string, told: Told): Promise<Practice[]> {
  const clinics = await seedClinics(ownerUrl, 'visit', CLINICS, PATIENTS)
  const client = new pg.Client(ownerUrl)
  await client.connect()
  for (const text of FURNISHED) await client.query(text, [clinics.map(({ id }) => id)])
  await client.end()
  const made: Practice[] = []
  for (const clinic of clinics) {
    const logins = await logIn(ownerUrl, clinic.id, [
      ...Array.from({ length: RECEPTIONISTS }, (_, n) => ({
        key: `${clinic.id}_desk${n}`,
        role: 'receptionist' as const,
      })),
      ...Array.from({ length: DOCTORS }, (_, n) => ({
        ...{ key: `${clinic.id}_doctor${n}`, role: 'doctor' as const },
        practitionerId: doctorId(clinic.id, n),
      })),
    ])
    const asks = logins.map(headers => askAs(origin, headers, told))
    made.push({ clinic, logins, desk: asks.slice(0, RECEPTIONISTS), doctors: asks.slice(RECEPTIONISTS) })
  }
  await settle(ownerUrl)
  return made
}

/** Lets everyone who works there hear of what changes, as an open console does, until the returned function is called. */
export async function everyoneHears(origin: string, clinics: readonly Practice[]): Promise<() => Promise<void>> {
  const agent = new Agent({ connections: null, bodyTimeout: 0 })
  const everyone = clinics.flatMap(({ logins }) => logins)
  for (const headers of everyone) {
    const url = `${origin}/stream?clinicId=${headers['clinic-id']}`
    const { statusCode, body } = await request(url, { headers, dispatcher: agent })
    if (statusCode !== 200) throw new Error(`A stream was answered ${statusCode}.`)
    body.on('error', () => undefined).resume()
  }
  return () => agent.destroy()
}

/** Everyone has the day open, and reads the card of a visit that has changed. */
async function shown({ clinic, desk, doctors }: Practice, { id, start }: DayCard): Promise<void> {
  const day = { branchId: clinic.branchId, date: start.slice(0, 10), ids: [id] }
  await Promise.all([...desk, ...doctors].map(ask => ask.read('/day', day)))
}

const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item

/** The n-th visit of a clinic from the call in which it is booked until it is paid, as the console asks for it. */
export async function visit(practice: Practice, n: number): Promise<void> {
  const { clinic, ...people } = practice
  const [desk, doctor] = [pick(people.desk, n), pick(people.doctors, n)]
  const patientId = pick(clinic.patientIds, n)
  const start = OPENS + Math.floor(n / (DOCTORS * SLOTS)) * DAY_MS + (Math.floor(n / DOCTORS) % SLOTS) * SLOT_MS
  const whose = { branchId: clinic.branchId, doctorId: doctorId(clinic.id, n % DOCTORS), patientId }
  await desk.read('/patients', { q: `first${1 + (n % PATIENTS)}` })
  const span = { start: new Date(start).toISOString(), end: new Date(start + SLOT_MS).toISOString() }
  let { data: card } = await desk.write<DayCard>('POST', '/appointments', { ...span, ...whose })
  await shown(practice, card)
  for (const to of ['CONFIRMED', 'CHECKEDIN', 'WAITING', 'INPROGRESS'] as const) {
    const by = to === 'INPROGRESS' ? doctor : desk
    const wish = { from: card.status, to, hold: false }
    card = (await by.write<DayCard>('POST', `/appointments/${card.id}/status`, wish)).data
    await shown(practice, card)
  }
  await doctor.read(`/patients/${patientId}/summary`)
  await doctor.read(`/patients/${patientId}/chart`)
  const details = 'The filling of the upper left molar is renewed; the patient asks about whitening.'
  card = (await doctor.write<DayCard>('PATCH', `/appointments/${card.id}`, { details }, card.version)).data
  await shown(practice, card)
  const treated = await doctor.write<Static<(typeof chartTreatment)['returns']>>('POST', '/treatments', {
    ...{ ...whose, appointmentId: card.id, procedureId: clinic.id.replace('cli_', 'pro_') },
  })
  await desk.read('/day', { branchId: clinic.branchId, date: card.start.slice(0, 10) })
  const lines = treated.data.items.map(({ id }) => ({ treatmentId: id }))
  const bill = { patientId, branchId: clinic.branchId, appointmentId: card.id, lines }
  const { data: sum } = await desk.write<Static<(typeof previewCheckout)['returns']>>(
    'POST',
    '/checkouts/preview',
    bill,
  )
  const tenders = [{ type: 'CARD', amount: sum.due }]
  await desk.write('POST', '/checkouts', { ...bill, hash: sum.hash, tenders, completeAppointment: true })
  await shown(practice, card)
}
