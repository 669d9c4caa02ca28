import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generate } from 'otplib'
import pg from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { ask } from '../../test/support/database/ask.ts'
import { browser, member, PASSWORD, person, TOTP_SECRET } from '../../test/support/staff/staff.ts'
import { newRecoveryCodes, recoveryCodeHash } from '../domain/staff/second-factor.ts'

const app = await startApp({ TRUST_PROXY: '127.0.0.1' })
const clinic = await app.clinic({ name: 'Open' })
const strict = await app.clinic({ name: 'Strict', second_factor_required: true })
const code = (secondsFromNow = 0) =>
  generate({ secret: TOTP_SECRET, epoch: Math.floor(Date.now() / 1_000) + secondsFromNow })
const failures = () => app.sql('delete from staff_login_failure')

test('logs in with e-mail and password, shows who is in which clinic, and logs out', async () => {
  const user = await person(app)
  await member(app, user, clinic, 'owner')
  const console = browser(app)
  const login = await console.logIn(` ${user.email.toUpperCase()} `)
  assert.deepEqual([login.status, login.body], [200, { data: { state: 'ok' } }])
  const cookie = login.headers.get('set-cookie') ?? ''
  assert.match(cookie, /^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  const { status, body, headers } = await console.send('GET', '/session')
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
  assert.deepEqual(
    [body.data.user.email, body.data.clinic?.id, body.data.clinic?.role],
    [user.email, clinic.company_id, 'owner'],
  )
  assert.equal((await console.send('DELETE', '/session')).status, 200)
  assert.equal((await console.send('GET', '/session')).status, 401)
  assert.equal((await browser(app, cookie.split(';')[0]).send('GET', '/session')).status, 401)
})

test('over https the cookie is Secure and for this host alone', async () => {
  const https = await startApp({ BASE_URL: 'https://clinic.example' })
  const user = await person(https)
  const console = browser(https)
  const origin = 'https://clinic.example'
  const login = await console.send('POST', '/session', { email: user.email, password: PASSWORD }, { origin })
  assert.match(
    login.headers.get('set-cookie') ?? '',
    /^__Host-staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  )
  await https.close()
})

test('a wrong password, an unknown address and a disabled account answer alike', async () => {
  const [user, disabled] = [await person(app), await person(app)]
  await app.sql('update staff_user set active = false where id = $1', [disabled.id])
  const answers = [
    await browser(app).logIn(user.email, 'wrong'),
    await browser(app).logIn('nobody@clinic.example'),
    await browser(app).logIn(disabled.email),
  ]
  for (const { status, body, headers } of answers) {
    assert.deepEqual(
      [status, body.error.code, body.error.message],
      [401, 'unauthenticated', answers[0]?.body.error.message],
    )
    assert.deepEqual([headers.get('set-cookie'), headers.get('www-authenticate')], [null, null])
  }
  await failures()
})

test('refuses what is no login, unknown fields included', async () => {
  for (const body of [
    {},
    { email: 'a@b.c' },
    { email: 'a@b.c', password: 'x', admin: true },
    { email: 1, password: 'x' },
  ]) {
    const { status, body: answer } = await browser(app).send('POST', '/session', body)
    assert.deepEqual([status, answer.error.code], [400, 'validation_failed'])
  }
})

test('takes writes from the console’s origin alone, also with the cookie', async () => {
  const user = await person(app)
  const console = browser(app)
  await console.logIn(user.email)
  for (const origin of [
    'https://evil.example',
    'http://localhost:4000.evil.example',
    'null',
    'http://localhost:40001',
  ]) {
    const { status, body } = await console.send('DELETE', '/session', undefined, { origin })
    assert.deepEqual([status, body.error.code], [403, 'origin_not_allowed'])
  }
  const silent = await fetch(`${app.url}/staff/v1/session`, { method: 'DELETE', headers: { cookie: console.cookie } })
  assert.equal(silent.status, 403)
  assert.equal((await console.send('GET', '/session', undefined, { origin: 'https://evil.example' })).status, 200)
})

test('with a second factor a password opens nothing until the code is given, and the token changes with it', async () => {
  const user = await person(app, { totp: true })
  await member(app, user, strict)
  const console = browser(app)
  assert.equal((await console.logIn(user.email)).body.data.state, 'second_factor')
  const before = console.cookie
  assert.equal((await console.send('GET', '/session')).body.error.code, 'second_factor_required')
  const early = await console.send('PUT', '/session/clinic', { clinicId: strict.company_id })
  assert.equal(early.body.error.code, 'second_factor_required')
  assert.equal((await console.send('POST', '/session/second-factor', { code: '000000' })).status, 401)
  assert.equal((await console.send('POST', '/session/second-factor', { code: await code() })).status, 200)
  assert.notEqual(console.cookie, before)
  assert.equal((await console.send('GET', '/session')).body.data.clinic?.id, strict.company_id)
  assert.equal((await browser(app, before).send('GET', '/session')).status, 401)
})

test('a code is good once, also for two logins at the same time, and a code of long ago is none', async () => {
  const user = await person(app, { totp: true })
  const browsers = [browser(app), browser(app), browser(app)]
  for (const each of browsers) await each.logIn(user.email)
  const late = await browsers[0]?.send('POST', '/session/second-factor', { code: await code(-120) })
  assert.equal(late?.status, 401)
  const spent = await code()
  const answers = await Promise.all(browsers.map(each => each.send('POST', '/session/second-factor', { code: spent })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401])
  await failures()
})

test('a recovery code replaces the phone once; only its hash is stored', async () => {
  const user = await person(app, { totp: true })
  const [first = ''] = newRecoveryCodes()
  await app.sql('insert into staff_recovery_code (user_id, code_hash) values ($1, $2)', [
    user.id,
    recoveryCodeHash(first),
  ])
  const give = async () => {
    const console = browser(app)
    await console.logIn(user.email)
    return (await console.send('POST', '/session/second-factor', { code: first.toUpperCase().replaceAll('-', ' ') }))
      .status
  }
  assert.deepEqual([await give(), await give()], [200, 401])
  await failures()
})

test('enters a clinic that the person works in, and one with a second factor only with one', async () => {
  const user = await person(app)
  await member(app, user, clinic)
  await member(app, user, strict, 'owner')
  const other = await app.clinic()
  const console = browser(app)
  await console.logIn(user.email)
  assert.equal((await console.send('GET', '/session')).body.data.clinic, null)
  const enter = (clinicId: string) => console.send('PUT', '/session/clinic', { clinicId })
  assert.equal((await enter(clinic.company_id)).body.data.clinic?.role, 'doctor')
  assert.deepEqual((await enter(strict.company_id)).body.error.code, 'second_factor_required')
  assert.equal((await enter(other.company_id)).status, 404)
  assert.equal((await enter('cli_unknown')).status, 404)
  assert.equal((await console.send('GET', '/session')).body.data.clinic?.id, clinic.company_id)
})

test('what a session rests on is asked anew: membership, second factor, clinic and account', async () => {
  const user = await person(app)
  const two = await app.clinic()
  await member(app, user, clinic)
  await member(app, user, two)
  const console = browser(app)
  await console.logIn(user.email)
  await console.send('PUT', '/session/clinic', { clinicId: two.company_id })
  const current = async () => (await console.send('GET', '/session')).body.data?.clinic?.id
  assert.equal(await current(), two.company_id)
  await app.sql('update clinic set second_factor_required = true where company_id = $1', [two.company_id])
  assert.equal(await current(), undefined)
  await app.sql('update clinic set second_factor_required = false where company_id = $1', [two.company_id])
  await app.sql('update membership set active = false where company_id = $1', [two.company_id])
  assert.equal(await current(), clinic.company_id)
  await app.sql('update staff_user set active = false where id = $1', [user.id])
  assert.equal((await console.send('GET', '/session')).status, 401)
})

test('a session ends when it was idle for an hour or is twelve hours old', async () => {
  const user = await person(app)
  const ended = async (column: 'idle_end' | 'absolute_end') => {
    const console = browser(app)
    await console.logIn(user.email)
    assert.equal((await console.send('GET', '/session')).status, 200)
    await app.sql(
      `update staff_session set ${column} = now() - interval '1 ms', last_seen_at = now() - interval '2 minutes'`,
    )
    return (await console.send('GET', '/session')).status
  }
  assert.deepEqual([await ended('idle_end'), await ended('absolute_end')], [401, 401])
  await browser(app).logIn(user.email)
  const [row] = await app.sql<{ idle: number; whole: number }>(
    `select extract(epoch from idle_end - created_at)::int as idle, extract(epoch from absolute_end - created_at)::int as whole
     from staff_session where user_id = $1`,
    [user.id],
  )
  assert.deepEqual(row, { idle: 3_600, whole: 43_200 })
})

test('a login in the same browser ends the session before it', async () => {
  const [one, other] = [await person(app), await person(app)]
  const console = browser(app)
  await console.logIn(one.email)
  const before = console.cookie
  await console.logIn(other.email)
  assert.equal((await browser(app, before).send('GET', '/session')).status, 401)
  assert.equal((await console.send('GET', '/session')).body.data.user.email, other.email)
})

/** As if there had been so many failures that each further one makes wait for minutes, and the present wait were over. */
const almostTooMany = () =>
  app.sql("update staff_login_failure set failures = 12, last_at = now() - interval '3 minutes' where failures = 5")

test('guessing has to wait ever longer, also with attempts side by side, and no other address waits for it', async () => {
  const user = await person(app)
  const guess = () => browser(app).logIn(user.email, 'guess')
  for (let free = 0; free < 5; free++) assert.equal((await guess()).status, 401)
  await almostTooMany()
  const guesses = await Promise.all(Array.from({ length: 8 }, guess))
  assert.deepEqual(guesses.map(({ status }) => status).sort(), [401, 429, 429, 429, 429, 429, 429, 429])
  const refused = await browser(app).logIn(user.email)
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limited'])
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait > 128 && wait <= 256, String(wait))
  await app.sql("update staff_login_failure set key = key || ' elsewhere'")
  assert.equal((await browser(app).logIn(user.email)).status, 200)
  await failures()
})

