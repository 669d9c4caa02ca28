import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import { generate } from 'otplib'
import { startApp } from '../../test/support/app/harness.ts'
import {
  authorizationRequest,
  connectingBrowser,
  logIn,
  oauthClient,
  REDIRECT,
} from '../../test/support/oauth/connecting.ts'
import { answerIn, begin, type Page } from '../../test/support/oauth/connecting-browser.ts'
import { member, ORIGIN, person, TOTP_SECRET } from '../../test/support/staff/staff.ts'

const app = await startApp()
const client = oauthClient(app)
const clientId = await client.newClient('Claude')
const clinic = await app.clinic()
const doctor = await person(app)
await member(app, doctor, clinic)

/** A doctor at the consent page of a new request. */
async function atConsent({ who = doctor, parameters = {}, app: of = clientId } = {}) {
  const browser = connectingBrowser(app)
  await logIn(browser, who)
  const { path, verifier } = authorizationRequest({ clientId: of, ...parameters })
  const { callback, page } = await begin(browser, path)
  const flow = new URL(callback).searchParams.get('flow') ?? ''
  return { browser, page, verifier, callback, flow }
}

const ALLOW = { decision: 'allow' }
/** What a client that names no scope gets from a person who ticks nothing further. */
const USUAL = 'clinic:read schedule:read patients:read'
const grants = async (userId: string) =>
  app.sql<{ scope: string; declined: string; company_id: string; second_factor: boolean }>(
    'select * from oauth_grant where user_id = $1 order by created_at, id',
    [userId],
  )

/** The person is shown a page, and the client is told nothing. */
function shows(page: Page, status: number, text: RegExp) {
  assert.equal(page.status, status, page.text)
  assert.equal(page.headers.get('location'), null)
  assert.match(page.text, text)
  assert.doesNotMatch(page.text, /http-equiv="refresh"/)
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'; form-action 'none'$/)
  assert.equal(page.headers.get('x-frame-options'), 'DENY')
  assert.equal(page.headers.get('cache-control'), 'no-store')
}

test('a doctor who allows gives the client a code for one clinic, which gives tokens', async () => {
  const { browser, page, verifier } = await atConsent()
  const answer = await browser.submit(page.form, ALLOW)
  assert.equal(answer.status, 303)
  const { origin, pathname, searchParams } = answerIn(answer)
  assert.equal(`${origin}${pathname}`, REDIRECT)
  assert.deepEqual([searchParams.get('state'), searchParams.get('iss')], ['a state/with+signs', ORIGIN])
  const code = searchParams.get('code') ?? ''
  const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
  const { status, body } = await client.post('token', fields)
  assert.equal(status, 200)
  const active = await client.introspect(body.access_token)
  assert.deepEqual([active.sub, active.company_id, active.client_name], [doctor.id, clinic.company_id, 'Claude'])
  assert.equal(active.scope, USUAL)
})

test('the consent page names the address that is answered, the clinic and the person, and says the app is unverified', async () => {
  const { page } = await atConsent()
  for (const part of ['<bdi dir="ltr">assistant.example</bdi>', clinic.name, doctor.email, 'Unverified app'])
    assert.ok(page.text.includes(part), part)
})

/** What stands around the address that answers go to. */
const hostIn = ({ text }: Page) =>
  /<div class="anchor([^"]*)">[\s\S]*?<p class="host">([\s\S]*?)<\/p>/.exec(text)?.slice(1) ?? []

test('the address of an app that is not verified, or is a program on this computer, stands in amber without a lock', async () => {
  const registered = async (redirect_uri: string, isVerified: boolean) => {
    const id = await client.newClient('App')
    const kind = isVerified ? 'preregistered' : 'dcr'
    await app.sql('update oauth_client set kind = $2, redirect_uris = array[$3] where client_id = $1', [
      id,
      kind,
      redirect_uri,
    ])
    return (await atConsent({ app: id, parameters: { redirect_uri } })).page
  }
  const LOCK = '<rect x="5" y="10.5"'
  for (const [address, isVerified, isTrusted] of [
    [REDIRECT, false, false],
    [REDIRECT, true, true],
    ['http://localhost/callback', true, false],
  ] as const) {
    const [tone, shown = ''] = hostIn(await registered(address, isVerified))
    assert.deepEqual([tone?.trim(), shown.includes(LOCK)], [isTrusted ? '' : 'warn', isTrusted], address)
    assert.ok(shown.includes(new URL(address).host))
  }
})

