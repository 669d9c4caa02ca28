import pg from 'pg'
import { grantDoctors, toolCall } from './assistant-calls.ts'
import type { Case } from './cases.ts'
import { compare, measure, TABLE_HEAD } from './measure.ts'
import { type Bench, startBench } from './product.ts'
import { type SeededClinic, seedClinics, settle } from './seed.ts'

const PORT = 4901
/** As many as the load has connections: each asks with a token of its own. */
const DOCTORS = 32
const PATIENTS = 20_000
const DAY = '2026-03-02'

const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item
const get = (path: string, token: string) => `GET ${path} HTTP/1.1\r\nhost: b\r\nauthorization: Bearer ${token}\r\n\r\n`
/** A tool's call and the same read of the plugin API: `product` is the assistant here, and `bare` the plugin API. */
function casesOf({ token, patientIds }: SeededClinic, tokens: readonly string[]): Case[] {
  let n = 0
  const patient = () => pick(patientIds, ++n)
  const window = `from=${DAY}T00:00:00%2B03:00&to=2026-03-03T00:00:00%2B03:00`
  return [
    {
      name: 'read by id',
      wanted: '200',
      product: () => toolCall('get_patient', { patient_id: patient() }, pick(tokens, n)),
      bare: () => get(`/api/v1/patients/${patient()}`, token),
    },
    {
      name: 'list 25',
      wanted: '200',
      product: () => toolCall('list_appointments', { from: DAY, to: DAY, limit: 25 }, pick(tokens, ++n)),
      bare: () => get(`/api/v1/appointments?limit=25&${window}`, token),
    },
  ]
}

/** What a doctor's assistant costs beside a plugin that reads the same: the question about the token is in it. */
export async function run(): Promise<void> {
  const environment = { ASSISTANT_URL: `http://localhost:${PORT + 2}/mcp`, RATE_LIMIT_ASSISTANT_PER_MINUTE: '60000000' }
  const started = await startBench({
    port: PORT,
    environment: { ...environment, ASSISTANT_PATIENTS_PER_DAY: '100000000' },
  })
  const owner = new pg.Pool({ connectionString: started.ownerUrl, max: 2 })
  try {
    const [clinic] = await seedClinics(started.ownerUrl, 'one', 1, PATIENTS)
    if (!clinic) throw new Error('No clinic was seeded.')
    await seedVisits(owner, clinic)
    const tokens = await grantDoctors(owner, clinic.id, { doctors: DOCTORS, resource: environment.ASSISTANT_URL })
    await settle(started.ownerUrl)
    const { port, pid } = started.product
    const bench: Bench = { ...started, product: { port: port + 2, pid }, bare: { port, pid } }
    console.log(TABLE_HEAD)
    for (const one of casesOf(clinic, tokens))
      await compare(
        one.name,
        { name: 'assistant', run: seconds => measure(bench, 'product', one, seconds) },
        { name: 'plugin', run: seconds => measure(bench, 'bare', one, seconds) },
      )
  } finally {
    await owner.end()
    await started.close()
  }
}

/** A day of visits every twenty minutes. */
async function seedVisits(owner: pg.Pool, { id }: SeededClinic): Promise<void> {
  await owner.query(
    `insert into practitioner (company_id, id, display_name, role, is_doctor, created_at, updated_at)
     values ($1, 'pra_bench', 'Doctor', 'doctor', true, now(), now())`,
    [id],
  )
  await owner.query(
    `insert into appointment (company_id, id, status, starts_at, ends_at, patient_id, doctor_id, branch_id, created_at, updated_at)
     select patient.company_id, 'apt_bench' || file_number, 'OPEN', at, at + interval '10 minutes', patient.id, 'pra_bench', branch_id, now(), now()
     from patient, lateral (select $2::timestamptz + (file_number - 1) * interval '20 minutes' as at) as one
     where company_id = $1`,
    [id, `${DAY}T00:00:00+03:00`],
  )
}
