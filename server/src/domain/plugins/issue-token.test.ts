import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { manifest, publish, refusal } from '../../../test/support/clinic/manifests.ts'
import { isPluginToken } from '../../kernel/values/plugin-token.ts'
import { installPlugin } from './install-plugin.ts'
import { issueToken, revokeToken } from './issue-token.ts'

const app = await startApp()
const clinic = await app.clinic()
const sandbox = await app.clinic({ sandbox: true })
const allowedIpRanges = ['203.0.113.0/24']
await publish(app, '1.0.0', manifest('tokens', { allowedIpRanges }))
const { id: installationId } = await app.write(clinic, tx => installPlugin(tx, { slug: 'tokens', allowedIpRanges: [] }))
const issue = (input: { rotate?: boolean; allowedIpRanges?: string[] } = {}) =>
  app.write(clinic, tx => issueToken(tx, { installationId, ...input }))
const status = async (token: string) => (await app.api(token).get('/installation')).status

test('stores a hash and a hint of a token, never the token', async () => {
  const { token, row } = await issue()
  assert.ok(isPluginToken(token) && token.startsWith('plg_live_'))
  assert.equal(row.hint, token.slice(0, 13))
  const [stored] = await app.sql('select * from plugin_token where id = $1', [row.id])
  assert.ok(!JSON.stringify(stored).includes(token.slice(9)))
})

test('several tokens work side by side; revoking one leaves the others, and can be repeated', async () => {
  const [one, other] = [await issue(), await issue()]
  assert.deepEqual([await status(one.token), await status(other.token)], [200, 200])
  const { revoked_at } = await app.write(clinic, tx => revokeToken(tx, { id: one.row.id }))
  const again = await app.write(clinic, tx => revokeToken(tx, { id: one.row.id }))
  assert.equal(again.revoked_at, revoked_at)
  assert.deepEqual([await status(one.token), await status(other.token)], [401, 200])
})

test('does not revoke another clinic’s token', async () => {
  const { row, token } = await issue()
  const run = app.write(sandbox, tx => revokeToken(tx, { id: row.id }))
  await assert.rejects(run, refusal('not_found'))
  assert.equal(await status(token), 200)
})

test('after a rotation the tokens before it work for 24 hours more, and none is given longer than it had', async () => {
  const [one, short] = [await issue(), await issue()]
  await app.sql("update plugin_token set expires_at = now() + interval '1 hour' where id = $1", [short.row.id])
  const { row } = await issue({ rotate: true })
  assert.equal(row.expires_at, null)
  const left = async (id: string) => {
    const [token] = await app.sql<{ expires_at: string }>('select expires_at from plugin_token where id = $1', [id])
    return (Date.parse(token?.expires_at ?? '') - Date.parse(row.created_at)) / 3_600_000
  }
  assert.equal(await left(one.row.id), 24)
  assert.ok((await left(short.row.id)) < 1.1)
  assert.equal(await status(one.token), 200)
  await app.sql("update plugin_token set expires_at = now() - interval '1 second' where id = $1", [one.row.id])
  assert.equal(await status(one.token), 401)
})

test('a token has the addresses that the clinic agreed to, unless it is given its own', async () => {
  const other = await app.clinic()
  const installation = await app.write(other, tx => installPlugin(tx, { slug: 'tokens' }))
  const token = (ranges?: string[]) =>
    app.write(other, tx => issueToken(tx, { installationId: installation.id, allowedIpRanges: ranges }))
  assert.deepEqual((await token()).row.allowed_ip_ranges, allowedIpRanges)
  assert.equal(await status((await token()).token), 403)
  assert.equal(await status((await token(['127.0.0.0/8'])).token), 200)
  await assert.rejects(token(['localhost']), refusal('validation_failed', '/allowedIpRanges/0 format'))
})

test('tokens of a sandbox clinic are test tokens', async () => {
  const test = await app.write(sandbox, tx => installPlugin(tx, { slug: 'tokens' }))
  const { token } = await app.write(sandbox, tx => issueToken(tx, { installationId: test.id }))
  assert.ok(token.startsWith('plg_test_'))
})