test('what opens health or contacts is marked on the consent page, and none of it is ticked beforehand', async () => {
  const { who } = await ofStrictClinic('assistant_patient_contacts = true')
  const { page } = await atConsent({ who, parameters: { scope: ALL_ASSISTANT_SCOPES.join(' ') } })
  for (const name of ['clinical:read', 'documents:read', 'patients:read.pii'])
    assert.ok(
      page.text.includes(`<label class="row sensitive"><input type="checkbox" name="scope" value="${name}">`),
      name,
    )
  assert.deepEqual(page.form.getAll('scope'), ['schedule:read', 'patients:read', 'billing:read', 'insurance:read'])
})

test('the consent page may send its form to itself and one origin more, the client’s', async () => {
  const { page } = await atConsent()
  const csp = page.headers.get('content-security-policy') ?? ''
  assert.match(csp, /; form-action 'self' https:\/\/assistant\.example$/)
  assert.match(
    csp,
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; img-src 'none'; base-uri 'none'; frame-ancestors 'none';/,
  )
  assert.deepEqual(
    ['x-frame-options', 'cache-control', 'referrer-policy', 'x-content-type-options'].map(name =>
      page.headers.get(name),
    ),
    ['DENY', 'no-store', 'same-origin', 'nosniff'],
  )
  assert.equal(page.headers.get('access-control-allow-origin'), null)
  assert.equal(page.headers.get('cross-origin-opener-policy'), null)
})

test('names are shown as text, whatever is in them, and turn nothing around', async () => {
  const hostile = `"><img src=x onerror=alert(1)> Claude \u202e(deifirev)\u200b`
  const of = await client.newClient(hostile)
  const named = await app.clinic({ name: `<script>alert(2)</script>&"'` })
  const who = await person(app)
  await member(app, who, named)
  const { page } = await atConsent({ who, app: of })
  assert.ok(page.text.includes('&quot;&gt;&lt;img src=x onerror=alert(1)&gt; Claude (deifirev)'))
  assert.ok(page.text.includes('&lt;script&gt;alert(2)&lt;/script&gt;&amp;&quot;&#39;'))
  assert.doesNotMatch(page.text, /<img|<script|[\u202a-\u202e\u2066-\u2069\u200b]/)
})

test('in Arabic the page reads from right to left, by the person’s choice or the browser’s', async () => {
  const { browser, page, callback } = await atConsent()
  assert.match(page.text, /<html lang="en" dir="ltr">/)
  const asked = await browser.go(callback, { 'accept-language': 'ar-SA,ar;q=0.9,en;q=0.8' })
  assert.match(asked.text, /<html lang="ar" dir="rtl">[\s\S]*أسمح/)
  const chosen = await browser.go(`${callback}&lang=ar`, { 'accept-language': 'en' })
  assert.match(chosen.text, /<html lang="ar" dir="rtl">/)
  const answer = await browser.submit(chosen.form, ALLOW)
  assert.equal(answer.status, 303)
})

test('what is not ticked is not allowed, and what was not asked for cannot be ticked', async () => {
  const who = await person(app)
  await member(app, who, clinic)
  const { browser, page } = await atConsent({ who, parameters: { scope: 'clinic:read schedule:read patients:read' } })
  assert.deepEqual(page.form.getAll('scope'), ['schedule:read', 'patients:read'])
  await browser.submit(page.form, { ...ALLOW, scope: ['schedule:read', 'billing:read', 'patients:read.pii', 'admin'] })
  const [grant] = await grants(who.id)
  assert.deepEqual([grant?.scope, grant?.declined], ['clinic:read schedule:read', 'patients:read'])
})

