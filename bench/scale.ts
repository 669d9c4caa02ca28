import { type Case, casesOf } from './cases.ts'
import { compare, measure, TABLE_HEAD } from './measure.ts'
import { type Bench, startBench } from './product.ts'
import { seedClinics, settle } from './seed.ts'

const PATIENTS = 20_000
const OTHER_CLINICS = Number(process.env.BENCH_OTHER_CLINICS ?? 99)
const CLINICS_AT_ONCE = 5

/** Reads of one clinic's 20 000 patients, alone in the database and among 2 000 000 of other clinics. */
export async function run(): Promise<void> {
  const small = await startBench({ port: 4911 })
  const large = await startBench({ port: 4921 })
  try {
    const alone = await seedClinics(small.ownerUrl, 'one', 1, PATIENTS)
    const among = await seedClinics(large.ownerUrl, 'one', 1, PATIENTS)
    for (let made = 0; made < OTHER_CLINICS; made += CLINICS_AT_ONCE) {
      const count = Math.min(CLINICS_AT_ONCE, OTHER_CLINICS - made)
      await seedClinics(large.ownerUrl, `o${String(made).padStart(4, '0')}`, count, PATIENTS)
      process.stderr.write(`\rseeding ${(made + count + 1) * PATIENTS} patients`)
    }
    await Promise.all([settle(small.ownerUrl), settle(large.ownerUrl)])
    console.log(`\n${TABLE_HEAD}`)
    const [read, list] = casesOf(alone)
    const [readAmong, listAmong] = casesOf(among)
    if (!read || !list || !readAmong || !listAmong) throw new Error('A case is missing.')
    await costs(small, large, read, readAmong)
    await costs(small, large, list, listAmong)
  } finally {
    await Promise.all([small.close(), large.close()])
  }
}

async function costs(small: Bench, large: Bench, alone: Case, among: Case): Promise<void> {
  const ratio = await compare(
    alone.name,
    { name: '20 000', run: seconds => measure(small, 'product', alone, seconds) },
    { name: '2 000 000', run: seconds => measure(large, 'product', among, seconds) },
  )
  console.log(`${alone.name} costs ${ratio.toFixed(2)} times as much among 2 000 000 patients (at most 1.3)`)
}
