import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { CLAIM_LOCK } from '@clinic/server/webhooks/claim-deliveries.ts'
import { AGAINST } from './against.ts'
import { sendBare } from './bare-sender.ts'
import { calmly, disturbances } from './calm.ts'
import { cpuSeconds } from './cpu.ts'
import { walOf } from './database-log.ts'
import { at } from './measure.ts'
import { backlog } from './webhook-backlog.ts'
import { keptBytes } from './webhook-sizes.ts'
import { createWorld, ENDPOINTS, NONE, range, stopProcess, type World } from './webhook-world.ts'

const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? 60_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** A process that has just started is not what is measured. */
const WARM_UP = 20_000
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)

/** Everything about sending webhooks, each figure beside what it is to be compared with. */
export async function run(): Promise<void> {
  const world = await createWorld()
  try {
    const only = process.env.BENCH_ONLY
    if (AGAINST) return await against(world, AGAINST)
    if (!only || only === 'throughput') await throughput(world)
    if (!only || only === 'latency') await latency(world)
    if (!only || only === 'isolation') await isolation(world)
    if (!only || only === 'backlog') await backlog(world)
    if (!only || only === 'workers') await workers(world)
  } finally {
    await world.close()
  }
}

async function preload(world: World, deliveries: number): Promise<void> {
  const each = 2000
  for (let n = 0; n < deliveries; n += each)
    await world.emit(range(Math.min(each, deliveries - n)).map(i => i % ENDPOINTS))
}

interface Throughput {
  perSecond: number
  text: string
}

/** Workers that have sent enough to be as fast as they get. */
async function warmWorkers(world: World, count: number, environment?: Record<string, string>): Promise<ChildProcess[]> {
  await world.reset(NONE)
  const running = await world.startWorkers(count, environment)
  await preload(world, WARM_UP)
  await world.delivered(WARM_UP)
  await world.report()
  return running
}

/** Deliveries a second from the moment when the workers may claim until the last is recorded. */
async function drain(world: World, running: readonly ChildProcess[]): Promise<Throughput> {
  const pids = running.map(({ pid = 0 }) => pid)
  const cpuOf = async () => ({
    worker: (await Promise.all(pids.map(cpuSeconds))).reduce((sum, one) => sum + one, 0),
    database: await cpuSeconds(world.databasePid),
    receiver: await cpuSeconds(world.receiver.pid ?? 0),
  })
  // What of its log a database that has run for a while writes over, one that has just been made would have to make.
  await world.owner.query('checkpoint')
  // While the bench holds the workers' turn they claim nothing, so that writing the events is not measured.
  await world.owner.query('select pg_advisory_lock($1)', [CLAIM_LOCK])
  await preload(world, DELIVERIES)
  await world.owner.query('vacuum analyze webhook_delivery, event')
  const [before, logged] = [await cpuOf(), await walOf(world.owner)]
  const start = performance.now()
  await world.owner.query('select pg_advisory_unlock($1)', [CLAIM_LOCK])
  await world.delivered(DELIVERIES)
  const seconds = (performance.now() - start) / 1000
  const [after, wal] = [await cpuOf(), ((await walOf(world.owner)) - logged) / DELIVERIES]
  await world.report()
  const micros = (name: keyof typeof before) =>
    `${name} ${Math.round(((after[name] - before[name]) * 1e6) / DELIVERIES)} µs`
  const perSecond = DELIVERIES / seconds
  return {
    perSecond,
    text: `${Math.round(perSecond)}/s (processor each: ${micros('worker')}, ${micros('database')}, ${micros('receiver')}; WAL each: ${Math.round(wal)} bytes)`,
  }
}

/** One worker beside a bare loop, both warm, in turns. */
async function throughput(world: World): Promise<void> {
  const running = await warmWorkers(world, 1)
  await sendBare(world, DELIVERIES)
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const [bare, product] = await calmly(
      async () => [await sendBare(world, DELIVERIES), await drain(world, running)] as const,
    )
    const ratio = product.perSecond / bare.perSecond
    ratios.push(ratio)
    console.log(`throughput, round ${round}: ${product.text}`)
    console.log(
      `  bare undici loop, same bodies and receiver: ${Math.round(bare.perSecond)}/s (processor of the sender ${bare.micros} µs); ratio ${ratio.toFixed(2)}${disturbances()}`,
    )
  }
  console.log(`throughput beside the bare loop: median ratio ${at(Float64Array.from(ratios).sort(), 0.5).toFixed(2)}`)
  console.log(`a finished delivery takes ${Math.round(await keptBytes(world))} bytes while it is kept`)
  await Promise.all(running.map(stopProcess))
}