test('a person cannot allow more than their role may read', async () => {
  const who = await person(app)
  await member(app, who, clinic, 'receptionist')
  const { browser, page } = await atConsent({ who, parameters: { scope: 'clinic:read clinical:read billing:read' } })
  assert.doesNotMatch(page.text, /clinical:read/)
  await browser.submit(page.form, { ...ALLOW, scope: ['clinical:read', 'billing:read'] })
  assert.equal((await grants(who.id))[0]?.scope, 'clinic:read billing:read')
})

test('where nothing is ticked, nothing is allowed and the request stays pending', async () => {
  const { browser, page } = await atConsent({ parameters: { scope: 'schedule:read' } })
  shows(await browser.submit(page.form, { ...ALLOW, scope: null }), 400, /Nothing was chosen/)
  assert.equal((await browser.submit(page.form, ALLOW)).status, 303)
})

test('a doctor who denies gives nothing, and the client is told so with its state and the issuer', async () => {
  const who = await person(app)
  await member(app, who, clinic)
  const { browser, page } = await atConsent({ who })
  const { searchParams } = answerIn(await browser.submit(page.form, { decision: 'deny' }))
  assert.deepEqual(
    [searchParams.get('error'), searchParams.get('code'), searchParams.get('state'), searchParams.get('iss')],
    ['access_denied', null, 'a state/with+signs', ORIGIN],
  )
  assert.deepEqual(await grants(who.id), [])
})

test('an answer keeps the query that the registered address has', async () => {
  const redirectUri = 'https://assistant.example/cb?tenant=7&x=%20'
  const of = await client.newClient('App', redirectUri)
  const { browser, page } = await atConsent({ app: of, parameters: { redirect_uri: redirectUri } })
  const location = answerIn(await browser.submit(page.form, ALLOW))
  assert.deepEqual([location.searchParams.get('tenant'), location.searchParams.getAll('code').length], ['7', 1])
})

test('a form that comes again gives no second code', async () => {
  const who = await person(app)
  await member(app, who, clinic)
  const { browser, page } = await atConsent({ who })
  assert.equal((await browser.submit(page.form, ALLOW)).status, 303)
  shows(await browser.submit(page.form, ALLOW), 400, /This page has expired/)
  shows(await browser.submit(page.form, { decision: 'deny' }), 400, /This page has expired/)
  assert.equal((await grants(who.id)).length, 1)
})

test('of two forms at the same time exactly one gives a code', async () => {
  const who = await person(app)
  await member(app, who, clinic)
  const { browser, page } = await atConsent({ who })
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.submit(page.form, ALLOW)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 400, 400, 400, 400])
  assert.equal((await grants(who.id)).length, 1)
})

const forgeries: [string, Record<string, string | null>, Record<string, string>][] = [
  ['without the proof', { csrf: null }, {}],
  ['with a wrong proof', { csrf: 'x'.repeat(43) }, {}],
  ['of another origin', {}, { origin: 'https://evil.example' }],
  ['of an origin that hides', {}, { origin: 'null' }],
  ['of the web origin’s prefix', {}, { origin: `${ORIGIN}.evil.example` }],
  ['of no known step', { step: 'other' }, {}],
  ['without a decision', { decision: null }, {}],
  ['with an unknown decision', { decision: 'maybe' }, {}],
]
for (const [title, changes, headers] of forgeries)
  test(`a form ${title} is refused and changes nothing`, async () => {
    const { browser, page } = await atConsent()
    shows(await browser.submit(page.form, { ...ALLOW, ...changes }, headers), 403, /did not come from our page/)
    assert.equal((await browser.submit(page.form, ALLOW)).status, 303)
  })

test('the CSRF token of one request is none for another', async () => {
  const first = await atConsent()
  const second = await begin(first.browser, authorizationRequest({ clientId }).path)
  const csrf = second.page.form.get('csrf')
  shows(await first.browser.submit(first.page.form, { ...ALLOW, csrf }), 403, /did not come from our page/)
})

