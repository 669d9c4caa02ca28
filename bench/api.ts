import { AGAINST } from './against.ts'
import { type Case, casesOf } from './cases.ts'
import { compare, measure, TABLE_HEAD } from './measure.ts'
import { type Bench, startBench } from './product.ts'
import { seedClinics, settle } from './seed.ts'

const beside = (bench: Bench, label: string, one: Case) =>
  compare(
    label,
    { name: 'product', run: seconds => measure(bench, 'product', one, seconds) },
    AGAINST
      ? { name: 'against', run: seconds => measure(bench, 'bare', { ...one, bare: one.product }, seconds) }
      : { name: 'bare', run: seconds => measure(bench, 'bare', one, seconds) },
  )

/** The hot paths of the API beside a bare handler on the same database. */
export async function run(): Promise<void> {
  const bench = await startBench({ against: AGAINST })
  try {
    const single = await seedClinics(bench.ownerUrl, 'one', 1, 20_000)
    console.log(TABLE_HEAD)
    for (const [clinics, where] of [
      [single, 'one clinic'],
      ...(AGAINST ? [] : [[await seedClinics(bench.ownerUrl, 'many', 500, 40), '500 clinics'] as const]),
    ] as const)
      for (const one of casesOf(clinics)) {
        // What the creates before leave to do, autovacuum would do in the middle of a measurement.
        await settle(bench.ownerUrl)
        await beside(bench, `${one.name}, ${where}`, one)
      }
  } finally {
    await bench.close()
  }
}
