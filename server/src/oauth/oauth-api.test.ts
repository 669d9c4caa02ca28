import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { everythingStored } from '../../test/support/database/everything-stored.ts'
import { member, person } from '../../test/support/staff/staff.ts'
import { assistantBox, introspectionCredential } from '../kernel/values/assistant-box.ts'
import { newId } from '../kernel/values/ids.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { newSecret, secretHash } from './secrets.ts'

const app = await startApp()
const clinic = await app.clinic()
const user = await person(app)
await member(app, user, clinic)
const REDIRECT = 'https://assistant.example/callback'
const RESOURCE = 'http://localhost:4001/mcp'
const SCOPE = 'clinic:read schedule:read'
const credential = introspectionCredential(assistantBox(secretBox([MASTER_KEY])))

type Body = Record<string, unknown>
async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/oauth/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: (text ? JSON.parse(text) : {}) as Body }
}
async function register(metadata: unknown) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${app.url}/oauth/register`, { method: 'POST', headers, body: JSON.stringify(metadata) })
  return { status: response.status, body: (await response.json()) as Body }
}
const clientId = String((await register({ redirect_uris: [REDIRECT], client_name: 'Assistant' })).body.client_id)
const stranger = String((await register({ redirect_uris: [REDIRECT] })).body.client_id)

/** A connection to which a person consented, and its code. */
async function consented({ userId = user.id, secondFactor = false } = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const [code, now] = [newSecret('code'), Date.now()]
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
  const { id } = await app.insert('oauth_grant', {
    id: newId('ogr'),
    client_id: clientId,
    user_id: userId,
    company_id: clinic.company_id,
    scope: SCOPE,
    resource: RESOURCE,
    second_factor: secondFactor,
    created_at: at(0),
    absolute_end: at(90 * 86_400),
  })
  await app.insert('oauth_authorization_code', {
    code_hash: secretHash(code),
    grant_id: id,
    client_id: clientId,
    company_id: clinic.company_id,
    redirect_uri: REDIRECT,
    code_challenge: hash('sha256', verifier, 'base64url'),
    expires_at: at(60),
  })
  const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
  return { grantId: id, code, fields, exchange: (changes = {}) => post('token', { ...fields, ...changes }) }
}
async function connected(wishes = {}) {
  const { grantId, exchange } = await consented(wishes)
  const { body } = await exchange()
  return { grantId, access: String(body.access_token), refreshToken: String(body.refresh_token) }
}
const refresh = (token: string, changes = {}) =>
  post('token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...changes })
const ask = async (token: string) =>
  (await post('introspect', { token }, { authorization: `Bearer ${credential}` })).body

test('publishes what RFC 8414 asks for, with the bare origin as the issuer', async () => {
  const response = await fetch(`${app.url}/.well-known/oauth-authorization-server`)
  const body = (await response.json()) as Body
  assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [200, '*'])
  assert.deepEqual(
    [body.issuer, body.code_challenge_methods_supported, body.token_endpoint_auth_methods_supported],
    ['http://localhost:4000', ['S256'], ['none']],
  )
  const preflight = await fetch(`${app.url}/oauth/token`, { method: 'OPTIONS' })
  assert.equal(preflight.status, 204)
})

test('registers a client without any secret, whatever it asks for, and cleans its name', async () => {
  const name = ' \u202eApp\u200b <script> '
  const asked = {
    redirect_uris: [REDIRECT],
    client_name: name,
    token_endpoint_auth_method: 'client_secret_basic',
    foo: 1,
  }
  const { status, body } = await register(asked)
  assert.deepEqual([status, body.token_endpoint_auth_method, body.client_name], [201, 'none', 'App <script>'])
  assert.ok(!('client_secret' in body) && !('foo' in body) && !Object.values(body).includes(null))
})

test('registers no redirect that is not a public https address', async () => {
  const bad = [
    'http://a.example/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'app://x',
    'https://a.example/#x',
    'https://u:p@a.example/',
    'https://*.a.example/',
    'javascript:alert(1)',
    '',
    7,
  ]
  const lists = [...bad.map(uri => [uri]), [REDIRECT, 'http://a.example'], [], undefined, Array(11).fill(REDIRECT)]
  for (const redirectUris of lists) {
    const { status, body } = await register({ redirect_uris: redirectUris })
    assert.deepEqual([status, body.error], [400, 'invalid_redirect_uri'], JSON.stringify(redirectUris))
  }
  assert.equal(
    (await register({ redirect_uris: [REDIRECT], grant_types: ['implicit'] })).body.error,
    'invalid_client_metadata',
  )
})

test('a code and its verifier give tokens of one clinic, of which only hashes are stored', async () => {
  const { exchange, grantId } = await consented()
  const { status, body, headers } = await exchange({ redirect_uri: REDIRECT, resource: RESOURCE })
  assert.deepEqual([status, body.token_type, body.expires_in, body.scope], [200, 'Bearer', 1_800, SCOPE])
  assert.equal(headers.get('cache-control'), 'no-store')
  const active = await ask(String(body.access_token))
  assert.deepEqual(
    [active.active, active.company_id, active.sub, active.aud, active.role, active.grant_id],
    [true, clinic.company_id, user.id, RESOURCE, 'doctor', grantId],
  )
  const rows = JSON.stringify(await app.sql('select row_to_json(t)::text as t from oauth_token t'))
  for (const token of [body.access_token, body.refresh_token]) assert.ok(!rows.includes(String(token)))
})

test('a code is burnt by the first try, right or wrong', async () => {
  const wrong: [Record<string, string>, string][] = [
    [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    [{ redirect_uri: `${REDIRECT}/` }, 'invalid_grant'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
  ]
  for (const [changes, error] of wrong) {
    const { exchange } = await consented()
    const first = await exchange(changes)
    assert.deepEqual([first.status, first.body.error], [400, error])
    assert.equal((await exchange()).body.error, 'invalid_grant')
  }
})

test('refuses malformed token requests in the RFC’s words and leaves the code alone', async () => {
  const { exchange } = await consented()
  const refusals: [Record<string, string>, number, string][] = [
    [{ code_verifier: 'short' }, 400, 'invalid_request'],
    [{ client_id: 'oac_unknown' }, 401, 'invalid_client'],
    [{ client_secret: 'x' }, 401, 'invalid_client'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'toString' }, 400, 'unsupported_grant_type'],
    [{ client_id: stranger }, 400, 'invalid_grant'],
  ]
  for (const [changes, status, error] of refusals) {
    const answer = await exchange(changes)
    assert.deepEqual([answer.status, answer.body.error], [status, error])
  }
  const twice = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=a&grant_type=b',
  })
  assert.deepEqual([twice.status, ((await twice.json()) as Body).error], [400, 'invalid_request'])
  assert.equal((await exchange()).status, 200)
})

test('a code is refused after a minute', async () => {
  const { exchange, grantId } = await consented()
  await app.sql("update oauth_authorization_code set expires_at = now() - interval '1 second' where grant_id = $1", [
    grantId,
  ])
  assert.equal((await exchange()).body.error, 'invalid_grant')
})

test('of two exchanges at the same time exactly one succeeds, and the replay ends what it gave', async () => {
  const { exchange } = await consented()
  const answers = await Promise.all([exchange(), exchange()])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  const token = answers.find(({ status }) => status === 200)?.body.access_token
  assert.deepEqual(await ask(String(token)), { active: false })
})

test('a replay by another client ends nothing', async () => {
  const { exchange } = await consented()
  const { body } = await exchange()
  assert.equal((await exchange({ client_id: stranger })).body.error, 'invalid_grant')
  assert.equal((await ask(String(body.access_token))).active, true)
})

const useEarlier = (grantId: string) =>
  app.sql(
    "update oauth_token set rotated_at = now() - interval '61 seconds' where rotated_at is not null and grant_id = $1",
    [grantId],
  )
const refreshTokens = async (grantId: string) => {
  const rows = await app.sql<{ used: boolean; sealed: boolean }>(
    `select rotated_at is not null as used, sealed_successor is not null as sealed
     from oauth_token where grant_id = $1 and type = 'refresh' order by created_at, used desc`,
    [grantId],
  )
  return rows.map(row => ({ ...row }))
}

test('twenty refreshes at the same time get access tokens of their own and the same refresh token, which goes on', async () => {
  const { refreshToken, grantId } = await connected()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
  assert.ok(answers.every(({ status }) => status === 200))
  for (const { body } of answers) assert.equal((await ask(String(body.access_token))).active, true)
  const [successor, ...others] = new Set(answers.map(({ body }) => String(body.refresh_token)))
  assert.deepEqual(others, [])
  assert.equal(new Set(answers.map(({ body }) => body.access_token)).size, 20)
  assert.deepEqual(await refreshTokens(grantId), [
    { used: true, sealed: true },
    { used: false, sealed: false },
  ])
  const next = await refresh(successor ?? '')
  assert.equal((await refresh(String(next.body.refresh_token))).status, 200)
})

test('what is given again is sealed until it is used, and lies nowhere in clear', async () => {
  const { refreshToken, grantId } = await connected()
  const first = String((await refresh(refreshToken)).body.refresh_token)
  const text = await everythingStored(app.sql)
  assert.ok(text.includes(grantId))
  for (const spelling of [first, Buffer.from(first).toString('hex')]) assert.ok(!text.includes(spelling))
  await refresh(first)
  assert.deepEqual(await refreshTokens(grantId), [
    { used: true, sealed: false },
    { used: true, sealed: true },
    { used: false, sealed: false },
  ])
})

test('reuse of a refresh token after the grace ends the connection', async () => {
  const { refreshToken, access, grantId } = await connected()
  const successor = String((await refresh(refreshToken)).body.refresh_token)
  await useEarlier(grantId)
  const late = await refresh(refreshToken)
  assert.deepEqual([late.status, late.body.error], [400, 'invalid_grant'])
  assert.deepEqual(await ask(access), { active: false })
  assert.equal((await refresh(successor)).body.error, 'invalid_grant')
})

/** Both lines of a token that was given twice. */
const TWO_LINES: [string, (used: string, successor: string) => [string, string]][] = [
  ['both go on with the successor', (_used, successor) => [successor, successor]],
  ['one goes on with the successor and one comes back', (used, successor) => [successor, used]],
]
for (const [title, lines] of TWO_LINES)
  test(`a refresh token used twice within the grace ends the connection when ${title}, and the owners are told`, async () => {
    const { refreshToken, access, grantId } = await connected()
    const successor = String((await refresh(refreshToken)).body.refresh_token)
    assert.equal((await refresh(refreshToken)).body.refresh_token, successor)
    const [one, other] = lines(refreshToken, successor)
    const went = await refresh(one)
    assert.equal(went.status, 200)
    assert.equal((await refresh(other)).body.error, 'invalid_grant')
    for (const token of [access, String(went.body.access_token)]) assert.deepEqual(await ask(token), { active: false })
    assert.equal((await refresh(String(went.body.refresh_token))).body.error, 'invalid_grant')
    const kinds = await app.sql<{ kind: string; detail: string | null }>(
      'select kind, detail from oauth_event where grant_id = $1 order by id',
      [grantId],
    )
    assert.deepEqual(
      kinds.map(({ kind, detail }) => [kind, detail]),
      [
        ['code.exchanged', null],
        ['token.refreshed', null],
        ['token.refreshed', 'given again'],
        ['token.refreshed', null],
        ['token.reused', null],
      ],
    )
    const mails = await app.sql(
      "select from outgoing_mail where company_id = $1 and template = 'assistant_token_stolen'",
      [clinic.company_id],
    )
    assert.ok(mails.length > 0)
  })

test('a refresh may narrow the scope and never widen it; an access token refreshes nothing, a refresh token reads nothing', async () => {
  const { refreshToken, access } = await connected()
  assert.equal((await refresh(refreshToken, { scope: `${SCOPE} billing:read` })).body.error, 'invalid_scope')
  assert.equal((await refresh(refreshToken, { scope: 'clinic:read' })).body.scope, 'clinic:read')
  assert.equal((await refresh(access)).body.error, 'invalid_grant')
  assert.equal((await refresh(refreshToken, { client_id: stranger })).body.error, 'invalid_grant')
  assert.deepEqual(await ask(refreshToken), { active: false })
})

test('a refresh may name what was consented to, also what the clinic no longer leaves to the connection, and staying connected', async () => {
  const { refreshToken, grantId } = await connected()
  const consent = `${SCOPE} patients:read.pii`
  await app.sql('update oauth_grant set scope = $2 where id = $1', [grantId, consent])
  for (const scope of [consent, `${SCOPE} offline_access`, 'offline_access', 'clinic:read  schedule:read'])
    assert.deepEqual((await refresh(refreshToken, { scope })).body.scope, SCOPE, scope)
  for (const scope of ['patients:read.pii', `${consent} billing:read`, 'nothing:read'])
    assert.equal((await refresh(refreshToken, { scope })).body.error, 'invalid_scope', scope)
})

test('when the login stops working the connection stops working immediately, and works again with it', async () => {
  const someone = await person(app)
  await member(app, someone, clinic)
  const { access, refreshToken, grantId } = await connected({ userId: someone.id })
  const changes = [
    ['update staff_user set active = $1 where id = $2', false, true, someone.id],
    ['update membership set active = $1 where user_id = $2', false, true, someone.id],
    ['update clinic set active = $1 where company_id = $2', false, true, clinic.company_id],
    ['update clinic set assistants_enabled = $1 where company_id = $2', false, true, clinic.company_id],
    ['update clinic set second_factor_required = $1 where company_id = $2', true, false, clinic.company_id],
  ] as const
  for (const [statement, off, on, id] of changes) {
    await app.sql(statement, [off, id])
    assert.deepEqual(
      [await ask(access), (await refresh(refreshToken)).body.error],
      [{ active: false }, 'invalid_grant'],
      statement,
    )
    await app.sql(statement, [on, id])
    assert.equal((await ask(access)).active, true)
  }
  await app.sql("update oauth_grant set absolute_end = now() - interval '1 second' where id = $1", [grantId])
  assert.deepEqual([await ask(access), (await refresh(refreshToken)).body.error], [{ active: false }, 'invalid_grant'])
})

test('why a token was refused to the resource server is kept once a minute, and nothing of tokens that never were', async () => {
  const someone = await person(app)
  await member(app, someone, clinic)
  const { access, refreshToken, grantId } = await connected({ userId: someone.id })
  const reasons = async () =>
    (
      await app.sql<{ detail: string }>(
        "select detail from oauth_event where kind = 'introspection.refused' and grant_id = $1 order by id",
        [grantId],
      )
    ).map(({ detail }) => detail)
  const kept = () => app.sql("select from oauth_event where kind = 'introspection.refused'")
  const before = await kept()
  for (const token of ['', 'garbage', newSecret('access')]) assert.deepEqual(await ask(token), { active: false })
  assert.equal((await kept()).length, before.length)
  await ask(refreshToken)
  const changes = [
    ['update staff_user set active = $1 where id = $2', false, someone.id, 'login disabled'],
    ['update membership set active = $1 where user_id = $2', false, someone.id, 'no member'],
    ['update clinic set active = $1 where company_id = $2', false, clinic.company_id, 'clinic closed'],
    [
      'update clinic set assistants_enabled = $1 where company_id = $2',
      false,
      clinic.company_id,
      'assistant not allowed',
    ],
    [
      'update clinic set second_factor_required = $1 where company_id = $2',
      true,
      clinic.company_id,
      'no second factor',
    ],
  ] as const
  for (const [statement, off, id, reason] of changes) {
    await app.sql(statement, [off, id])
    for (let count = 0; count < 3; count++) assert.deepEqual(await ask(access), { active: false }, reason)
    await app.sql(statement, [!off, id])
  }
  await app.sql("update oauth_grant set absolute_end = now() - interval '1 second' where id = $1", [grantId])
  await ask(access)
  await app.sql("update oauth_token set expires_at = now() where grant_id = $1 and type = 'access'", [grantId])
  await ask(access)
  const expected = [...changes.map(([, , , reason]) => reason), 'connection over', 'expired']
  assert.deepEqual(await reasons(), ['no access token', ...expected])
  await app.sql("update oauth_event set at = at - interval '1 minute' where grant_id = $1", [grantId])
  await ask(access)
  assert.deepEqual((await reasons()).slice(-2), ['expired', 'expired'])
})

test('revoking an access token leaves the connection, revoking a refresh token ends it; a stranger revokes nothing', async () => {
  const { access, refreshToken } = await connected()
  assert.equal((await post('revoke', { token: access, client_id: stranger })).status, 200)
  assert.equal((await ask(access)).active, true)
  const revoked = await post('revoke', { token: access, client_id: clientId })
  assert.deepEqual([revoked.status, revoked.text], [200, ''])
  assert.deepEqual(await ask(access), { active: false })
  const { body } = await refresh(refreshToken)
  assert.equal(
    (await post('revoke', { token: String(body.refresh_token), token_type_hint: 'access_token' })).status,
    200,
  )
  assert.deepEqual(await ask(String(body.access_token)), { active: false })
})

test('revocation answers 200 to whatever never existed', async () => {
  for (const token of ['', 'garbage', 'mca_unknown', '\u0000', 'x'.repeat(5_000)])
    assert.equal((await post('revoke', { token })).status, 200)
  assert.equal((await post('revoke', {})).status, 200)
  assert.equal((await fetch(`${app.url}/oauth/revoke`, { method: 'POST' })).status, 200)
})

test('only the resource server may ask what a token is, and plugin requests take no assistant’s token', async () => {
  const { access } = await connected()
  for (const authorization of ['', 'Bearer wrong', `Basic ${credential}`, `Bearer ${access}`]) {
    const { status, body, headers } = await post('introspect', { token: access }, { authorization })
    assert.deepEqual([status, body.active], [401, undefined])
    assert.equal(headers.get('www-authenticate'), 'Bearer realm="resource server"')
  }
  assert.equal((await app.api(access).get('/clinic')).status, 401)
})

test('an authorization goes to the clinic’s login with a pending request of its own, tied to the browser, two tabs side by side', async () => {
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
    state: 'x y',
  }
  const go = (changes: Record<string, string>, cookie = '') =>
    fetch(`${app.url}/oauth/authorize?${new URLSearchParams({ ...query, ...changes })}`, {
      redirect: 'manual',
      headers: { cookie },
    })
  const first = await go({})
  const back = new URL(new URL(first.headers.get('location') ?? '').searchParams.get('oauth_return') ?? '')
  assert.deepEqual([first.status, back.origin, back.pathname], [302, 'http://localhost:4000', '/oauth/callback'])
  const set = first.headers.get('set-cookie') ?? ''
  assert.match(set, /^oauth=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/)
  const second = await go({}, set.split(';')[0])
  assert.match(second.headers.get('set-cookie') ?? '', /^oauth=[\w-]{43}\.[\w-]{43};/)
  const rows = JSON.stringify(await app.sql('select row_to_json(f)::text as f from oauth_authorization_request f'))
  assert.ok(!rows.includes(back.searchParams.get('flow') ?? '-'))
  const page = await go({ code_challenge_method: 'plain' })
  assert.deepEqual([page.status, page.headers.get('location')], [400, null])
  const text = await page.text()
  const [, href = ''] = /<a class="button" href="([^"]+)"/.exec(text) ?? []
  const { origin, pathname, searchParams } = new URL(href.replaceAll('&amp;', '&'))
  assert.equal(
    `${origin}${pathname}`,
    REDIRECT,
    'A client that no person has allowed yet is answered by the person alone.',
  )
  assert.deepEqual(
    [searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')],
    ['invalid_request', 'x y', 'http://localhost:4000'],
  )
  await app.sql('update oauth_client set first_consent_at = now() where client_id = $1', [clientId])
  const refused = await go({ code_challenge_method: 'plain' })
  assert.deepEqual([refused.status, refused.headers.get('location')], [302, href.replaceAll('&amp;', '&')])
  const unknown: Record<string, string>[] = [{ redirect_uri: 'https://evil.example/' }, { client_id: 'oac_unknown' }]
  for (const changes of unknown) {
    const page = await go(changes)
    assert.deepEqual(
      [page.status, page.headers.get('location'), page.headers.get('x-frame-options')],
      [400, null, 'DENY'],
    )
  }
})

test('asking about a token does not wait for a refresh of its connection', async () => {
  const { access, grantId } = await connected()
  const holder = new pg.Client({ connectionString: app.database.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from oauth_grant where id = $1 for update', [grantId])
  assert.equal((await ask(access)).active, true)
  await holder.query('rollback')
  await holder.end()
  await ask(access)
  const [grant] = await app.sql<{ last_used_at: string | null }>('select last_used_at from oauth_grant where id = $1', [
    grantId,
  ])
  assert.ok(grant?.last_used_at, 'The use is recorded when no transaction holds the connection.')
})