test('a form that is not ours leaves the request open to the person who then comes back from the login', async () => {
  const browser = connectingBrowser(app)
  await logIn(browser, doctor)
  const { headers } = await browser.go(authorizationRequest({ clientId }).path)
  const flow = new URL(new URL(headers.get('location') ?? '').searchParams.get('oauth_return') ?? '').searchParams
  shows(await browser.submit(flow, { ...ALLOW, csrf: 'guess' }), 403, /did not come from our page/)
  const colleague = await person(app)
  await member(app, colleague, clinic)
  await logIn(browser, colleague)
  assert.equal((await browser.go(`/oauth/callback?${flow}`)).status, 200)
})

test('a form in JSON is not read', async () => {
  const { browser, page } = await atConsent()
  const response = await fetch(`${app.url}/oauth/consent`, {
    method: 'POST',
    headers: {
      origin: ORIGIN,
      'content-type': 'application/json',
      cookie: [...browser.cookies].map(pair => pair.join('=')).join('; '),
    },
    body: JSON.stringify({ ...Object.fromEntries(page.form), ...ALLOW }),
  })
  assert.equal(response.status, 415)
  assert.match(await response.text(), /<html/)
})

test('a request goes on only in the browser where it began', async () => {
  const { callback, page } = await atConsent()
  const other = connectingBrowser(app)
  await logIn(other, doctor)
  shows(await other.go(callback), 400, /This began in another browser/)
  shows(await other.submit(page.form, ALLOW), 400, /This began in another browser/)
  await begin(other, authorizationRequest({ clientId }).path)
  shows(await other.go(callback), 400, /This began in another browser/)
})

test('a request whose cookie is gone does not go on', async () => {
  const { browser, callback, page } = await atConsent()
  browser.cookies.delete('oauth')
  shows(await browser.go(callback), 400, /This began in another browser/)
  shows(await browser.submit(page.form, ALLOW), 400, /This began in another browser/)
})

for (const order of [
  [0, 1],
  [1, 0],
])
  test(`two tabs both end well, in the order ${order}`, async () => {
    const browser = connectingBrowser(app)
    await logIn(browser, doctor)
    const tabs: { state: string; page: Page }[] = []
    for (const state of ['first', 'second'])
      tabs.push({ state, ...(await begin(browser, authorizationRequest({ clientId, state }).path)) })
    for (const index of order) {
      const tab = tabs[index]
      assert.ok(tab)
      const answer = answerIn(await browser.submit(tab.page.form, ALLOW))
      assert.deepEqual([answer.searchParams.get('state'), answer.searchParams.has('code')], [tab.state, true])
    }
  })

test('a request is over after a quarter of an hour', async () => {
  const { browser, callback, page } = await atConsent()
  await app.sql("update oauth_authorization_request set expires_at = now() - interval '1 second'")
  shows(await browser.go(callback), 400, /This page has expired/)
  shows(await browser.submit(page.form, ALLOW), 400, /This page has expired/)
})

for (const flow of ['', 'unknown', 'x'.repeat(500), '%00', '__proto__'])
  test(`a request that never was is over: ${flow.slice(0, 12)}`, async () => {
    shows(await connectingBrowser(app).go(`/oauth/callback?flow=${flow}`), 400, /This page has expired/)
  })

test('a person who is logged out goes to the login and comes back to the request', async () => {
  const browser = connectingBrowser(app)
  const { page, callback } = await begin(browser, authorizationRequest({ clientId }).path)
  const login = new URL(page.headers.get('location') ?? '')
  assert.deepEqual([page.status, login.origin, login.pathname], [302, ORIGIN, '/login'])
  assert.equal(login.searchParams.get('oauth_return'), callback)
  await logIn(browser, doctor)
  assert.equal((await browser.go(callback)).status, 200)
})

test('where another site led here, the page comes to itself once more, so that the Strict cookie is sent', async () => {
  const browser = connectingBrowser(app)
  const { callback } = await begin(browser, authorizationRequest({ clientId }).path)
  const hop = await browser.go(callback, { 'sec-fetch-site': 'cross-site' })
  assert.equal(hop.status, 200)
  const href = /content="0;url=([^"]+)"/.exec(hop.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.match(href, /^\/oauth\/callback\?flow=[\w-]{43}&lang=en&hop=1$/)
  assert.equal((await browser.go(href, { 'sec-fetch-site': 'cross-site' })).status, 302)
  await logIn(browser, doctor)
  assert.match((await browser.go(href)).text, /name="decision"/)
})

