import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAnalyticsSummary } from '@clinic/contract/analytics.ts'
import { urlAt } from '../src/db/session.ts'
import { sql } from '../src/db/statement.ts'
import { startApp } from './support/app/harness.ts'
import { atEnd } from './support/at-end.ts'
import { ask } from './support/database/ask.ts'
import { driver, wayTo } from './support/database/driver.ts'
import { SESSIONS } from './support/database/sessions.ts'
import { eventually } from './support/eventually.ts'

/** More than a pooler has connections for a login. */
const TIMES = 40
const HOUR_MS = 3_600_000

const app = await startApp()
const way = wayTo(app.database.ownerUrl)
const { api } = await app.practice()

test('what tests open is a connection of its own, or one of the pooler of the run', async () => {
  const backends = new Set<number>()
  const open = async () => {
    const connections = driver.connections(app.database.appUrl, 'way', 1)
    const [backend] = await connections.run(sql<{ pid: number }>('select pg_backend_pid() as pid')([]))
    backends.add(backend?.pid ?? 0)
    return connections
  }
  // A pooler's connections stay for a login that is there.
  const first = await open()
  atEnd(() => first.close())
  for (let time = 1; time < TIMES; time++) await (await open()).close()
  assert.equal(backends.size < TIMES, way.POOL_URL !== '')
})

test('reports are asked of the server, or of the replica of the run', async () => {
  const { ownerUrl } = app.database
  const { href } = urlAt(way.REPORT_DATABASE_URL || ownerUrl, ownerUrl)
  const span = { from: new Date(Date.now() - HOUR_MS).toISOString(), to: new Date().toISOString() }
  await eventually(async () => {
    assert.equal((await api.call(getAnalyticsSummary, span)).status, 200)
    return (await ask(href, `select from ${SESSIONS} where application_name = 'clinic reports'`)).length > 0
  }, true)
})
