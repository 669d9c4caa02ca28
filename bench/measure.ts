import { calmly, disturbances } from './calm.ts'
import type { Case } from './cases.ts'
import { cpuSeconds } from './cpu.ts'
import { type LoadResult, load } from './load.ts'
import type { Bench } from './product.ts'

const CONNECTIONS = 32
// Short turns, so that what else the machine does meets both sides alike.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
/** After its start a process becomes faster over its first ten thousand requests or more, and a larger one for longer. */
const WARM_UP_SECONDS = Number(process.env.BENCH_WARM_UP ?? 10)
const LONGEST_WARM_UP = 6 * WARM_UP_SECONDS
const NO_CHEAPER = 0.98

export interface Side extends LoadResult {
  /** CPU of the process and its children, and of PostgreSQL, per request. */
  nodeMicros: number
  databaseMicros: number
}

export async function measure(
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

/** The number at this share of the sorted ones: 0.5 is the median, 0.99 what one in a hundred exceeds. */
export const at = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (numbers: number[]): number =>
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

export const TABLE_HEAD = `${''.padEnd(44)}${['req/s', 'p50 ms', 'p99 ms', 'node µs', 'db µs', 'ratio', 'cost'].map(h => h.padStart(8)).join('')}`

function row(label: string, name: string, sides: Side[], ratios: number[] = []): string {
  const { perSecond, p50, p99, node, database } = medians(sides)
  const cells = [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), node.toFixed(0), database.toFixed(0)]
  const shown = [...cells, ...ratios.map(one => one.toFixed(2))].map(cell => cell.padStart(8))
  return `${label.padEnd(34)} ${name.padEnd(9)}${shown.join('')}`
}

export interface Contender<One = Side> {
  name: string
  run: (seconds: number) => Promise<One>
}

/** Runs it until it has not become cheaper for a while. */
async function warmUp({ run }: Contender<Side>): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, 0]
  for (let seconds = 0; seconds < LONGEST_WARM_UP && since < WARM_UP_SECONDS; seconds += SECONDS) {
    const { nodeMicros } = await run(SECONDS)
    since = nodeMicros < least * NO_CHEAPER ? 0 : since + SECONDS
    least = Math.min(least, nodeMicros)
  }
}

const costOf = ({ nodeMicros, databaseMicros }: Side) => nodeMicros + databaseMicros

/** Each once in every round, in their order, once those of `warming` are warm. Answers what each round found. */
export async function inTurns<One extends Side>(
  contenders: readonly Contender<One>[],
  { warming = contenders, rounds = ROUNDS }: { warming?: readonly Contender<One>[]; rounds?: number } = {},
): Promise<One[][]> {
  const found: One[][] = []
  for (const one of warming) await warmUp(one)
  for (let round = 0; round < rounds; round++)
    found.push(
      await calmly(async () => {
        const sides: One[] = []
        for (const { run } of contenders) sides.push(await run(SECONDS))
        return sides
      }),
    )
  return found
}

/**
 * Runs both in alternating pairs and prints their medians, and those of the pairs' ratios: the first's requests per second
 * over the second's, and its CPU per request over the second's. Answers the former.
 */
export async function compare(label: string, first: Contender, second: Contender): Promise<number> {
  const pairs = (await inTurns([first, second])) as [Side, Side][]
  const sides = [pairs.map(([one]) => one), pairs.map(([, other]) => other)] as const
  const ratio = median(pairs.map(([one, other]) => one.perSecond / other.perSecond))
  const cost = median(pairs.map(([one, other]) => costOf(one) / costOf(other)))
  console.log(row(label, first.name, sides[0], [ratio, cost]))
  console.log(row('', second.name, sides[1]) + disturbances())
  return ratio
}