test('guesses from all over one IPv6 network wait together, and another network’s do not', async () => {
  const user = await person(app)
  const guess = async (address: string) => {
    const credentials = { email: user.email, password: 'guess' }
    return (await browser(app).send('POST', '/session', credentials, { 'x-forwarded-for': address })).status
  }
  for (let free = 1; free <= 5; free++) assert.equal(await guess(`2001:db8:1:2:${free}::${free}`), 401)
  await app.sql('update staff_login_failure set failures = 12 where failures = 5')
  assert.deepEqual([await guess('2001:db8:1:2:6::6'), await guess('2001:db8:1:3::1')], [429, 401])
  await failures()
})

test('an address that has to wait leaves no further row, whichever accounts it tries', async () => {
  const guess = (account: number) => browser(app).logIn(`nobody${account}@clinic.example`, 'guess')
  assert.equal((await guess(0)).status, 401)
  await app.sql('update staff_login_failure set failures = 60')
  const before = await app.sql('select * from staff_login_failure order by key')
  for (let account = 1; account <= 5; account++) assert.equal((await guess(account)).status, 429)
  assert.deepEqual(await app.sql('select * from staff_login_failure order by key'), before)
  await failures()
})

/** A person who has given the password. */
async function halfLoggedIn() {
  const user = await person(app, { totp: true })
  const console = browser(app)
  await console.logIn(user.email)
  const give = (digits: string, address = '198.51.100.1') =>
    console.send('POST', '/session/second-factor', { code: digits }, { 'x-forwarded-for': address })
  return { user, give }
}
const counted = () => app.sql<{ failures: number }>('select failures from staff_login_failure where failures > 0')

