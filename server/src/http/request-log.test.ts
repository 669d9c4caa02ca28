import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { driver } from '../../test/support/database/driver.ts'
import { newId } from '../kernel/values/ids.ts'
import type { LoggedRequest } from './log-requests.ts'
import { RequestLog } from './request-log.ts'

const app = await startApp()
const clinic = await app.clinic()

async function installed() {
  const { installation } = await app.installation(clinic)
  const [token] = await app.sql<{ id: string }>('select id from plugin_token where installation_id = $1', [
    installation.id,
  ])
  return { installationId: installation.id, tokenId: token?.id ?? '' }
}

const requestOf = (
  of: { installationId: string; tokenId: string },
  changes: Partial<LoggedRequest> = {},
): LoggedRequest => ({
  ...{ id: newId('req'), companyId: clinic.company_id, at: Date.now(), operation: 'getClinic', recordId: null },
  ...{ status: 200, code: null, durationMs: 1, idempotencyKey: null, replayed: false, address: '203.0.113.7' },
  ...{ parameters: [], invalidFields: [], notLogged: 0, hasMore: false, scopes: [], patients: 0 },
  ...of,
  ...changes,
})

/** Writes as the API does; `away` while the database does not answer, `unanswered` while its answers are lost. */
function openLog(mostWaiting?: number) {
  const connections = driver.connections(app.database.appUrl, 'test', 1)
  const state = { away: false, unanswered: false }
  const log = new RequestLog({
    run: async statement => {
      if (state.away) throw new Error('away')
      const answer = await connections.run(statement)
      if (state.unanswered) throw new Error('lost')
      return answer
    },
    ...(mostWaiting !== undefined && { mostWaiting }),
  })
  return { log, state, close: () => log.close().then(() => connections.close()) }
}

const storedOf = (installationId: string) =>
  app.sql<{ id: string; not_logged: number }>(
    'select id, not_logged from request_log where installation_id = $1 order by at, id',
    [installationId],
  )

test('ten thousand requests leave ten thousand entries, each once', async () => {
  const of = await installed()
  const { log, close } = openLog()
  const ids = Array.from({ length: 10_000 }, () => {
    const request = requestOf(of)
    log.add(request)
    return request.id
  })
  await close()
  const stored = await storedOf(of.installationId)
  assert.deepEqual(stored.map(({ id }) => id).sort(), ids.sort())
})

test('while the database is away nothing is lost that fits; of more, the oldest are left out and counted', async () => {
  const [of, other] = [await installed(), await installed()]
  const { log, state, close } = openLog(10)
  state.away = true
  log.add(requestOf(other))
  for (let at = 1; at <= 15; at++) log.add(requestOf(of, { at }))
  state.away = false
  log.add(requestOf(other, { at: 16 }))
  await close()
  const stored = await storedOf(of.installationId)
  assert.deepEqual(
    stored.map(({ not_logged }) => not_logged),
    [6, 0, 0, 0, 0, 0, 0, 0, 0],
  )
  assert.deepEqual(
    (await storedOf(other.installationId)).map(({ not_logged }) => not_logged),
    [1],
  )
})

test('a batch of which no answer came is written once, with the use of its scopes', async () => {
  const of = await installed()
  const { log, state, close } = openLog()
  log.add(requestOf(of, { scopes: ['patients:read'], patients: 3 }))
  state.unanswered = true
  await log.close()
  state.unanswered = false
  log.add(requestOf(of, { scopes: ['patients:read'], patients: 4 }))
  await close()
  assert.equal((await storedOf(of.installationId)).length, 2)
  assert.deepEqual(
    await app.sql('select requests, patients from scope_use where installation_id = $1', [of.installationId]),
    [{ requests: 2, patients: 7 }],
  )
})

test('what the database never takes is left out and counted, and what follows is written', async () => {
  const of = await installed()
  const { log, close } = openLog()
  for (let n = 0; n < 500; n++) log.add(requestOf(of, n === 7 ? { operation: '\u0000' } : {}))
  log.add(requestOf(of))
  await close()
  assert.deepEqual(
    (await storedOf(of.installationId)).map(({ not_logged }) => not_logged),
    [500],
  )
})

test('a token adds nothing to a clinic that did not give it', async () => {
  const elsewhere = await app.clinic()
  const of = await installed()
  const { log, close } = openLog()
  log.add(requestOf(of, { companyId: elsewhere.company_id }))
  log.add(requestOf({ ...of, tokenId: 'ptk_unknown' }))
  await close()
  const stored = await app.sql('select company_id, installation_id from request_log where token_id = $1', [of.tokenId])
  assert.deepEqual(stored, [])
})