test('a login that lacks its second factor is none', async () => {
  const who = await person(app, { totp: true })
  await member(app, who, clinic)
  const { page } = await atConsent({ who })
  assert.equal(page.status, 302)
})

test('a login that ends between the page and the form allows nothing', async () => {
  const { browser, page } = await atConsent()
  browser.cookies.delete('staff')
  const answer = await browser.submit(page.form, ALLOW)
  assert.equal(answer.status, 200)
  assert.match(answer.text, /url=http:\/\/localhost:4000\/login\?oauth_return=/)
})

test('a person who is disabled between the page and the form allows nothing', async () => {
  const who = await person(app)
  await member(app, who, clinic)
  const { browser, page } = await atConsent({ who })
  await app.sql('update staff_user set active = false where id = $1', [who.id])
  assert.match((await browser.submit(page.form, ALLOW)).text, /\/login\?oauth_return=/)
  assert.deepEqual(await grants(who.id), [])
})

test('when another person logs in meanwhile, the request does not go on', async () => {
  const other = await person(app)
  await member(app, other, clinic)
  const { browser, page, callback } = await atConsent()
  await logIn(browser, other)
  shows(await browser.go(callback), 400, /Somebody else logged in/)
  shows(await browser.submit(page.form, ALLOW), 400, /Somebody else logged in/)
  assert.deepEqual(await grants(other.id), [])
})

/** A person who works in two clinics, one of which asks for a second factor. */
async function ofTwoClinics({ totp = false } = {}) {
  const [free, strict] = [await app.clinic({ name: 'Free' }), await app.clinic({ name: 'Strict' })]
  await app.sql('update clinic set second_factor_required = true where company_id = $1', [strict.company_id])
  const who = await person(app, { totp })
  await member(app, who, free)
  await member(app, who, strict)
  return { who, free, strict }
}

test('a login that covers several clinics chooses one, and nothing is chosen beforehand', async () => {
  const { who, free, strict } = await ofTwoClinics()
  const { browser, page, callback } = await atConsent({ who })
  assert.equal(page.form.get('company_id'), null)
  for (const { company_id: id } of [free, strict]) assert.ok(page.text.includes(`value="${id}"`))
  const chosen = await browser.submit(page.form, { company_id: free.company_id })
  assert.equal(chosen.status, 303)
  const consent = await browser.go(chosen.headers.get('location') ?? '')
  assert.equal(consent.form.get('company_id'), free.company_id)
  assert.match((await browser.go(`${callback}&choose=1`)).text, /type="radio"/)
  assert.equal((await browser.submit(consent.form, ALLOW)).status, 303)
  assert.deepEqual(
    (await grants(who.id)).map(({ company_id }) => company_id),
    [free.company_id],
  )
})

test('a clinic that the person does not work in cannot be chosen', async () => {
  const { who } = await ofTwoClinics()
  const foreign = await app.clinic()
  const { browser, page } = await atConsent({ who })
  for (const companyId of [foreign.company_id, 'cmp_unknown', '']) {
    const answer = await browser.submit(page.form, { company_id: companyId })
    shows(answer, 400, /That clinic cannot be connected/)
  }
})

test('the clinic of the consent cannot be another than the one that was shown', async () => {
  const { who, free, strict } = await ofTwoClinics()
  const foreign = await app.clinic()
  const { browser, page } = await atConsent({ who })
  const next = await browser.submit(page.form, { company_id: free.company_id })
  const consent = await browser.go(next.headers.get('location') ?? '')
  for (const companyId of [strict.company_id, foreign.company_id, null]) {
    const answer = await browser.submit(consent.form, { ...ALLOW, company_id: companyId })
    shows(answer, 400, /That clinic cannot be connected/)
  }
  assert.deepEqual(await grants(who.id), [])
})

test('consent without a choice allows nothing where there is a choice', async () => {
  const { who, free } = await ofTwoClinics()
  const { browser, page } = await atConsent({ who })
  const answer = await browser.submit(page.form, { ...ALLOW, step: 'consent', company_id: free.company_id })
  shows(answer, 400, /That clinic cannot be connected/)
})

