import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { secretBox } from '@clinic/server/kernel/values/secret-box.ts'
import { openDatabases } from '@clinic/server/settings/databases.ts'
import { readEnv } from '@clinic/server/settings/env.ts'
import pg from 'pg'
import { mixedLoad } from './mixed-load.ts'
import { eventuallyReady, type Place, replaceIn, startIn, startProxy } from './places.ts'
import { checkoutOf, release } from './rolling-release.ts'
import { seedClinics, settle } from './seed.ts'
import type { ReceiverReport } from './webhook-receiver.ts'

const ROOT = join(import.meta.dirname, '..')
/** The release before, as a folder or a commit: one of the two of each role is of it. */
const BESIDE = process.env.BENCH_BESIDE ?? ''
const PER_SECOND = Number(process.env.BENCH_PER_SECOND ?? 500)
const ROUNDS = 3
/** More than a start mends by itself. */
const PATIENTS = 20_000
const [PROXY, FIRST] = [4920, 4921]
/** As in production. */
const DRAIN_MS = 5_000

/**
 * Restarts the API and the worker in turn under steady load behind HAProxy, which repeats nothing, and then once more while
 * a release widens, mends and narrows a table that is read and written all the time. Every request has to be answered, every acknowledged write has to be there, and every event delivered.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-rolling-'))
  const key = randomBytes(32)
  const env = readEnv({ DATA_DIR: folder, SECRET_KEY: key.toString('base64') })
  const databases = await openDatabases(env, secretBox([key]), () => undefined)
  const owner = new pg.Client(databases.owner)
  await owner.connect()
  const receiver = fork(new URL('./webhook-receiver.ts', import.meta.url))
  const [receiverPort] = (await once(receiver, 'message')) as [number]
  const settings = settingsOf(folder, databases.owner, key)
  const beside = BESIDE && (await checkoutOf(ROOT, BESIDE, folder))
  const places: Place[] = [0, 1].flatMap(n => [
    { role: 'api', port: FIRST + n, root: (n === 1 && beside) || ROOT },
    { role: 'worker', port: 0, root: (n === 1 && beside) || ROOT },
  ])
  const proxy = await startProxy(folder, PROXY, [FIRST, FIRST + 1])
  try {
    const clinic = await seed(databases.owner, owner)
    for (const place of places) await startIn(place, settings)
    await eventuallyReady(PROXY)
    await subscribe(clinic, receiverPort)
    const load = mixedLoad({ port: PROXY, perSecond: PER_SECOND, clinic })
    for (let round = 0; round < ROUNDS; round++) {
      console.log(`restart ${round + 1} of ${ROUNDS}`)
      for (const place of places) await replaceIn(place, settings)
      console.log(`  ${load.took()}`)
    }
    console.log('a release, with restarts beside it')
    await Promise.all([
      release(folder, databases.owner),
      ...places.slice(0, 1).map(place => replaceIn(place, settings)),
    ])
    console.log(`  ${load.took()}`)
    const result = await load.stop()
    await report(result, owner, receiver)
  } finally {
    for (const { child } of places) child?.kill('SIGKILL')
    proxy.kill()
    receiver.disconnect()
    await owner.end()
    await databases.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function settingsOf(folder: string, ownerUrl: string, key: Buffer): Record<string, string> {
  const { host, pathname } = new URL(ownerUrl)
  const unlimited = ['READ', 'WRITE', 'MESSAGE'].flatMap(name => [
    [`RATE_LIMIT_${name}_PER_MINUTE`, '60000000'],
    [`RATE_LIMIT_${name}_BURST`, '1000000'],
  ])
  return {
    ...Object.fromEntries(unlimited),
    ...{ DATA_DIR: folder, DATABASE_URL: `postgres://${host}${pathname}`, MIGRATE: 'off', DEMO: 'off' },
    ...{ SECRET_KEY: key.toString('base64'), BASE_URL: `http://localhost:${PROXY}`, DRAIN_MS: String(DRAIN_MS) },
    LOG_LEVEL: 'error',
  }
}

/** A clinic whose installation may have its events sent to this machine. */
async function seed(ownerUrl: string, owner: pg.Client) {
  const [clinic] = await seedClinics(ownerUrl, 'roll', 1, PATIENTS, 'TEST')
  if (!clinic) throw new Error('no clinic')
  await settle(ownerUrl)
  await owner.query(`update installation set granted_events = '{patient.created}'`)
  return clinic
}

async function subscribe({ token }: { token: string }, receiverPort: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${PROXY}/api/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'bench' },
    body: JSON.stringify({ url: `http://127.0.0.1:${receiverPort}/ok`, events: ['patient.created'] }),
  })
  if (response.status !== 201) throw new Error(await response.text())
}

async function report(
  { sent, failed, acknowledged }: Awaited<ReturnType<ReturnType<typeof mixedLoad>['stop']>>,
  owner: pg.Client,
  receiver: ChildProcess,
): Promise<void> {
  const { rows } = await owner.query<{ id: string; event: string | null }>(
    `select p.id, e.id as event from patient p left join event e on e.type = 'patient.created' and e.data->>'id' = p.id
     where p.created_at > now() - interval '1 hour' and p.first_name = 'Bench'`,
  )
  const stored = new Set(rows.map(({ id }) => id))
  while ((await owner.query('select from webhook_delivery limit 1')).rowCount) await delay(100)
  const answer = once(receiver, 'message')
  receiver.send('report')
  const [{ arrivals }] = (await answer) as [ReceiverReport]
  const events = new Set(arrivals.map(([id]) => id))
  console.log(`requests ${sent}, failed ${failed.length}`)
  for (const why of failed.slice(0, 10)) console.log(`  ${why}`)
  console.log(`acknowledged ${acknowledged.length}, of them lost ${acknowledged.filter(id => !stored.has(id)).length}`)
  console.log(`rows ${rows.length}, without an event ${rows.filter(({ event }) => event === null).length}`)
  console.log(
    `delivered ${events.size}, lost ${rows.filter(({ event }) => !events.has(event ?? '')).length}, doubled ${arrivals.length - events.size}`,
  )
}