test('a code that is right is no failure, however many log in behind one address', async () => {
  for (let people = 0; people < 3; people++) assert.equal((await (await halfLoggedIn()).give(await code())).status, 200)
  assert.deepEqual(await counted(), [])
  await failures()
})

test('codes of one account are tried no faster from many addresses, and no other person waits for that', async () => {
  const [one, other] = [await halfLoggedIn(), await halfLoggedIn()]
  for (let address = 1; address <= 20; address++)
    assert.equal((await one.give('000000', `203.0.113.${address}`)).status, 401)
  // Else the wait after the twentieth would be over within a second.
  await app.sql('update staff_login_failure set failures = 26 where failures = 20')
  assert.equal((await one.give(await code(), '203.0.113.99')).status, 429)
  assert.equal((await other.give(await code(), '203.0.113.99')).status, 200)
  assert.equal((await browser(app).logIn(one.user.email)).status, 200)
  await app.sql("update staff_login_failure set last_at = now() - interval '2 minutes'")
  assert.equal((await one.give(await code(), '203.0.113.99')).status, 200)
  assert.deepEqual(
    (await counted()).filter(({ failures: count }) => count > 1),
    [],
    'What was right is forgotten for the account too.',
  )
  await failures()
})

test('counting attempts and forgetting them at the same time never wait for each other in a circle', async () => {
  const owners = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const owner = new pg.Client({ connectionString: app.database.ownerUrl })
      await owner.connect()
      return owner
    }),
  )
  await Promise.all(
    owners.map(async (owner, index) => {
      for (let round = 0; round < 100; round++)
        await owner.query(
          index % 2 === 0
            ? "select begin_login_attempt(array['zz mine', 'aa shared'], array[1000000, 1000000])"
            : "select clear_login_failures(array['zz mine'], array['aa shared'])",
        )
      await owner.end()
    }),
  )
  await failures()
})

test('the application can read no password, secret, recovery code, session or count of failures', async () => {
  for (const table of ['staff_user', 'staff_recovery_code', 'staff_session', 'staff_login_failure'])
    for (const statement of [`select * from ${table}`, `delete from ${table}`])
      await assert.rejects(ask(app.database.appUrl, statement), /permission denied/)
  const user = await person(app)
  const [row] = await ask(app.database.appUrl, `select password_parameters('${user.email}') as parameters`)
  assert.match(String(row?.parameters), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}$/)
  assert.deepEqual(await ask(app.database.appUrl, 'select * from membership'), [])
  await assert.rejects(
    ask(app.database.dispatcherUrl, `select password_parameters('${user.email}')`),
    /permission denied/,
  )
})

test('neither tokens nor passwords nor TOTP secrets lie in the database as they are', async () => {
  const user = await person(app, { totp: true })
  const console = browser(app)
  await console.logIn(user.email)
  const rows = await app.sql(
    'select row_to_json(u)::text as u, row_to_json(s)::text as s from staff_user u, staff_session s',
  )
  const text = JSON.stringify(rows)
  const token = console.cookie.split('=')[1] ?? ''
  for (const secret of [token, PASSWORD, TOTP_SECRET])
    assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('hex')))
})
