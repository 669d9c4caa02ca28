import { casesOf } from './cases.ts'
import { processTree } from './cpu.ts'
import { load } from './load.ts'
import { startBench } from './product.ts'
import { seedClinics, settle } from './seed.ts'

const SECONDS = Number(process.env.BENCH_MEMORY_SECONDS ?? 300)
const LIMIT_MIB = 250

/** Memory of the product's processes through five minutes of reading, listing and creating. */
export async function run(): Promise<void> {
  const bench = await startBench()
  const most = new Map<string, number>()
  const sample = async () => {
    for (const { role, memoryMiB } of await processTree(bench.product.pid)) {
      most.set(role, Math.max(most.get(role) ?? 0, memoryMiB))
    }
  }
  const sampling = setInterval(sample, 500)
  try {
    const clinics = await seedClinics(bench.ownerUrl, 'one', 100, 200)
    await settle(bench.ownerUrl)
    const cases = casesOf(clinics)
    const results = await Promise.all(
      cases.map(({ wanted, product: next }) =>
        load({ port: bench.product.port, connections: 10, seconds: SECONDS, wanted, next }),
      ),
    )
    cases.forEach(({ name }, i) => {
      console.log(`${name}: ${results[i]?.perSecond.toFixed(0)} requests a second, ${results[i]?.wrong} refused`)
    })
    for (const [role, memoryMiB] of most) console.log(`${role}: at most ${memoryMiB.toFixed(0)} MiB`)
    const api = most.get('api') ?? Number.NaN
    console.log(
      `the API process stays ${api < LIMIT_MIB ? 'under' : 'ABOVE'} ${LIMIT_MIB} MiB through ${SECONDS} s of load`,
    )
  } finally {
    clearInterval(sampling)
    await bench.close()
  }
}
