import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '@clinic/server/db/embedded.ts'
import { migrate } from '@clinic/server/db/migrate.ts'
import pg from 'pg'
import { casesOf } from './cases.ts'
import { cpuSeconds, portsOf, processTree } from './cpu.ts'
import { agent, type Told } from './desk-ask.ts'
import { load } from './load.ts'
import { serverPid, startProduct, stopProcess } from './product.ts'
import { settle } from './seed.ts'
import { grownBy, logInAnew, sizes } from './sizes-read.ts'
import { CLINICS, everyoneHears, type Practice, practices, visit } from './visits.ts'

const PORT = 4971
const ROLES = ['api', 'worker', 'assistant'] as const
/** Visits of each clinic: before, so that all is warm and what is written over has room, and those that count. */
const [WARM_UP, VISITS] = [5, Number(process.env.BENCH_VISITS ?? 15)]
const AT_A_TIME = 8
const MIB = 1_048_576

/** What a visit takes of processors and leaves in the database, what a login takes, and which connections each role holds. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-bench-'))
  const server = await startEmbedded({ dataDir, log: () => undefined })
  await migrate(server.url)
  const owner = new pg.Client(server.url)
  await owner.connect()
  const running: ChildProcess[] = []
  try {
    for (const [n, ROLE] of ROLES.entries())
      running.push(await startProduct(PORT + 3 * n, dataDir, server.url, { ROLE }))
    const pids = running.map(({ pid = 0 }) => pid)
    const told: Told = { waits: [], wrong: [] }
    const origin = `http://127.0.0.1:${PORT}/staff/v1`
    const clinics = await practices(server.url, origin, told)
    const apiMiB = async () => (await processOf(pids[0], 'api'))?.memoryMiB ?? Number.NaN
    await visits(clinics, 0, 1)
    const alone = await apiMiB()
    const leave = await everyoneHears(origin, clinics)
    const streams = clinics.flatMap(({ logins }) => logins).length
    console.log(
      `${streams} open consoles: ${((((await apiMiB()) - alone) * 1024) / streams).toFixed(0)} KiB of the API each`,
    )
    const world = { owner, url: server.url, pids, databasePid: await serverPid(dataDir), told }
    await tellVisits(world, clinics)
    await tellReads(world, clinics)
    await logInAnew(owner, PORT, { people: 20, from: 0 })
    const people = 100
    report('a login', await spent(world, () => logInAnew(owner, PORT, { people, from: 20 })), people)
    for (const one of told.wrong.slice(0, 3)) console.log(`  not expected: ${one}`)
    for (const [n, role] of ROLES.entries()) {
      const found = await processOf(pids[n], role)
      const { length: connections } = await portsOf(found?.pid ?? 0, Number(new URL(server.url).port))
      console.log(`${role}: ${connections} connections to PostgreSQL, ${found?.memoryMiB.toFixed(0)} MiB`)
    }
    await leave()
  } finally {
    await Promise.all(running.map(stopProcess))
    await agent.destroy()
    await owner.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What a visit takes, once all is warm, and what is there of it afterwards. */
async function tellVisits(world: World, clinics: readonly Practice[]): Promise<void> {
  const { owner } = world
  await visits(clinics, 1, WARM_UP)
  await settle(world.url)
  const [before, events] = [await sizes(owner), await eventsOf(owner)]
  report('a visit', await spent(world, () => visits(clinics, WARM_UP, WARM_UP + VISITS)), CLINICS * VISITS)
  const made = ((await eventsOf(owner)) - events) / (CLINICS * VISITS)
  console.log(`  it makes ${made.toFixed(1)} events, and leaves, with indexes:`)
  await settle(world.url)
  for (const [kept, bytes] of await grownBy(owner, before))
    console.log(`    ${kept}: ${Math.round(bytes / CLINICS / VISITS)} bytes`)
  await owner.query('checkpoint')
  const cold = WARM_UP + VISITS
  report('a visit, the first since a checkpoint', await spent(world, () => visits(clinics, cold, cold + 1)), CLINICS)
}

