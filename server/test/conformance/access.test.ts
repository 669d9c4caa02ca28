import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@clinic/contract/index.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { newPluginToken } from '../../src/kernel/values/plugin-token.ts'
import type { Answer, Loose } from '../support/app/api-client.ts'
import { startApp } from '../support/app/harness.ts'
import { ALL_SCOPES, request } from './scene.ts'

const app = await startApp()
const clinic = await app.clinic()
const closed = await app.clinic({ active: false })

/** The token of an installation that is as told. */
async function tokenOf(
  wishes: Parameters<typeof app.installation>[1],
  token: Record<string, unknown> = {},
  of = clinic,
) {
  const made = await app.installation(of, wishes)
  for (const [column, value] of Object.entries(token))
    await app.sql(`update plugin_token set ${column} = $1 where installation_id = $2`, [value, made.installation.id])
  return made.token
}

const past = '2026-01-01T00:00:00Z'
const elsewhere = ['192.0.2.0/24', '2001:db8::/32']
/** Who is refused, how, and at which place of the contract's order: token, address, installation (section 5). */
const REFUSED: readonly [who: string, token: string, status: number, code: string][] = [
  ['an expired token', await tokenOf({}, { expires_at: past }), 401, 'token_expired'],
  ['a revoked token', await tokenOf({}, { revoked_at: past }), 401, 'token_revoked'],
  ['a token of an uninstalled plugin', await tokenOf({ status: 'UNINSTALLED' }), 401, 'token_revoked'],
  ['another address', await tokenOf({ ipRanges: elsewhere }), 403, 'ip_not_allowed'],
  ['a suspended installation', await tokenOf({ status: 'SUSPENDED' }), 403, 'installation_suspended'],
  ['a clinic that was closed', await tokenOf({}, {}, closed), 403, 'installation_suspended'],
  ['token before address', await tokenOf({ ipRanges: elsewhere }, { revoked_at: past }), 401, 'token_revoked'],
  ['address before installation', await tokenOf({ ipRanges: elsewhere, status: 'SUSPENDED' }), 403, 'ip_not_allowed'],
  ['installation before scope', await tokenOf({ scopes: [], status: 'SUSPENDED' }), 403, 'installation_suspended'],
]

test('every operation that is declared is served, and no other', () => {
  const implemented = app.app.implementations.map(({ operation }) => operation)
  assert.deepEqual(new Set(implemented), new Set(operations))
  assert.equal(implemented.length, operations.length)
})

const STRANGERS = [
  undefined,
  'Bearer',
  'Bearer ',
  'Basic c2FyYTppbnZlbnRlZA==',
  'Bearer two words',
  'Bearer plg_live_short',
  `Bearer ${newPluginToken('LIVE')}`,
  `Bearer ${newPluginToken('TEST')}`,
  `Token ${newPluginToken('LIVE')}`,
  `Bearer ${'x'.repeat(4000)}`,
]

const told = ({ status, body }: Answer<Loose>, operation: Operation, who: string) => {
  assert.ok(
    status !== 404,
    `${operation.id} is declared and not mounted: add its implementation to its family in server/src/api/.`,
  )
  const { requestId: _, ...error } = body.error
  return { who, status, ...error }
}

for (const operation of operations) {
  test(`${operation.id} tells strangers all the same: unauthenticated`, async () => {
    const answers = await Promise.all(
      STRANGERS.map(authorization =>
        request(app.api(), operation, { headers: authorization ? { authorization } : {} }),
      ),
    )
    for (const answer of answers) {
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      assert.deepEqual(told(answer, operation, ''), told(answers[0] ?? answer, operation, ''))
      assert.deepEqual(
        [answer.status, answer.body.error.code, answer.body.error.details],
        [401, 'unauthenticated', undefined],
      )
    }
  })

  test(`${operation.id} refuses tokens, addresses and installations in the contract’s order, and says no more`, async () => {
    for (const [who, token, status, code] of REFUSED) {
      const answer = await request(app.api(token), operation)
      const { message: _, ...refusal } = told(answer, operation, who)
      assert.deepEqual(refusal, { who, status, code })
      if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"/)
    }
  })

  test(`${operation.id} asks for exactly its scopes`, async () => {
    assert.ok(operation.access.by === 'scopes')
    const { mode, scopes } = operation.access
    const others = ALL_SCOPES.filter(scope => !scopes.includes(scope))
    const without = await request(app.api(await tokenOf({ scopes: others })), operation, { key: null })
    if (scopes.length === 0) assert.ok(without.status !== 403, without.text)
    else {
      const { message: _, ...refusal } = told(without, operation, 'a caller who lacks the scope')
      const details = { requiredScopes: scopes, mode }
      assert.deepEqual(refusal, {
        who: 'a caller who lacks the scope',
        status: 403,
        code: 'insufficient_scope',
        details,
      })
    }
    const enough = mode === 'all' ? [scopes] : scopes.map(scope => [scope])
    for (const held of enough) {
      const admitted = await request(app.api(await tokenOf({ scopes: held })), operation, { key: null })
      assert.ok(![401, 403].includes(admitted.status), `${held}: ${admitted.text}`)
    }
  })
}
