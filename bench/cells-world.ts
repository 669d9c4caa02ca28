import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { joinCell } from '@clinic/server/cells/join.ts'
import { startEmbedded } from '@clinic/server/db/embedded.ts'
import { migrate } from '@clinic/server/db/migrate.ts'
import { withClient } from '@clinic/server/db/with-client.ts'
import pg from 'pg'
import { grantDoctors } from './assistant-calls.ts'
import { startProxy } from './cells-proxy.ts'
import { serverPid, startProduct, stopProcess } from './product.ts'
import { type SeededClinic, seedClinics, seedPlugin, settle } from './seed.ts'
import { type LoggedIn, logIn } from './staff.ts'

/** As servers of cells need it, and for both sides alike. */
const LOGICAL = { wal_level: 'logical', max_connections: '300' }
const CELL = 'north'
const [PLAIN_PORT, CELL_PORT, CONTROL_PORT, PROXY_PORT] = [4931, 4941, 4951, 4961]
const PATIENTS = 20_000
/** As many as the load has connections. */
const PEOPLE = 32
const ASSISTANT_URL = `http://localhost:${PROXY_PORT + 2}/mcp`
const ENVIRONMENT = {
  ASSISTANT_URL,
  RATE_LIMIT_ASSISTANT_PER_MINUTE: '60000000',
  ASSISTANT_PATIENTS_PER_DAY: '100000000',
}

/** A clinic, and what its plugin, its receptionists and its doctors' assistants are let in by. */
export interface Served {
  clinic: SeededClinic
  staff: readonly LoggedIn[]
  tokens: readonly string[]
  port: number
  assistantPort: number
  /** The product's process. */
  pid: number
}

export interface CellsWorld {
  plain: Served
  cell: Served
  /** The cell's clinic by the proxy. */
  proxied: Served & { proxyPid: number }
  /** Of the databases, as their owner. */
  urls: Readonly<Record<keyof typeof DATABASES, string>>
  admin: pg.Client
  databasePid: number
  serverPort: number
  close(): Promise<void>
}

/** The database of the plain product, that where control is, and that of a cell. */
export const DATABASES = { plain: 'clinic', control: 'control', cell: CELL } as const

/** One server with a plain product's database, one where control is, and a cell's; the products on them, and a proxy before the cell. */
export async function createCells(): Promise<CellsWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-bench-'))
  const server = await startEmbedded({ dataDir, log: () => undefined, settings: LOGICAL })
  const urlOf = (database: string) => server.url.replace(/[^/]*$/, database)
  const urls = { plain: server.url, control: urlOf(DATABASES.control), cell: urlOf(DATABASES.cell) }
  const admin = new pg.Client(urlOf('postgres'))
  await migrate(server.url)
  await admin.connect()
  for (const name of [DATABASES.control, DATABASES.cell])
    await admin.query(`create database ${name} template ${DATABASES.plain}`)
  await joinCell({ name: CELL, controlUrl: urls.control, cellUrl: urls.cell, log: () => undefined })
  const start = (port: number, url: string, more = {}) => startProduct(port, dataDir, url, { ...ENVIRONMENT, ...more })
  const running: ChildProcess[] = []
  for (const starting of [
    () => start(PLAIN_PORT, urls.plain),
    () => start(CELL_PORT, urls.cell, { CONTROL_DATABASE_URL: urls.control }),
    () => start(CONTROL_PORT, urls.control),
  ])
    running.push(await starting())
  const [plainPid, cellPid] = running.map(({ pid = 0 }) => pid)
  const seeded = { plain: await seed(urls.plain, urls.plain), cell: await seed(urls.cell, urls.control) }
  const proxy = await startProxy(dataDir, urls.control, {
    port: PROXY_PORT,
    cells: { control: CONTROL_PORT, [CELL]: CELL_PORT },
  })
  const at = (port: number) => ({ port, assistantPort: port + 2 })
  return {
    plain: { ...seeded.plain, ...at(PLAIN_PORT), pid: plainPid ?? 0 },
    cell: { ...seeded.cell, ...at(CELL_PORT), pid: cellPid ?? 0 },
    proxied: { ...seeded.cell, ...at(PROXY_PORT), pid: cellPid ?? 0, proxyPid: proxy.pid ?? 0 },
    urls,
    admin,
    databasePid: await serverPid(dataDir),
    serverPort: Number(new URL(server.url).port),
    async close() {
      proxy.kill()
      await Promise.all(running.map(stopProcess))
      await admin.end()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A clinic in the database, and its people where control is, which for a plain product is the same. */
async function seed(url: string, controlUrl: string): Promise<Pick<Served, 'clinic' | 'staff' | 'tokens'>> {
  await withClient(controlUrl, seedPlugin)
  await arrived(url, `plugin_version where id = 'plv_bench'`)
  const [clinic] = await seedClinics(url, 'one', 1, PATIENTS)
  if (!clinic) throw new Error('No clinic was seeded.')
  await arrived(controlUrl, `clinic where company_id = '${clinic.id}'`)
  const people = Array.from({ length: PEOPLE }, (_, n) => ({ key: `bench${n}`, role: 'receptionist' as const }))
  const staff = await logIn(controlUrl, clinic.id, people)
  const owner = new pg.Pool({ connectionString: controlUrl, max: 2 })
  const tokens = await grantDoctors(owner, clinic.id, { doctors: PEOPLE, resource: ASSISTANT_URL })
  await owner.end()
  await arrived(url, `membership where company_id = '${clinic.id}' offset ${2 * PEOPLE - 1}`)
  await arrived(url, `oauth_grant where company_id = '${clinic.id}' offset ${PEOPLE - 1}`)
  await settle(url)
  return { clinic, staff, tokens }
}

/** Resolves once the database has it. */
const arrived = (url: string, rows: string): Promise<void> =>
  withClient(url, async client => {
    while ((await client.query(`select from ${rows}`)).rowCount === 0) await delay(50)
  })
