import { randomUUID } from 'node:crypto'
import { newId } from '@clinic/server/kernel/ids.ts'
import pg from 'pg'
import { cpuSeconds } from './cpu.ts'
import { type LoadResult, load, type NextRequest } from './load.ts'
import { type Bench, startBench } from './product.ts'
import { type SeededClinic, seedClinics } from './seed.ts'

const CONNECTIONS = 32
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

interface Side extends LoadResult {
  nodeMicros: number
  databaseMicros: number
}

const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item
const get = (path: string, token = '') =>
  `GET ${path} HTTP/1.1\r\nhost: b\r\n${token && `authorization: Bearer ${token}\r\n`}\r\n`
function post(path: string, body: string, headers = ''): string {
  return `POST ${path} HTTP/1.1\r\nhost: b\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

interface Case {
  name: string
  wanted: string
  product: NextRequest
  bare: NextRequest
}

let fileNumber = 50_000_000

function casesOf(clinics: readonly SeededClinic[]): Case[] {
  let n = 0
  const clinic = () => pick(clinics, ++n)
  const patientIn = ({ patientIds }: SeededClinic) => pick(patientIds, Math.floor(n / clinics.length))
  return [
    {
      name: 'read by id',
      wanted: '200',
      product: () => {
        const one = clinic()
        return get(`/api/v1/patients/${patientIn(one)}`, one.token)
      },
      bare: () => {
        const one = clinic()
        return get(`/bare/${one.id}/patients/${patientIn(one)}`)
      },
    },
    {
      name: 'list 25',
      wanted: '200',
      product: () => get('/api/v1/patients', clinic().token),
      bare: () => get(`/bare/${clinic().id}/patients`),
    },
    {
      name: 'create',
      wanted: '201',
      product: () => {
        const { token, branchId } = clinic()
        const body = JSON.stringify({ branchId, firstName: 'Bench', lastName: 'Patient', phoneNumber: '+966500001234' })
        return post('/api/v1/patients', body, `authorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}\r\n`)
      },
      bare: () => {
        const { id, branchId } = clinic()
        const record = {
          id: newId('pat'),
          fileNumber: String(++fileNumber),
          branchId,
          firstName: 'Bench',
          lastName: 'Patient',
          phoneNumber: '+966500001234',
          searchText: `bench patient +966500001234 ${fileNumber}`,
        }
        return post(`/bare/${id}/patients`, JSON.stringify(record))
      },
    },
  ]
}

async function measure(
  bench: Bench,
  side: 'product' | 'bare',
  { wanted, [side]: next }: Case,
  seconds: number,
): Promise<Side> {
  const { port, pid } = bench[side]
  const before = [await cpuSeconds(pid), await cpuSeconds(bench.databasePid)]
  const result = await load({ port, connections: CONNECTIONS, seconds, wanted, next })
  const after = [await cpuSeconds(pid), await cpuSeconds(bench.databasePid)]
  const micros = (i: number) => (((after[i] ?? 0) - (before[i] ?? 0)) * 1e6) / result.requests
  if (result.wrong > 0) throw new Error(`${side}: ${result.wrong} of ${result.requests} answers were not ${wanted}`)
  return { ...result, nodeMicros: micros(0), databaseMicros: micros(1) }
}

const median = (numbers: number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const medians = (sides: Side[]) => {
  const of = (pick: (side: Side) => number) => median(sides.map(pick))
  return {
    perSecond: of(s => s.perSecond),
    p50: of(s => s.p50Ms),
    p99: of(s => s.p99Ms),
    node: of(s => s.nodeMicros),
    database: of(s => s.databaseMicros),
  }
}

/** Alternating pairs, medians; the ratio is the median of the pairs' ratios. */
async function compare(bench: Bench, label: string, one: Case): Promise<number> {
  const product: Side[] = []
  const bare: Side[] = []
  await measure(bench, 'product', one, 1)
  await measure(bench, 'bare', one, 1)
  for (let round = 0; round < ROUNDS; round++) {
    product.push(await measure(bench, 'product', one, SECONDS))
    bare.push(await measure(bench, 'bare', one, SECONDS))
  }
  const ratio = median(product.map((side, i) => side.perSecond / (bare[i]?.perSecond ?? Number.NaN)))
  for (const [name, side] of [
    ['product', medians(product)],
    ['bare', medians(bare)],
  ] as const) {
    const cells = [
      side.perSecond.toFixed(0).padStart(7),
      side.p50.toFixed(2),
      side.p99.toFixed(2),
      side.node.toFixed(0),
      side.database.toFixed(0),
    ]
    console.log(
      `${label.padEnd(34)} ${name.padEnd(8)} ${cells.map(cell => cell.padStart(8)).join('')} ${name === 'product' ? ratio.toFixed(2) : ''}`,
    )
  }
  return ratio
}

export async function run(): Promise<void> {
  const bench = await startBench()
  try {
    const [single] = [await seedClinics(bench.ownerUrl, 'one', 1, 20_000)]
    const many = await seedClinics(bench.ownerUrl, 'many', 500, Number(process.env.BENCH_MANY ?? 40))
    await vacuum(bench.ownerUrl)
    console.log(
      `${''.padEnd(44)}${['req/s', 'p50 ms', 'p99 ms', 'node µs', 'db µs'].map(h => h.padStart(8)).join('')} ratio`,
    )
    for (const one of casesOf(single)) await compare(bench, `${one.name}, one clinic`, one)
    for (const one of casesOf(many)) await compare(bench, `${one.name}, 500 clinics`, one)
  } finally {
    await bench.close()
  }
}

async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
