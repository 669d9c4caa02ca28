import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { ensureLoginRole } from '../../src/db/roles.ts'
import { scratchFolder } from '../../src/db/scratch.ts'
import { pgTypes } from '../../src/db/types.ts'
import { newSigningSecret, sealSecret } from '../../src/domain/webhooks/signing-secret.ts'
import { openTransactions } from '../../src/kernel/open-transactions.ts'
import { secretBox } from '../../src/kernel/values/secret-box.ts'
import { MASTER_KEY } from '../support/app/harness.ts'
import { type Factories, factories } from '../support/clinic/factories.ts'
import { driver } from '../support/database/driver.ts'

/** A database server of its own that may be killed, with clinics that have endpoints at given addresses. */
export interface ChaosWorld {
  databaseUrls: { appUrl: string; dispatcherUrl: string; ownerUrl: string }
  transactions: ReturnType<typeof openTransactions>
  /** Asks as the owner, again and again while the database is away. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends the server as a power cut would; it is started again by itself. */
  killDatabase(): Promise<void>
  make: Factories
  secrets: string[]
  close(): Promise<void>
}

const PASSWORD = 'chaos'
const box = secretBox([MASTER_KEY])

export async function openChaosWorld(): Promise<ChaosWorld> {
  const dataDir = await scratchFolder()
  const database = await startEmbedded({ dataDir, log: () => undefined })
  await migrate(database.url)
  const appUrl = await ensureLoginRole(database.url, { group: 'clinic_app', password: PASSWORD })
  const dispatcherUrl = await ensureLoginRole(database.url, { group: 'clinic_dispatcher', password: PASSWORD })
  const owner = new pg.Pool({ connectionString: database.url, types: pgTypes, max: 2 })
  owner.on('error', () => undefined)
  owner.on('connect', client => client.on('error', () => undefined))
  const transactions = openTransactions(driver, appUrl, 'chaos', box)

  async function ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    for (;;) {
      try {
        return (await owner.query<Row>(text, values)).rows
      } catch (error) {
        if (error instanceof pg.DatabaseError && /^(22|23|42)/.test(error.code ?? '')) throw error
        await new Promise(resolve => setTimeout(resolve, 100))
      }
    }
  }

  return {
    databaseUrls: { appUrl, dispatcherUrl, ownerUrl: database.url },
    transactions,
    ask,
    make: factories(ask),
    secrets: [],
    async killDatabase() {
      const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
      process.kill(Number(pidFile.split('\n')[0]), 'SIGQUIT')
    },
    async close() {
      await transactions.close()
      await owner.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface ChaosClinic {
  id: string
  branchId: string
}

/** A clinic with an endpoint at each of the addresses. */
export async function addClinic(world: ChaosWorld, urls: readonly string[]): Promise<ChaosClinic> {
  const { make } = world
  const clinic = await make.clinic({ sandbox: true })
  const branch = await make.branch(clinic)
  const { installation } = await make.installation(clinic, { mode: 'TEST' })
  for (const [index, url] of urls.entries()) {
    const id = `whe_${clinic.company_id.slice(4)}${index}`
    const now = new Date().toISOString()
    const secret = newSigningSecret()
    world.secrets.push(secret)
    const ofEndpoint = { company_id: clinic.company_id, created_at: now }
    await make.insert('webhook_endpoint', {
      ...ofEndpoint,
      id,
      installation_id: installation.id,
      url,
      events: ['patient.created'],
      mode: 'TEST',
      updated_at: now,
    })
    await make.insert('webhook_secret', {
      ...ofEndpoint,
      endpoint_id: id,
      id: 'whs_1',
      sealed: sealSecret(box, id, secret),
    })
  }
  return { id: clinic.company_id, branchId: branch.id }
}