/** One worker as it is shipped beside one with these settings, in turns. */
async function against(world: World, settings: Record<string, string>): Promise<void> {
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const turns: Throughput[] = []
    for (const environment of [{}, settings]) {
      const running = await warmWorkers(world, 1, environment)
      turns.push(await calmly(() => drain(world, running)))
      await Promise.all(running.map(stopProcess))
    }
    const [product, other] = turns as [Throughput, Throughput]
    ratios.push(product.perSecond / other.perSecond)
    console.log(`throughput, round ${round}: ${product.text}\n  against: ${other.text}${disturbances()}`)
  }
  console.log(`median ratio ${at(Float64Array.from(ratios).sort(), 0.5).toFixed(2)}`)
}

async function workers(world: World): Promise<void> {
  for (const count of [1, 2, 4]) {
    const running = await warmWorkers(world, count)
    console.log(`${count} workers: ${(await drain(world, running)).text}`)
    await Promise.all(running.map(stopProcess))
  }
}

/** Emits at a steady rate to endpoints in turn and answers milliseconds from commit to receipt of those that answer. */
async function paced(
  world: World,
  perSecond: number,
  seconds: number,
  hanging: ReadonlySet<number>,
): Promise<{ sorted: Float64Array; missing: number }> {
  const committed = new Map<string, number>()
  const healthy = new Set(range(ENDPOINTS).filter(endpoint => !hanging.has(endpoint)))
  const start = performance.now()
  const pending: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = start + (n * 1000) / perSecond - performance.now()
    if (wait > 1) await delay(wait)
    const endpoint = (n * 37) % ENDPOINTS
    pending.push(
      world.emit([endpoint]).then(events => {
        if (healthy.has(endpoint)) for (const [id, at] of events) committed.set(id, at)
      }),
    )
  }
  await Promise.all(pending)
  const arrived = new Map<string, number>()
  const ends = performance.now() + 10_000
  do {
    await delay(250)
    for (const [id, at] of (await world.report()).arrivals) if (!arrived.has(id)) arrived.set(id, at)
  } while ([...committed.keys()].some(id => !arrived.has(id)) && performance.now() < ends)
  const times = [...committed].flatMap(([id, at]) => {
    const arrival = arrived.get(id)
    return arrival === undefined ? [] : [arrival - at]
  })
  return { sorted: Float64Array.from(times).sort(), missing: committed.size - times.length }
}

const spread = (sorted: Float64Array) =>
  `p50 ${at(sorted, 0.5).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms, most ${at(sorted, 1).toFixed(1)} ms`
const lost = (missing: number) => (missing ? `, ${missing} missing` : '')

async function latency(world: World): Promise<void> {
  for (const rate of [100, 500]) {
    await world.reset(NONE)
    const running = await world.startWorkers(1)
    await paced(world, rate, 1, NONE)
    const { sorted, missing } = await calmly(() => paced(world, rate, SECONDS, NONE))
    console.log(`commit to receipt at ${rate}/s: ${spread(sorted)}${lost(missing)}${disturbances()}`)
    await Promise.all(running.map(stopProcess))
  }
}

async function isolation(world: World): Promise<void> {
  for (const share of [0, 0.1, 0.25, 0.5]) {
    const hanging = new Set(range(ENDPOINTS).filter(endpoint => (endpoint * 7) % 20 < share * 20))
    // A worker that has learnt nothing yet of its endpoints, each time.
    const { sorted, missing } = await calmly(async () => {
      await world.reset(hanging)
      const running = await world.startWorkers(1, { PLUGIN_WEBHOOK_BACKOFF_MS: '1000' })
      const found = await paced(world, 200, Math.max(15, SECONDS), hanging)
      await Promise.all(running.map(child => child.kill('SIGKILL')))
      return found
    })
    console.log(
      `${share * 100} % of ${ENDPOINTS} endpoints hang, 200/s: healthy ${spread(sorted)}${lost(missing)}${disturbances()}`,
    )
  }
}
