import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Driver } from '@clinic/server/db/driver.ts'
import { DRIVERS } from '@clinic/server/db/drivers.ts'
import { newSigningSecret, sealSecret } from '@clinic/server/domain/webhooks/signing-secret.ts'
import { secretBox } from '@clinic/server/kernel/values/secret-box.ts'
import { wakeUpCall } from '@clinic/server/kernel/wake-up.ts'
import { openDatabases } from '@clinic/server/settings/databases.ts'
import { readEnv } from '@clinic/server/settings/env.ts'
import { masterKeys } from '@clinic/server/settings/master-keys.ts'
import pg from 'pg'
import { emitter, TYPES } from './webhook-events.ts'
import type { ReceiverReport } from './webhook-receiver.ts'

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const CLINICS = 50
export interface World {
  owner: pg.Client
  driver: Driver
  dispatcherUrl: string
  databasePid: number
  receiver: ChildProcess
  receiverPort: number
  /** Starts worker processes as they are shipped. */
  startWorkers(count: number, environment?: Record<string, string>): Promise<ChildProcess[]>
  /** Commits one event for each of these endpoints (0 to 199), one transaction per clinic; answers event ids and commit times. */
  emit(endpoints: readonly number[]): Promise<[string, number][]>
  /** Lets these endpoints hang and all others answer; forgets all deliveries and what was learnt of the endpoints. */
  reset(hanging: ReadonlySet<number>): Promise<void>
  /** Resolves when so many have arrived since the last report, and everything is recorded. */
  delivered(count: number): Promise<void>
  report(): Promise<ReceiverReport>
  close(): Promise<void>
}

export const ENDPOINTS = CLINICS * TYPES.length

export const NONE: ReadonlySet<number> = new Set()
export const range = (count: number) => Array.from({ length: count }, (_, n) => n)

export const stopProcess = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** 50 clinics with 4 endpoints each, every endpoint for an event type of its own, all at one receiver on loopback. */
export async function createWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-bench-'))
  const env = readEnv({ DATA_DIR: dataDir, DATABASE_DRIVER: process.env.DATABASE_DRIVER })
  const keys = await masterKeys(env)
  const box = secretBox(keys)
  const databases = await openDatabases(env, box, () => undefined)
  const owner = new pg.Client(databases.owner)
  await owner.connect()
  const receiver = fork(new URL('./webhook-receiver.ts', import.meta.url))
  const [receiverPort] = (await once(receiver, 'message')) as [number]
  const driver = DRIVERS[env.DATABASE_DRIVER]
  const wakes = driver.connections(databases.app, 'bench wakes', 1, { synchronous_commit: 'off' })
  const writers = driver.transactions(databases.app, 'bench writers', 8)
  await seed(owner, box)
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databases.owner,
    SECRET_KEY: keys.map(key => key.toString('base64')).join(','),
  }
  const { rows } = await owner.query('select pid from pg_stat_activity where pid = pg_backend_pid()')
  const databasePid = await parentOf(Number(rows[0]?.pid))

  return {
    owner,
    driver,
    dispatcherUrl: databases.dispatcher,
    databasePid,
    receiver,
    receiverPort,
    startWorkers: (count, environment) =>
      Promise.all(Array.from({ length: count }, () => startWorker({ ...settings, ...environment }))),
    emit: emitter(writers, wakeUpCall(wakes)),
    async reset(hanging) {
      await owner.query('truncate webhook_delivery, webhook_delivery_done, webhook_concurrency_limit, event')
      await owner.query(
        `update webhook_endpoint set active = true, disabled_reason = null, consecutive_failures = 0,
           url = 'http://127.0.0.1:' || $1 || case when replace(id, 'whe_', '')::int = any ($2) then '/hang' else '/ok' end`,
        [receiverPort, [...hanging]],
      )
      await owner.query('vacuum analyze webhook_delivery, webhook_delivery_done, webhook_concurrency_limit, event')
    },
    ...readings(owner, receiver),
    async close() {
      receiver.disconnect()
      await Promise.all([writers.close(), wakes.close(), owner.end()])
      await databases.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startWorker(environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ROLE: 'worker', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const chunk of child.stdout) if (String(chunk).includes('ready')) break
  return child
}

const readings = (owner: pg.Client, receiver: ChildProcess): Pick<World, 'delivered' | 'report'> => ({
  async delivered(count) {
    const arrived = once(receiver, 'message')
    receiver.send({ until: count })
    await arrived
    // Asked only now: among what was just deleted, to look for a single row is work.
    while ((await owner.query('select from webhook_delivery limit 1')).rowCount) await delay(10)
  },
  async report() {
    const answer = once(receiver, 'message')
    receiver.send('report')
    const [report] = (await answer) as [ReceiverReport]
    return report
  },
})

async function parentOf(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function seed(owner: pg.Client, box: ReturnType<typeof secretBox>): Promise<void> {
  await owner.query(`
    insert into plugin values ('plu_bench', 'bench', now());
    insert into plugin_version values ('plv_bench', 'plu_bench', '1.0.0', '{}', '', now());
    insert into clinic (company_id, name, country, currency, time_zone, locale, sandbox)
      select 'cli_' || n, 'Clinic', 'SA', 'SAR', 'Asia/Riyadh', 'en', true from generate_series(0, ${CLINICS - 1}) n;
    insert into installation (company_id, id, plugin_id, plugin_version_id, mode, status, granted_scopes, granted_events,
        installed_at, created_at, updated_at)
      select 'cli_' || n, 'ins_' || n, 'plu_bench', 'plv_bench', 'TEST', 'ACTIVE', '{}', '{${TYPES}}', now(), now(), now()
      from generate_series(0, ${CLINICS - 1}) n`)
  for (let endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
    const clinic = Math.floor(endpoint / TYPES.length)
    const id = `whe_${endpoint}`
    await owner.query(
      `insert into webhook_endpoint (company_id, id, installation_id, url, events, mode, created_at, updated_at)
       values ($1, $2, $3, 'http://127.0.0.1/', $4, 'TEST', now(), now())`,
      [`cli_${clinic}`, id, `ins_${clinic}`, [TYPES[endpoint % TYPES.length]]],
    )
    await owner.query(
      `insert into webhook_secret (company_id, endpoint_id, id, sealed, created_at) values ($1, $2, $2, $3, now())`,
      [`cli_${clinic}`, id, sealSecret(box, id, newSigningSecret())],
    )
  }
  await owner.query('analyze')
}