test('a clinic that asks for a second factor gets none of a login without: the person is sent to give it', async () => {
  const { who, strict } = await ofTwoClinics()
  const { browser, page } = await atConsent({ who })
  const next = await browser.submit(page.form, { company_id: strict.company_id })
  const asked = await browser.go(next.headers.get('location') ?? '')
  shows(asked, 200, /your account has none yet/)
  const [, otherHref = ''] = /<a href="([^"]+choose=1)">/.exec(asked.text) ?? []
  assert.match((await browser.go(otherHref.replaceAll('&amp;', '&'))).text, /type="radio"/)
  const forged = { ...ALLOW, step: 'consent', company_id: strict.company_id }
  const answer = await browser.submit(page.form, forged)
  assert.equal(answer.status, 403)
  assert.deepEqual(await grants(who.id), [])
})

test('a login with its second factor connects a clinic that asks for it, and the connection remembers that', async () => {
  const { who, strict } = await ofTwoClinics({ totp: true })
  const browser = connectingBrowser(app)
  await logIn(browser, who, await generate({ secret: TOTP_SECRET }))
  const { page } = await begin(browser, authorizationRequest({ clientId }).path)
  const next = await browser.submit(page.form, { company_id: strict.company_id })
  const consent = await browser.go(next.headers.get('location') ?? '')
  assert.equal((await browser.submit(consent.form, ALLOW)).status, 303)
  const [grant] = await grants(who.id)
  assert.deepEqual([grant?.company_id, grant?.second_factor], [strict.company_id, true])
})

const closures: [string, string][] = [
  ['is closed', 'update clinic set active = false where company_id = $1'],
  ['switches assistants off', 'update clinic set assistants_enabled = false where company_id = $1'],
  ['lets the person go', 'update membership set active = false where company_id = $1'],
]
for (const [title, statement] of closures)
  test(`a clinic that ${title} between the page and the form is not connected`, async () => {
    const own = await app.clinic()
    const who = await person(app)
    await member(app, who, own)
    const { browser, page, callback } = await atConsent({ who })
    await app.sql(statement, [own.company_id])
    shows(await browser.submit(page.form, ALLOW), 400, /That clinic cannot be connected/)
    const closed = await browser.go(callback)
    assert.match(closed.text, /Nothing to connect/)
    const { searchParams } = answerIn(await browser.submit(closed.form, { decision: 'deny' }))
    assert.equal(searchParams.get('error'), 'access_denied')
  })

test('a clinic that asks for a second factor meanwhile is not connected by a login without', async () => {
  const own = await app.clinic()
  const who = await person(app)
  await member(app, who, own)
  const { browser, page } = await atConsent({ who })
  await app.sql('update clinic set second_factor_required = true where company_id = $1', [own.company_id])
  const answer = await browser.submit(page.form, ALLOW)
  assert.equal(answer.status, 403)
  assert.deepEqual(await grants(who.id), [])
})

test('an app that hops on from its https address is answered by a page, which ends the chain of the form', async () => {
  const redirectUri = 'https://claude.ai/api/mcp/auth_callback'
  const of = await client.newClient('Claude', redirectUri)
  const { browser, page } = await atConsent({ app: of, parameters: { redirect_uri: redirectUri } })
  const answer = await browser.submit(page.form, ALLOW)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('location'), null)
  const { origin, searchParams } = answerIn(answer)
  assert.deepEqual([origin, searchParams.get('iss'), searchParams.has('code')], ['https://claude.ai', ORIGIN, true])
})

test('a person, a client and a clinic have ten connections at most; the oldest ends', async () => {
  const who = await person(app)
  await member(app, who, clinic)
  const { browser, page } = await atConsent({ who })
  await browser.submit(page.form, ALLOW)
  const [first] = await app.sql<{ id: string }>('select id from oauth_grant where user_id = $1', [who.id])
  for (let count = 0; count < 10; count++) {
    const { page: next } = await begin(browser, authorizationRequest({ clientId }).path)
    await browser.submit(next.form, ALLOW)
  }
  const ids = await app.sql<{ id: string }>('select id from oauth_grant where user_id = $1', [who.id])
  assert.equal(ids.length, 10)
  assert.ok(!ids.some(({ id }) => id === first?.id))
})

