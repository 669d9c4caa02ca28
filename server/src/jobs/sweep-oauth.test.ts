import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { assistantClient, connection } from '../../test/support/oauth/assistants.ts'
import { member, person } from '../../test/support/staff/staff.ts'
import { newSecret, secretHash } from '../oauth/secrets.ts'
import { sweepOAuth } from './upkeep.ts'

const app = await startApp()
const clinic = await app.clinic()
const user = await person(app)
await member(app, user, clinic)

async function sweep(auditMonths = 0): Promise<void> {
  await app.sql(`select graphile_worker.add_job('sweep_oauth')`)
  await app.sql('update retention set audit_months = $1', [auditMonths])
  await runJobs(app, { jobs: [sweepOAuth] })
}
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const has = async (table: string, column: string, value: unknown) =>
  (await app.sql(`select from ${table} where ${column} = $1`, [value])).length === 1

async function request(clientId: string, endsInDays: number) {
  const hashed = secretHash(newSecret('code'))
  await app.insert('oauth_authorization_request', {
    ...{
      request_hash: hashed,
      browser_hash: hashed,
      client_id: clientId,
      redirect_uri: 'https://a.example/',
      state: null,
    },
    ...{ scope: 'clinic:read', resource: 'x', code_challenge: 'x', created_at: days(0), expires_at: days(endsInDays) },
  })
  return hashed
}

test('attempts that are over for a day are forgotten, others stay', async () => {
  const { client_id: id } = await assistantClient(app)
  const [old, recent] = [await request(id, -1.1), await request(id, -0.5)]
  await sweep()
  assert.deepEqual(
    [
      await has('oauth_authorization_request', 'request_hash', old),
      await has('oauth_authorization_request', 'request_hash', recent),
    ],
    [false, true],
  )
})

test('a connection goes with its last refresh token; one that can go on stays, and its used tokens with it', async () => {
  const over = await connection(app, { clinic, user, days: 91 })
  const idle = await connection(app, { clinic, user, days: 31 })
  const alive = await connection(app, { clinic, user, days: 31 })
  const used = secretHash(newSecret('refresh'))
  const token = { client_id: alive.clientId, company_id: clinic.company_id, user_id: user.id, scope: 'clinic:read' }
  await app.insert('oauth_token', {
    ...{ ...token, token_hash: used, type: 'refresh', grant_id: alive.id },
    ...{ rotated_at: days(-29), created_at: days(-29), expires_at: days(1) },
  })
  await sweep()
  const left = await Promise.all([over, idle, alive].map(({ id }) => has('oauth_grant', 'id', id)))
  assert.deepEqual([...left, await has('oauth_token', 'token_hash', used)], [false, false, true, true])
})

test('a client that no user allowed within a day is forgotten; one in use, and one that describes itself, are not', async () => {
  const stranger = await assistantClient(app)
  const described = await assistantClient(app, { kind: 'cimd', id: 'https://a.example/client.json' })
  const newClient = await assistantClient(app)
  const { clientId: inUse } = await connection(app, { clinic, user })
  await app.sql(`update oauth_client set created_at = now() - interval '2 days' where client_id <> $1`, [
    newClient.client_id,
  ])
  await sweep()
  const ids = [stranger.client_id, described.client_id, newClient.client_id, inUse]
  assert.deepEqual(await Promise.all(ids.map(id => has('oauth_client', 'client_id', id))), [false, true, true, true])
})

test('events are kept as long as audit records are', async () => {
  const insertOAuthEvent = (kind: string, at: string) => app.insert('oauth_event', { at, kind, request_id: 'req_1' })
  await insertOAuthEvent('old', days(-400))
  await insertOAuthEvent('recent', days(-20))
  await sweep()
  assert.equal(await has('oauth_event', 'kind', 'old'), true)
  await sweep(12)
  assert.deepEqual([await has('oauth_event', 'kind', 'old'), await has('oauth_event', 'kind', 'recent')], [false, true])
})

test('a client is kept for a month after its last connection ended', async () => {
  const connections = [await connection(app, { clinic, user }), await connection(app, { clinic, user })]
  const [recent, old] = connections.map(({ clientId }) => clientId)
  const ids = connections.map(({ id }) => id)
  await app.sql('delete from oauth_grant where id = any($1)', [ids])
  await app.sql(
    "update oauth_client set created_at = now() - interval '90 days', first_consent_at = now() - interval '90 days'",
  )
  await app.sql("update ended_connection set ended_at = now() - interval '31 days' where client_id = $1", [old])
  await sweep()
  assert.deepEqual(
    [await has('oauth_client', 'client_id', recent), await has('oauth_client', 'client_id', old)],
    [true, false],
  )
})
