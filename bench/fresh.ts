import { begin } from '@clinic/server/http/idempotency.ts'
import { newId } from '@clinic/server/kernel/values/ids.ts'
import pg from 'pg'
import { casesOf } from './cases.ts'
import { load } from './load.ts'
import { startBench } from './product.ts'
import { seedClinics } from './seed.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 300)
const SLICE_SECONDS = 30
const PAUSE_MS = 50

/**
 * What the begin of a create costs PostgreSQL on an installation that is new: by a plan that was made while no answer was
 * kept, under creates that nothing analyses but autovacuum.
 */
export async function run(): Promise<void> {
  const bench = await startBench()
  const session = new pg.Client({ connectionString: bench.ownerUrl, options: '-c enable_seqscan=off -c jit=off' })
  try {
    const clinics = await seedClinics(bench.ownerUrl, 'fresh', 1, 1_000)
    const create = casesOf(clinics).find(({ name }) => name === 'create')
    if (!create) throw new Error('no create')
    await session.connect()
    await session.query('analyze idempotency_record')
    const ask = await prepared(session, clinics[0]?.id ?? '')
    console.log('| after s | answers kept | begin p50 us | p99 us | creates/s |\n|-|-|-|-|-|')
    for (let at = 0; at < SECONDS; at += SLICE_SECONDS) {
      const seconds = Math.min(SLICE_SECONDS, SECONDS - at)
      const loading = load({
        port: bench.product.port,
        connections: 16,
        seconds,
        wanted: create.wanted,
        next: create.product,
      })
      const times: number[] = []
      while (await isPending(loading)) times.push(await ask())
      const { perSecond } = await loading
      const { rows } = await session.query<{ count: number }>('select count(*)::int as count from idempotency_record')
      const sorted = times.toSorted((a, b) => a - b)
      const quantile = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 1_000)
      console.log(
        `| ${at + seconds} | ${rows[0]?.count} | ${quantile(0.5)} | ${quantile(0.99)} | ${Math.round(perSecond)} |`,
      )
    }
  } finally {
    await session.end()
    await bench.close()
  }
}

/** Asks the begin statement again and again by the plan of its first time; answers milliseconds of PostgreSQL. */
async function prepared(session: pg.Client, companyId: string): Promise<() => Promise<number>> {
  const request = { companyId, owner: 'ins_fresh', key: '', grantVersion: null, hash: Buffer.alloc(32) }
  const [statement] = begin(request)
  if (!statement) throw new Error('no statement')
  await session.query('set plan_cache_mode = force_generic_plan')
  await session.query(`prepare begun as ${statement.text}`)
  await session.query(`execute begun('${companyId}', 'ins_fresh', 'none', null)`)
  return async () => {
    const { rows } = await session.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
      `explain (analyze, timing off, format json) execute begun('${companyId}', 'ins_fresh', '${newId('req')}', null)`,
    )
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    return rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN
  }
}

const isPending = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => false), new Promise<boolean>(resolve => setImmediate(() => resolve(true)))])