/** What was kept of a person's doings: what, the scopes, and what more. */
const eventsOf = async ({ id }: { id: string }) =>
  (
    await app.sql<{ kind: string; scope: string | null; detail: string | null }>(
      'select kind, scope, detail from oauth_event where user_id = $1 order by id',
      [id],
    )
  ).map(({ kind, scope, detail }) => [kind, scope, detail])

test('of a decision are kept the clinic that was chosen, the scopes that were shown and those that were allowed', async () => {
  const { who, free } = await ofTwoClinics()
  const parameters = { scope: 'clinic:read schedule:read patients:read' }
  const shown = parameters.scope
  const { browser, page } = await atConsent({ who, parameters })
  const chosen = await browser.submit(page.form, { company_id: free.company_id })
  const consent = await browser.go(chosen.headers.get('location') ?? '')
  await browser.submit(consent.form, { ...ALLOW, scope: 'schedule:read' })
  assert.deepEqual(await eventsOf(who), [
    ['flow.bound', null, null],
    ['flow.clinic_chosen', null, null],
    ['consent.allowed', 'clinic:read schedule:read', shown],
  ])
  const doctor = await person(app)
  await member(app, doctor, clinic)
  const refused = await atConsent({ who: doctor, parameters })
  await refused.browser.submit(refused.page.form, { decision: 'deny' })
  assert.deepEqual((await eventsOf(doctor)).at(-1), ['consent.denied', null, shown])
})

test('a connection is shown, and told of, with the address that was answered, whichever the client registered first', async () => {
  const redirectUris = ['https://claude.ai/api/mcp/auth_callback', 'https://elsewhere.example/callback']
  const { body } = await client.register({ redirect_uris: redirectUris, client_name: 'Claude' })
  const who = await person(app)
  await member(app, who, clinic)
  const parameters = { redirect_uri: 'https://elsewhere.example/callback' }
  const { browser, page, verifier } = await atConsent({ who, app: body.client_id, parameters })
  const code = answerIn(await browser.submit(page.form, ALLOW)).searchParams.get('code') ?? ''
  const { data } = JSON.parse((await browser.go('/staff/v1/assistants')).text)
  assert.deepEqual(
    data.map((one: { client: { host: string; verified: boolean } }) => [one.client.host, one.client.verified]),
    [['elsewhere.example', false]],
  )
  const exchange = { grant_type: 'authorization_code', client_id: body.client_id, code, code_verifier: verifier }
  await client.post('token', exchange)
  await app.sql('delete from outgoing_mail')
  await client.post('token', exchange)
  const mails = await app.sql('select template, data from outgoing_mail')
  assert.deepEqual(mails, [{ template: 'assistant_token_stolen', data: { host: 'elsewhere.example' } }])
})

test('the owners are told of a new connection, and what happened is kept without any secret', async () => {
  const who = await person(app)
  await member(app, who, clinic)
  const { browser, page, flow } = await atConsent({ who })
  const code = answerIn(await browser.submit(page.form, ALLOW)).searchParams.get('code') ?? ''
  const mails = await app.sql<{ data: unknown }>(
    "select data from outgoing_mail where template = 'assistant_connected' and company_id = $1",
    [clinic.company_id],
  )
  assert.deepEqual(mails.at(-1)?.data, { host: 'assistant.example' })
  assert.deepEqual(await eventsOf(who), [
    ['flow.bound', null, null],
    ['consent.allowed', USUAL, `${USUAL} clinical:read`],
  ])
  const kept = JSON.stringify(await app.sql('select row_to_json(e)::text from oauth_event e'))
  for (const secret of [flow, code, ...browser.cookies.values()]) assert.ok(!kept.includes(secret))
})

/** A clinic with rules of its own for assistants, and a doctor of it. */
async function ofStrictClinic(set: string, ...values: unknown[]) {
  const own = await app.clinic()
  const who = await person(app)
  await member(app, who, own)
  await app.sql(`update clinic set ${set} where company_id = $1`, [own.company_id, ...values])
  return { own, who }
}

