import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ServedRoute, servedRoutes } from './support/app/served-routes.ts'
import { type Known, strangerRequest } from './support/app/stranger.ts'
import { LIST, MODERN, startAssistant } from './support/oauth/assistant-app.ts'
import { oauthClient, REDIRECT } from './support/oauth/connecting.ts'
import { openStaffScene } from './support/staff/scene.ts'
import { PASSWORD } from './support/staff/staff.ts'

const REQUESTS = 10_000
const [MOST_ROWS, MOST_BYTES] = [100, 5 * 1_048_576]
const AT_ONCE = 32

const servers = servedRoutes()
const { app, origin, connect } = await startAssistant({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8' })
const routes = servers.flatMap((its, place) => its.map(route => ({ ...route, at: place === 0 ? app.url : origin })))
const { api, clinic } = await app.practice()
const staff = await openStaffScene(app)
const { access } = await connect(clinic)
const known: Known = {
  companyId: clinic.company_id,
  clientId: await oauthClient(app).newClient(),
  redirectUri: REDIRECT,
}

/** Each test has a network of its own, and as many more as it asks for. */
let networks = 0
let network = ''
const nextNetwork = () => {
  network = `203.0.${networks >> 8}.${networks++ & 255}`
}
before(nextNetwork)

async function ask(route: ServedRoute & { at: string }, turn: number): Promise<Response> {
  const { path, init } = strangerRequest(route, known, turn)
  const headers = { ...init.headers, 'x-forwarded-for': network }
  const response = await fetch(`${route.at}${path}`, { ...init, headers })
  await response.arrayBuffer()
  return response
}

/** Runs so many things, some of them at the same time. */
async function inParallel(count: number, run: (turn: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const tables = await app.sql<{ name: string }>(`
  select c.oid::regclass::text as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`)
const counting = `select sum(count)::int as rows from (${tables
  .map(({ name }) => `select count(*) from ${name}`)
  .join(' union all ')}) as counts`
async function stored() {
  const [{ rows = 0 } = {}] = await app.sql<{ rows: number }>(counting)
  const [{ bytes = 0 } = {}] = await app.sql<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  return { rows, bytes }
}

/** What may leave something behind although its caller is not known, and why; each passes the limit before it begins. */
const LEAVE_ROWS: Record<string, string> = {
  'GET /oauth/authorize': 'a request of an app waits for a person',
  'HEAD /oauth/authorize': 'the same',
  'POST /oauth/register': 'an app registers',
  'POST /register': 'the same',
  'POST /publisher/v1/device': 'a program waits for a person',
  'POST /staff/v1/session': 'a failed login makes the next ones wait',
  'POST /staff/v1/password-resets': 'a mail is asked for only so often',
  'POST /staff/v1/registrations': 'the same',
}

const named = ({ method, url }: ServedRoute) => `${method} ${url}`

test('of all addresses only those leave a row for a stranger that say why', async () => {
  assert.ok(routes.length > 250)
  const { rows } = await stored()
  const silent = routes.filter(route => !(named(route) in LEAVE_ROWS))
  for (const route of silent) {
    nextNetwork()
    const answers = await Promise.all([0, 1, 2].map(turn => ask(route, turn)))
    assert.ok(
      answers.every(({ status }) => status < 500),
      named(route),
    )
  }
  assert.equal((await stored()).rows, rows)
})

for (const name of Object.keys(LEAVE_ROWS))
  test(`of 300 requests of one network to ${name} few leave a row, but some do, and it is told to wait`, async () => {
    nextNetwork()
    const route = routes.find(each => named(each) === name)
    assert.ok(route)
    const { rows } = await stored()
    const answers: Response[] = []
    await inParallel(300, async turn => void answers.push(await ask(route, turn)))
    const waiting = answers.filter(({ status }) => status === 429)
    assert.ok(waiting.length > 200)
    assert.ok(waiting.every(({ headers }) => Number(headers.get('retry-after')) >= 1))
    const left = (await stored()).rows - rows
    assert.ok(left > 0 && left <= MOST_ROWS, `${left} rows`)
  })

test(`${REQUESTS} requests of strangers over all addresses leave at most ${MOST_ROWS} rows and 5 MiB, and keep nobody out`, async () => {
  nextNetwork()
  const before = await stored()
  const answers: Response[] = []
  await inParallel(REQUESTS, async turn => {
    const route = routes[turn % routes.length]
    answers.push(await ask(route ?? assert.fail(), Math.floor(turn / routes.length)))
  })
  const after = await stored()
  assert.ok(after.rows - before.rows <= MOST_ROWS, `${after.rows - before.rows} rows`)
  assert.ok(after.bytes - before.bytes <= MOST_BYTES, `${after.bytes - before.bytes} bytes`)
  // Revocation says 503 (RFC 7009 section 2.2.1); nothing fails.
  const waiting = answers.filter(({ headers }) => headers.has('retry-after'))
  assert.deepEqual(new Set(waiting.map(({ status }) => status)), new Set([429, 503]))
  assert.ok(waiting.length > REQUESTS / 2)
  assert.ok(answers.every(answer => answer.status < 500 || waiting.includes(answer)))

  // Neighbours who are known: a plugin, a person with a session, an assistant.
  const headers = { 'x-forwarded-for': network }
  assert.equal((await api.get('/clinic', { headers })).status, 200)
  const session = await fetch(`${app.url}/staff/v1/session`, { headers: { ...headers, cookie: staff.cookie } })
  assert.equal(session.status, 200)
  const authorization = `Bearer ${access}`
  const init = { method: 'POST', body: JSON.stringify(LIST), headers: { ...MODERN, ...headers, authorization } }
  assert.equal((await fetch(`${origin}/mcp`, init)).status, 200)
})

/** What is guessed, as what, and where. */
const GUESSES: Record<string, string> = {
  'a plugin token': 'GET /api/v1/clinic',
  'a session': 'PUT /staff/v1/session/clinic',
  'an access token of an assistant': 'POST /mcp',
  'an invitation': 'GET /staff/v1/invitation-offers/:token',
  'a link for a new password': 'POST /staff/v1/password-resets/:token',
  'a link for a login': 'POST /staff/v1/registrations/:token/confirm',
  'the code of a program that waits': 'POST /publisher/v1/device/token',
  'a refresh token or a code': 'POST /oauth/token',
  'a request that waits for consent': 'GET /oauth/callback',
  'the credential of the resource server': 'POST /oauth/introspect',
  'a payment link': 'GET /pay/:token',
  'a file’s link': 'GET /files/:link',
  'a gateway’s signature': 'POST /callbacks/payments/:provider/:companyId',
}

for (const [what, name] of Object.entries(GUESSES))
  test(`two hundred guesses at ${what} are slowed, and another network’s are not`, async () => {
    nextNetwork()
    const route = routes.find(each => named(each) === name) ?? assert.fail(name)
    const answers: Response[] = []
    // The second kind of credentials is a person's and an assistant's, the first a plugin's.
    const turn = route.at === origin || name.includes('/staff/') ? 1 : 0
    await inParallel(200, async () => void answers.push(await ask(route, turn)))
    const [slowed, refused] = [true, false].map(is => answers.filter(({ status }) => (status === 429) === is))
    assert.ok(slowed && refused && slowed.length > 0 && refused.length >= 120, `${slowed?.length} were slowed`)
    assert.ok(slowed.every(({ headers }) => /^[1-9]\d*$/.test(headers.get('retry-after') ?? '')))
    nextNetwork()
    assert.equal((await ask(route, turn)).status, refused[0]?.status)
  })

test('a whole clinic logs in behind one address: who gives the right password takes nothing from the others', async () => {
  nextNetwork()
  const logIn = async () => {
    const headers = { origin: 'http://localhost:4000', 'content-type': 'application/json', 'x-forwarded-for': network }
    const body = JSON.stringify({ email: staff.user.email, password: PASSWORD })
    return (await fetch(`${app.url}/staff/v1/session`, { method: 'POST', headers, body })).status
  }
  const statuses: number[] = []
  for (let person = 0; person < 40; person++) statuses.push(await logIn())
  assert.deepEqual(new Set(statuses), new Set([200]))
})
