import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DRIVERS } from '@clinic/server/db/drivers.ts'
import { disclosures } from '@clinic/server/domain/audit/disclosures.ts'
import { signingKey } from '@clinic/server/domain/audit/signing-key.ts'
import { sealAudit } from '@clinic/server/jobs/seal-audit.ts'
import { openTransactions } from '@clinic/server/kernel/open-transactions.ts'
import { page } from '@clinic/server/kernel/page.ts'
import { secretBox } from '@clinic/server/kernel/values/secret-box.ts'
import { openDatabases } from '@clinic/server/settings/databases.ts'
import { readEnv } from '@clinic/server/settings/env.ts'
import { masterKeys } from '@clinic/server/settings/master-keys.ts'
import { pino } from 'pino'
import { patientOf, seedRecords, type Wish } from './audit-records.ts'
import { measureRequestLog } from './audit-request-log.ts'
import { cpuSeconds } from './cpu.ts'
import { at } from './measure.ts'
import { seedClinics, settle } from './seed.ts'

const RECORDS = Number(process.env.BENCH_RECORDS ?? 1_000_000)
/** What ten minutes bring at 1 000 records a second, in many clinics. */
const IN_TEN_MINUTES = 600_000
const CLINICS = 500
const PATIENTS = 20_000
const READS = 200

interface World {
  ownerUrl: string
  /** Seals all that waits, and what that took of the worker and of PostgreSQL, in microseconds of processor time. */
  seal(): Promise<{ worker: number; database: number }>
  app: ReturnType<typeof openTransactions>
  databaseMicros(): Promise<number>
}

const ownMicros = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** An embedded database without the product, so that nothing seals but what is measured. */
async function withWorld(run: (world: World) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-bench-'))
  const env = readEnv({ DATA_DIR: dataDir })
  const box = secretBox(await masterKeys(env))
  const databases = await openDatabases(env, box, () => undefined)
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const databaseMicros = async () => (await cpuSeconds(Number(pid))) * 1e6
  const sealer = openTransactions(DRIVERS.pipelined, databases.sealer, 'bench sealer', box)
  const app = openTransactions(DRIVERS.pipelined, databases.app, 'bench', box)
  const deps = { asSealer: sealer.platform, auditKey: signingKey(Buffer.alloc(32, 1)), log: pino({ level: 'error' }) }
  try {
    await run({
      ...{ ownerUrl: databases.owner, app, databaseMicros },
      async seal() {
        const before = [ownMicros(), await databaseMicros()] as const
        await sealAudit(deps)
        return { worker: ownMicros() - before[0], database: (await databaseMicros()) - before[1] }
      },
    })
  } finally {
    await Promise.all([sealer.close(), app.close()])
    await databases.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What sealing takes, who saw a patient among a million records, and what the request log takes of a read. */
export async function run(): Promise<void> {
  const only = process.env.BENCH_ONLY
  if (only !== 'log') await withWorld(measureSeals)
  if (only !== 'seals') await measureRequestLog()
}

async function measureSeals(world: World): Promise<void> {
  const [warm, one, ...many] = await makeClinics(world, CLINICS + 2)
  if (!warm || !one) throw new Error('No clinics were made.')
  // A process and a table that are new are not what is measured.
  await seedRecords(world.ownerUrl, { clinics: [warm], records: 50_000, patients: 1_000, when: 'before' })
  await world.seal()
  await sealed(world, `${RECORDS} records of one clinic`, { clinics: [one], records: RECORDS, patients: PATIENTS })
  await whoSaw(world, one)
  const each = { clinics: many, records: IN_TEN_MINUTES, patients: 2_000 }
  await sealed(world, `${IN_TEN_MINUTES} records of ${CLINICS} clinics`, each)
}

async function makeClinics({ ownerUrl }: World, count: number): Promise<string[]> {
  const made = await seedClinics(ownerUrl, 'seal', count, 1)
  return made.map(({ id }) => id)
}

async function sealed(world: World, label: string, wish: Omit<Wish, 'when'>): Promise<void> {
  await seedRecords(world.ownerUrl, { ...wish, when: 'before' })
  const { worker, database } = await world.seal()
  const [ofWorker, ofDatabase] = [worker / wish.records, database / wish.records]
  const share = ((ofWorker + ofDatabase) * 1_000) / 1e6
  const cells = `worker ${ofWorker.toFixed(1)} µs, database ${ofDatabase.toFixed(1)} µs a record`
  console.log(`sealing ${label}: ${cells}; at 1 000 a second ${(100 * share).toFixed(1)} % of a core`)
}

/** Of one patient after the other, as the console asks: what was sealed, and what was not yet. */
async function whoSaw({ app, ownerUrl }: World, clinic: string): Promise<void> {
  await seedRecords(ownerUrl, { clinics: [clinic], records: 5_000, patients: PATIENTS, when: 'now' })
  await settle(ownerUrl)
  const found = await app.clinic(clinic)
  if (!found) throw new Error('The clinic is gone.')
  const caller = { kind: 'system', id: 'bench', tokenId: null, holds: () => true } as const
  const times = new Float64Array(READS)
  const seen = new Set<string>()
  for (let n = 0; n < READS; n++) {
    const begun = performance.now()
    const query = { patientId: patientOf(clinic, (n * 97) % PATIENTS) }
    const { data } = await app.read({ clinic: found, caller, requestId: 'req_bench' }, tx =>
      page(tx, disclosures, query, row => row),
    )
    times[n] = performance.now() - begun
    for (const { id } of data) seen.add(id)
  }
  times.sort()
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)].map(ms => ms.toFixed(1))
  console.log(`who saw a patient, of ${RECORDS} records: p50 ${p50} ms, p99 ${p99} ms; ${seen.size} kinds of actors`)
}
