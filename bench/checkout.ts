import { setTimeout as delay } from 'node:timers/promises'
import type { Input, Static } from '@clinic/contract/kernel.ts'
import type { checkOut, previewCheckout } from '@clinic/contract/staff/checkout.ts'
import pg from 'pg'
import { type Ask, agent, askAs, type Told } from './desk-ask.ts'
import { startBench } from './product.ts'
import { type SeededClinic, seedClinics, settle } from './seed.ts'
import { logIn } from './staff.ts'
import { share } from './waits.ts'

const CASHIERS = 30
const PATIENTS = 20_000
const TREATMENTS = 3
/** How often all take money in the same moment; before it, so that the processes are warm. */
const [ROUNDS, WARM_UP_ROUNDS] = [20, 20]
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
/** How often each takes money, about. */
const EVERY_MS = 5_000
const [MOST_MS, MOST_PREVIEW_MS] = [150, 300]

/** For the n-th visit: a patient of their own who is there, and what was done for them today. */
const FURNISHED = [
  `insert into practitioner (company_id, id, created_at, updated_at, display_name, role, is_doctor)
   select $1, 'prc_checkout' || d, now(), now(), 'Doctor ' || d, 'doctor', true from generate_series(0, 99) d`,
  `insert into appointment (company_id, id, created_at, updated_at, branch_id, doctor_id, patient_id, status, starts_at, ends_at)
   select company_id, 'apt_checkout' || file_number, now(), now(), branch_id, 'prc_checkout' || file_number % 100, id, 'INPROGRESS',
     now() + file_number / 100 * interval '1 hour', now() + (file_number / 100 + 1) * interval '1 hour'
   from patient where company_id = $1 and file_number <= $2`,
  `insert into treatment (company_id, id, created_at, updated_at, patient_id, branch_id, doctor_id, appointment_id, name, status,
     price_minor, quantity, amount_minor, discount_minor, tax_minor, total_minor, completed_percent, ends_at)
   select company_id, 'trt_checkout' || file_number || '_' || t, now(), now(), id, branch_id, 'prc_checkout' || file_number % 100,
     'apt_checkout' || file_number, 'Filling', 'COMPLETED', 20000, 1, 20000, 0, 0, 20000, 100, now()
   from patient, generate_series(1, ${TREATMENTS}) t where company_id = $1 and file_number <= $2`,
]

type Order = Input<typeof checkOut>
type Preview = Static<(typeof previewCheckout)['returns']>

/** Takes the money of one visit after the other, each of them once. */
class Till {
  readonly previews: number[] = []
  readonly checkouts: number[] = []
  readonly #clinic: SeededClinic
  #visit = 0

  constructor(clinic: SeededClinic) {
    this.#clinic = clinic
  }

  get taken(): number {
    return this.#visit
  }

  /** Looks at what the next visit comes to; answers what takes the money. */
  async look(ask: Ask): Promise<() => Promise<void>> {
    const n = ++this.#visit
    const wish: Input<typeof previewCheckout> = {
      patientId: `${this.#clinic.id.replace('cli_', 'pat_')}${String(n).padStart(8, '0')}`,
      branchId: this.#clinic.branchId,
      appointmentId: `apt_checkout${n}`,
      lines: Array.from({ length: TREATMENTS }, (_, t) => ({ treatmentId: `trt_checkout${n}_${t + 1}` })),
    }
    const looked = performance.now()
    const { data } = await ask.write<Preview>('POST', '/checkouts/preview', wish)
    this.previews.push(performance.now() - looked)
    return async () => {
      const tenders: Order['tenders'] = [{ type: 'CASH', amount: data.due }]
      const order: Order = { ...wish, hash: data.hash, tenders, completeAppointment: true }
      const began = performance.now()
      await ask.write('POST', '/checkouts', order)
      this.checkouts.push(performance.now() - began)
    }
  }

  report(label: string): void {
    for (const [what, took, most] of [
      ['preview', this.previews, MOST_PREVIEW_MS],
      ['checkout', this.checkouts, MOST_MS],
    ] as const) {
      const sorted = took.toSorted((one, other) => one - other)
      console.log(
        `${label.padEnd(36)}${what.padEnd(9)} ${String(sorted.length).padStart(5)}: p50 ${share(sorted, 0.5)}, p95 ${share(sorted, 0.95)}, most ${share(sorted, 0.999_999)} ms (p95 at most ${most})`,
      )
    }
    this.previews.length = 0
    this.checkouts.length = 0
  }
}

/** All at the same moment: first they look, then they take the money. */
async function together(till: Till, asks: readonly Ask[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const orders = await Promise.all(asks.map(ask => till.look(ask)))
    await Promise.all(orders.map(take => take()))
  }
}

/** Each at their own pace. */
async function atWork(till: Till, asks: readonly Ask[]): Promise<void> {
  const until = performance.now() + SECONDS * 1_000
  const work = async (ask: Ask) => {
    while (performance.now() < until) {
      await delay(EVERY_MS * (0.5 + Math.random()))
      const take = await till.look(ask)
      await delay(500)
      await take()
    }
  }
  await Promise.all(asks.map(work))
}

/** Thirty cashiers of one clinic, each at their own pace and then all in the same moment. */
export async function run(): Promise<void> {
  const bench = await startBench()
  const client = new pg.Client(bench.ownerUrl)
  try {
    await client.connect()
    const [clinic] = await seedClinics(bench.ownerUrl, 'till', 1, PATIENTS)
    if (!clinic) throw new Error('No clinic was made.')
    for (const text of FURNISHED) {
      const values = text.includes('$2') ? [clinic.id, PATIENTS / 4] : [clinic.id]
      await client.query(text, values)
    }
    await settle(bench.ownerUrl)
    const people = Array.from({ length: CASHIERS }, (_, n) => ({ key: `till${n}`, role: 'receptionist' as const }))
    const told: Told = { waits: [], wrong: [] }
    const origin = `http://127.0.0.1:${bench.product.port}/staff/v1`
    const asks = (await logIn(bench.ownerUrl, clinic.id, people)).map(headers => askAs(origin, headers, told))
    const till = new Till(clinic)
    await together(till, asks, WARM_UP_ROUNDS)
    till.report('while it warms up')
    // By now the tables have rows.
    await settle(bench.ownerUrl)
    await atWork(till, asks)
    till.report(`${CASHIERS} cashiers, each about every ${EVERY_MS / 1_000} s`)
    await together(till, asks, ROUNDS)
    till.report(`${CASHIERS} cashiers in the same moment`)
    const { rows } = await client.query<{ paid: number }>(
      'select count(*)::integer as paid from invoice where company_id = $1 and pending_minor = 0',
      [clinic.id],
    )
    console.log(`${till.taken} visits, ${rows[0]?.paid} invoices paid; not expected: ${told.wrong.length}`)
    for (const one of told.wrong.slice(0, 3)) console.log(`  ${one}`)
  } finally {
    await client.end()
    await bench.close()
    await agent.destroy()
  }
}
