import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAnalyticsSummary } from '@clinic/contract/analytics.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { readersOf, reportsOf, watchReplica } from '../src/db/replica.ts'
import { scratchFolder } from '../src/db/scratch.ts'
import { urlAt } from '../src/db/session.ts'
import { sql } from '../src/db/statement.ts'
import { factsOf } from '../src/domain/clinics/clinic-facts.ts'
import { StaleGrant } from '../src/kernel/grant-version.ts'
import { transactions } from '../src/kernel/transactions.ts'
import { secretBox } from '../src/kernel/values/secret-box.ts'
import { type Api, apiClient } from './support/app/api-client.ts'
import { MASTER_KEY, startApp } from './support/app/harness.ts'
import { atEnd } from './support/at-end.ts'
import { ask } from './support/database/ask.ts'
import { testDatabase } from './support/database/database.ts'
import { driver } from './support/database/driver.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { startStandby } from './support/database/standby.ts'
import { databaseUrl, ensureTemplate } from './support/database/template.ts'
import { eventually } from './support/eventually.ts'

const HOUR_MS = 3_600_000
const span = {
  from: new Date(Date.now() - HOUR_MS).toISOString(),
  to: new Date(Date.now() + HOUR_MS).toISOString(),
}
const MOST_LAG_MS = 300_000

const dataDir = await scratchFolder()
const primary = await startEmbedded({ dataDir, log: () => undefined })
atEnd(primary.stop)
const database = await testDatabase(await ensureTemplate(primary.url))
const standby = await startStandby(primary.url, dataDir, await scratchFolder())
atEnd(standby.stop)
const standbyUrl = databaseUrl(standby.url, new URL(database.ownerUrl).pathname.slice(1))
const onStandby = (statement: string) => ask(standbyUrl, statement)

const replicaUrl = `postgres://${new URL(standby.url).host}`
/** It may be far behind, so that what the replica does not know yet shows where an answer comes from. */
const late = { REPORT_DATABASE_URL: replicaUrl, REPORT_MAX_LAG_MS: String(MOST_LAG_MS) }
const app = await startApp(late, Promise.resolve(database))
const strict = await app.secondProcess({ REPORT_DATABASE_URL: replicaUrl, REPORT_MAX_LAG_MS: '1000' })
const { clinic, branch, api } = await app.practice()
const { token, installation } = await app.installation(clinic)
const beside = apiClient(strict.url, token)

const newPatients = async (by: Api) => (await by.call(getAnalyticsSummary, span)).body.data.newPatients
/** Sessions on the replica that made a report. */
const reporters = async () =>
  (await onStandby(`select from ${SESSIONS} where application_name = 'clinic reports'`)).length > 0

const watched = watchReplica(driver, {
  databaseUrl: app.database.readerUrl,
  replicaUrl,
  maxLagMs: MOST_LAG_MS,
})
assert.ok(watched)
atEnd(watched.close)
const readers = readersOf(watched, {
  there: driver.readers(watched.url, 'late', 1),
  here: driver.readers(app.database.readerUrl, 'near', 1),
})
atEnd(readers.close)
const isReplica = async () =>
  (await readers.run(sql('select 1')([]), sql<{ it: boolean }>('select pg_is_in_recovery() as it')([])))[0]?.it

test('reports and readings come from the replica while it is near enough', async () => {
  await eventually(async () => {
    await newPatients(api)
    return reporters()
  }, true)
  await eventually(isReplica, true)
  assert.ok((watched.lagMs() ?? Number.POSITIVE_INFINITY) < MOST_LAG_MS)
})

test('a replica that is too far behind is not asked, and what it does not know yet is not lost', async () => {
  await eventually(() => newPatients(api), 1)
  await onStandby('select pg_wal_replay_pause()')
  await app.patient(branch)
  assert.equal(await newPatients(api), 1)
  await eventually(() => newPatients(beside), 2)
  assert.equal(await newPatients(api), 1)
  await onStandby('select pg_wal_replay_resume()')
  await eventually(() => newPatients(api), 2)
})

test('a grant that has ended gives no report, though the replica does not know of its end yet', async () => {
  const url = app.database.appUrl
  const here = driver.reports(url, 'near', 1)
  const pools = {
    readers: driver.readers(url, 'near', 1),
    writers: driver.transactions(url, 'near', 1),
    reporters: here,
    lateReporters: reportsOf(watched, { there: driver.reports(urlAt(replicaUrl, url).href, 'late', 1), here }),
    counters: driver.connections(url, 'near', 1),
  }
  atEnd(() => Promise.all(Object.values(pools).map(pool => pool.close())))
  const { report } = transactions({ ...pools, box: secretBox([MASTER_KEY]) })
  const caller = { kind: 'installation', id: installation.id, tokenId: null, holds: () => true } as const
  const [{ version } = { version: 0 }] = await app.sql<{ version: number }>(
    'select version::float8 as version from grant_version where company_id = $1',
    [clinic.company_id],
  )
  const underGrant = () =>
    report({ clinic: factsOf(clinic), caller, requestId: 'req_test', grantVersion: version }, tx =>
      tx.sql(sql<{ it: boolean }>('select pg_is_in_recovery() as it')([])),
    )
  await eventually(async () => (await underGrant())[0]?.it, true)
  await onStandby('select pg_wal_replay_pause()')
  await app.sql("update installation set status = 'SUSPENDED' where id = $1", [installation.id])
  await assert.rejects(underGrant, StaleGrant)
  await onStandby('select pg_wal_replay_resume()')
})

test('a server that is no replica of this database is never asked', async () => {
  const itself = watchReplica(driver, {
    databaseUrl: app.database.appUrl,
    replicaUrl: `postgres://${new URL(primary.url).host}`,
    maxLagMs: MOST_LAG_MS,
  })
  await eventually(
    async () =>
      (await app.sql(`select from ${SESSIONS} where query like '%pg_last_wal_replay_lsn%' and state = 'idle'`)).length,
    1,
  )
  await itself?.close()
  assert.equal(itself?.lagMs(), undefined)
})

test('when the replica is gone, the primary answers', async () => {
  await eventually(isReplica, true)
  await standby.stop()
  assert.equal(await newPatients(api), 2)
  assert.equal(await isReplica(), false)
  await eventually(async () => watched.isFresh(), false)
})
