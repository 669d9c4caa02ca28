import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type App, buildApp } from '../../../src/app.ts'
import type { TableRow } from '../../../src/db/tables.ts'
import { pgTypes } from '../../../src/db/types.ts'
import { factsOf } from '../../../src/domain/clinics/clinic-facts.ts'
import type { Caller, PlatformTx, Tx } from '../../../src/kernel/tx.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { openLogOf } from '../../../src/process/log-of-role.ts'
import { publicUrl } from '../../../src/settings/addresses.ts'
import { readEnv } from '../../../src/settings/env.ts'
import { atEnd } from '../at-end.ts'
import { type Factories, factories, type InstallationWishes } from '../clinic/factories.ts'
import { type TestDatabase, testDatabase } from '../database/database.ts'
import { wayTo } from '../database/driver.ts'
import { testTransactions } from '../database/test-transactions.ts'
import { type Api, apiClient } from './api-client.ts'

/** The whole API process on a loopback port, with an empty database of its own and a way to fill it. */
export interface TestApp extends Factories {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** What pages of the console name as where they come from. */
  origin: string
  app: App
  database: TestDatabase
  /** Runs SQL as the owner of the database, past row-level security; parameters as `$1`, `$2`. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A client that sends the token; with no token it sends none. */
  api(token?: string): Api
  /** One of everything, and the client of a plugin that is installed there. */
  practice(wishes?: InstallationWishes): Promise<Practice>
  /** Runs a use-case in one transaction of the clinic, as the platform itself. */
  write<Value>(clinic: TableRow<'clinic'>, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Runs what belongs to no clinic. */
  platform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** Another process of the same product, as it were: on the same database, with settings of its own. */
  secondProcess(settings: Record<string, string>): Promise<TestApp>
  /** Ends everything; runs by itself at the end. */
  close(): Promise<void>
}

export interface Practice {
  clinic: TableRow<'clinic'>
  branch: TableRow<'branch'>
  doctor: TableRow<'practitioner'>
  patient: TableRow<'patient'>
  api: Api
}

export const MASTER_KEY = Buffer.alloc(32, 7)
const TEST: Caller = { kind: 'system', id: 'test', tokenId: null, holds: () => true }

/**
 * Starts the API for one test file: `const app = await startApp()` at the top of the file is all there is to it. Rate
 * limits are off and nothing is logged unless `settings` says otherwise.
 */
export async function startApp(settings: Record<string, string> = {}, database = testDatabase()): Promise<TestApp> {
  const app = await startOn(await database, settings)
  atEnd(app.close)
  return app
}

async function startOn(database: TestDatabase, settings: Record<string, string>): Promise<TestApp> {
  const owner = new pg.Pool({ connectionString: database.ownerUrl, types: pgTypes, max: 4 })
  const folder = join(tmpdir(), `clinic-test-${randomUUID()}`)
  const defaults = {
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    ...wayTo(database.ownerUrl),
  }
  const env = readEnv({ ...defaults, ...settings })
  const box = secretBox([MASTER_KEY])
  const own = testTransactions(database.appUrl, 'test', box)
  const logged = await openLogOf(env, 'api')
  const app = await buildApp({ env, databaseUrl: database.appUrl, control: database.control, box, ...logged })
  const url = await app.http.listen({ host: '127.0.0.1', port: settings.PORT === undefined ? 0 : env.PORT })
  const { origin } = new URL(publicUrl(env))
  const sql: TestApp['sql'] = async (text, values) => (await owner.query(text, values)).rows
  const others: TestApp[] = []
  const secondProcess = async (different: Record<string, string>) => {
    const other = await startOn({ ...database, drop: async () => undefined }, different)
    others.push(other)
    return other
  }
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= Promise.all(others.map(other => other.close()))
      .then(() => app.close())
      .then(() => logged.telemetry?.close())
      .then(() => own.close())
      .then(() => owner.end())
      .then(() => database.drop())
      .then(() => rm(folder, { recursive: true, force: true }))
    return closing
  }
  const make = factories(sql)
  const api = (token?: string) => apiClient(url, token)
  const practice = (wishes?: InstallationWishes) => practiceOf(make, api, wishes)
  const write: TestApp['write'] = (clinic, run) =>
    own.write({ clinic: factsOf(clinic), caller: TEST, requestId: 'req_test' }, async tx => ({
      value: await run(tx),
    }))
  return {
    url,
    origin,
    app,
    database,
    sql,
    ...make,
    api,
    practice,
    write,
    platform: own.platform,
    secondProcess,
    close,
  }
}

/** One of everything that these factories make, and a client of a plugin there. */
export async function practiceOf(make: Factories, api: TestApp['api'], wishes?: InstallationWishes): Promise<Practice> {
  const clinic = await make.clinic({ sandbox: wishes?.mode === 'TEST' })
  const branch = await make.branch(clinic)
  const { token } = await make.installation(clinic, wishes)
  return { clinic, branch, doctor: await make.doctor([branch]), patient: await make.patient(branch), api: api(token) }
}