/** What a plugin's read leaves, of those of some seconds; and what it takes to see that a person is at work. */
async function tellReads({ owner, url, ...world }: World, clinics: readonly Practice[]): Promise<void> {
  const [one] = casesOf(clinics.map(({ clinic }) => clinic))
  if (!one) throw new Error('No case.')
  const before = await sizes(owner)
  const { requests } = await load({ port: PORT, connections: 8, seconds: 5, wanted: one.wanted, next: one.product })
  await delay(1_000)
  const grown = [...(await grownBy(owner, before))].filter(([, bytes]) => bytes > 0)
  const left = grown.map(([kept, bytes]) => `${Math.round(bytes / requests)} bytes ${kept}`)
  console.log(`a plugin's read leaves ${left.join(', ')}`)
  // So that each is looked at as if for the first time in a minute.
  await owner.query(`update staff_session set last_seen_at = now() - interval '2 minutes'`)
  const everyone = clinics.flatMap(({ logins }) => logins)
  const look = async () => {
    for (const headers of everyone) await (await fetch(`http://127.0.0.1:${PORT}/staff/v1/session`, { headers })).text()
  }
  report('the first that a person asks in a minute', await spent({ owner, url, ...world }, look), everyone.length)
}

/** The process of the role among what was started for it. */
const processOf = async (pid = 0, role = '') => (await processTree(pid)).find(one => one.role === role)

/** Those from one to the other of every clinic, some at a time. */
async function visits(clinics: readonly Practice[], from: number, until: number): Promise<void> {
  const waiting = Array.from({ length: until - from }, (_, n) => clinics.map(one => [one, from + n] as const)).flat()
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await visit(...next)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
}

const eventsOf = async (owner: pg.Client): Promise<number> =>
  (await owner.query<{ count: number }>('select count(*)::integer as count from event')).rows[0]?.count ?? 0

interface World {
  owner: pg.Client
  /** Of the owner. */
  url: string
  /** Of the roles, in their order. */
  pids: readonly number[]
  databasePid: number
  told: Told
}

interface Spent {
  /** CPU seconds of the roles, and of PostgreSQL. */
  cpu: number[]
  wal: { records: number; pages: number; bytes: number }
  requests: number
}

/** What the work takes until all of it is done, also what follows from it in the background. */
async function spent({ owner, pids, databasePid, told }: World, work: () => Promise<void>): Promise<Spent> {
  const look = async () => {
    const { rows } = await owner.query<Spent['wal']>(
      `select wal_records::float8 as records, wal_fpi::float8 as pages, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes
       from pg_stat_wal`,
    )
    const wal = rows[0] ?? { records: 0, pages: 0, bytes: 0 }
    return { cpu: await Promise.all([...pids, databasePid].map(cpuSeconds)), wal, requests: told.waits.length }
  }
  const before = await look()
  await work()
  const after = await look()
  return {
    cpu: after.cpu.map((seconds, n) => seconds - (before.cpu[n] ?? 0)),
    wal: {
      records: after.wal.records - before.wal.records,
      pages: after.wal.pages - before.wal.pages,
      bytes: after.wal.bytes - before.wal.bytes,
    },
    requests: after.requests - before.requests,
  }
}

function report(label: string, { cpu, wal, requests }: Spent, count: number): void {
  const each = (value: number, digits = 1) => (value / count).toFixed(digits)
  const ms = cpu.map(seconds => each(seconds * 1_000))
  console.log(
    `${label}: ${requests > 0 ? `${each(requests, 0)} requests; ` : ''}CPU ${ROLES.map((role, n) => `${role} ${ms[n]}`).join(', ')}, PostgreSQL ${ms[ROLES.length]} ms`,
  )
  console.log(
    `  WAL ${each(wal.bytes, 0)} bytes in ${each(wal.records, 0)} records, ${each(wal.pages)} of them whole pages; ${(wal.bytes / MIB).toFixed(0)} MiB in all`,
  )
}