test('how patients are reached is offered only where the owner lets it be, and then not ticked', async () => {
  const parameters = { scope: 'clinic:read patients:read patients:read.pii' }
  const { page: hidden } = await atConsent({ parameters })
  assert.doesNotMatch(hidden.text, /patients:read\.pii/)
  const { who } = await ofStrictClinic('assistant_patient_contacts = true')
  const { browser, page } = await atConsent({ who, parameters })
  assert.match(page.text, /value="patients:read\.pii">/)
  assert.deepEqual(page.form.getAll('scope'), ['patients:read'])
  await browser.submit(page.form, { ...ALLOW, scope: ['patients:read', 'patients:read.pii'] })
  const [grant] = await grants(who.id)
  assert.equal(grant?.scope, 'clinic:read patients:read patients:read.pii')
  const told = await app.sql('select data from outgoing_mail where company_id = $1', [grant?.company_id])
  assert.deepEqual(told, [{ data: { host: 'assistant.example', contacts: true } }])
})

const rules: [string, string, unknown[]][] = [
  ['blocks the app', 'assistants_blocked = array[$2]', [clientId]],
  ['lets in only apps that it lists', "assistant_mode = 'LISTED'", []],
  ['lets in only apps that are verified', "assistant_mode = 'VERIFIED'", []],
]
for (const [title, set, values] of rules)
  test(`a clinic that ${title} is not listed, and not connected by a person who had its page already`, async () => {
    const { own, who } = await ofStrictClinic('assistants_enabled = true')
    const { browser, page, callback } = await atConsent({ who })
    await app.sql(`update clinic set ${set} where company_id = $1`, [own.company_id, ...values])
    shows(await browser.submit(page.form, ALLOW), 400, /That clinic cannot be connected/)
    assert.match((await browser.go(callback)).text, /Nothing to connect/)
    assert.deepEqual(await grants(who.id), [])
  })

test('a connection lasts no longer than the clinic lets it, and the page says so', async () => {
  const { who } = await ofStrictClinic('assistant_max_days = 7')
  const { browser, page } = await atConsent({ who })
  assert.match(page.text, /after 7 days at the latest/)
  await browser.submit(page.form, ALLOW)
  const [grant] = await app.sql<{ days: number }>(
    'select extract(epoch from absolute_end - created_at) / 86400 as days from oauth_grant where user_id = $1',
    [who.id],
  )
  assert.equal(Number(grant?.days), 7)
})

test('what a person’s role no longer lets them read, their assistant no longer reads', async () => {
  const own = await app.clinic()
  const who = await person(app)
  await member(app, who, own)
  const { browser, page, verifier } = await atConsent({ who })
  const code = answerIn(await browser.submit(page.form, ALLOW)).searchParams.get('code') ?? ''
  const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
  const { body } = await client.post('token', fields)
  await app.sql("update membership set role = 'accountant' where user_id = $1", [who.id])
  assert.equal((await client.introspect(body.access_token)).scope, 'clinic:read schedule:read patients:read')
})

test('the person’s own language comes before the browser’s', async () => {
  const who = await person(app)
  await member(app, who, clinic)
  await app.sql("update staff_user set language = 'ar' where id = $1", [who.id])
  const { page } = await atConsent({ who })
  assert.match(page.text, /<html lang="ar" dir="rtl">/)
})

test('an app on the person’s own machine is pointed out, and the form may end at its port', async () => {
  await app.insert('oauth_client', {
    ...{ client_id: 'phone', kind: 'preregistered', name: 'Phone', redirect_uris: ['http://127.0.0.1/cb'] },
    ...{ grant_types: ['authorization_code'], created_at: new Date().toISOString() },
  })
  const { page } = await atConsent({ app: 'phone', parameters: { redirect_uri: 'http://127.0.0.1:49152/cb' } })
  assert.match(page.text, /a program on this computer/)
  assert.match(page.headers.get('content-security-policy') ?? '', /; form-action 'self' http:\/\/127\.0\.0\.1:49152$/)
})
