import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { connection } from '../../test/support/oauth/assistants.ts'
import {
  type Browser,
  browser,
  employee,
  forgetStepUp,
  PASSWORD,
  person,
  totpCode,
} from '../../test/support/staff/staff.ts'

const app = await startApp()
const clinic = await app.clinic()
const strict = await app.clinic({ second_factor_required: true })
const NEXT = 'a quite different phrase'
const failures = () => app.sql('delete from staff_login_failure')
const events = async (userId: string) =>
  (await app.sql<{ kind: string }>('select kind from account_event where user_id = $1 order by at', [userId])).map(
    ({ kind }) => kind,
  )
const isIn = async (console: Browser) => (await console.send('GET', '/session')).status === 200

/** Enrols a second factor and answers its secret and recovery codes. */
async function enrol(send: Browser['send']) {
  const { body } = await send<{ secret: string; uri: string }>('POST', '/me/second-factor')
  const { secret, uri } = body.data
  const code = await totpCode(0, secret)
  const confirmed = await send<{ recoveryCodes: string[] }>('POST', '/me/second-factor/confirm', { code })
  return { secret, uri, status: confirmed.status, codes: confirmed.body.data?.recoveryCodes ?? [], code }
}

test('a password, or with a second factor a code of it, confirms for five minutes who is at the screen', async () => {
  const plain = await employee(app, clinic)
  await forgetStepUp(app, plain.user)
  assert.equal((await plain.send('GET', '/session')).body.data.confirmedUntil, null)
  const wrong = await plain.send('POST', '/session/step-up', { password: 'wrong' })
  assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'credential_wrong'])
  const byCode = await plain.send('POST', '/session/step-up', { code: '123456' })
  assert.deepEqual([byCode.status, byCode.body.error.code], [400, 'validation_failed'])
  const before = Date.now()
  const right = await plain.send<{ until: string }>('POST', '/session/step-up', { password: PASSWORD })
  const left = Date.parse(right.body.data.until) - before
  assert.ok(right.status === 200 && left > 290_000 && left < 310_000, String(left))
  assert.equal((await plain.send('GET', '/session')).body.data.confirmedUntil, right.body.data.until)

  const withFactor = await employee(app, strict, 'doctor', { totp: true })
  const byPassword = await withFactor.send('POST', '/session/step-up', { password: PASSWORD })
  assert.deepEqual([byPassword.status, byPassword.body.error.code], [400, 'validation_failed'])
  const code = await totpCode(30)
  const answers = await Promise.all([1, 2, 3].map(() => withFactor.send('POST', '/session/step-up', { code })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422])
  await failures()
})

test('confirming is limited like logging in', async () => {
  const { send } = await employee(app, clinic)
  const guess = () => send('POST', '/session/step-up', { password: 'no' })
  for (let free = 0; free < 5; free++) assert.equal((await guess()).status, 422)
  await app.sql(
    "update staff_login_failure set failures = 12, last_at = now() - interval '3 minutes' where failures = 5",
  )
  const guesses = await Promise.all([1, 2, 3, 4].map(guess))
  assert.deepEqual(guesses.map(({ status }) => status).sort(), [422, 429, 429, 429])
  await failures()
})

test('shows where a person is logged in, and ends one or all others, of no other person', async () => {
  const { user, console } = await employee(app, clinic)
  const others = [browser(app), browser(app)]
  for (const other of others)
    await other.send('POST', '/session', { email: user.email, password: PASSWORD }, { 'user-agent': 'Test/1' })
  const stranger = await employee(app, clinic)
  type Open = { id: string; current: boolean; userAgent: string | null; address: string }
  const list = async (of: Browser) => (await of.send<Open[]>('GET', '/session/sessions')).body.data
  const shown = await list(console)
  assert.deepEqual([shown.length, shown[0]?.current, shown.filter(({ current }) => current).length], [3, true, 1])
  assert.equal(shown.filter(({ userAgent }) => userAgent === 'Test/1').length, 2)
  assert.match(shown[0]?.address ?? '', /127\.0\.0\.1|::1/)
  const [foreign] = await list(stranger.console)
  assert.equal((await console.send('DELETE', `/session/sessions/${foreign?.id}`)).status, 404)
  assert.ok(await isIn(stranger.console))
  const other = shown.find(({ current }) => !current)
  const ended = await console.send<{ ended: boolean }>('DELETE', `/session/sessions/${other?.id}`)
  assert.deepEqual([ended.status, ended.body.data.ended], [200, true])
  assert.equal((await console.send('DELETE', `/session/sessions/${other?.id}`)).status, 404)
  assert.deepEqual((await console.send<{ ended: number }>('DELETE', '/session/sessions')).body.data, { ended: 1 })
  assert.deepEqual(
    [await isIn(console), await isIn(others[0] ?? console), await isIn(others[1] ?? console)],
    [true, false, false],
  )
})

test('a new password ends the other sessions and leaves this one and the assistants connected', async () => {
  const { user, console, send } = await employee(app, clinic)
  const other = browser(app)
  await other.logIn(user.email)
  const assistant = await connection(app, { clinic, user })
  const wrong = await send('POST', '/me/password', { current: 'wrong', next: NEXT })
  assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'credential_wrong'])
  const changed = await send('POST', '/me/password', { current: PASSWORD, next: NEXT })
  assert.deepEqual([changed.status, changed.body.data], [200, { changed: true, endedSessions: 1 }])
  assert.deepEqual([await isIn(console), await isIn(other), (await assistant.introspect()).active], [true, false, true])
  assert.deepEqual(
    [(await browser(app).logIn(user.email)).status, (await browser(app).logIn(user.email, NEXT)).status],
    [401, 200],
  )
  assert.deepEqual(await events(user.id), ['password_changed'])
  await failures()
})

test('of two changes of one password at the same time, one is made', async () => {
  const { send } = await employee(app, clinic)
  const answers = await Promise.all(
    [`${NEXT} one`, `${NEXT} two`].map(next => send('POST', '/me/password', { current: PASSWORD, next })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  await failures()
})

test('refuses a new password that is short or easily guessed, and says where', async () => {
  const { user, send } = await employee(app, clinic)
  const [name] = user.email.split('@')
  for (const next of [
    'eleven char',
    'qwertyuiop123',
    'Password 12345',
    'abababababab',
    '210987654321098'.slice(0, 13),
    `${name}${name}12`,
  ]) {
    const { status, body } = await send('POST', '/me/password', { current: PASSWORD, next })
    assert.deepEqual([status, body.error.code], [400, 'validation_failed'], next)
    assert.match(JSON.stringify(body.error.details), /"path":"\/next"/, next)
    assert.ok(!JSON.stringify(body).includes(next), next)
  }
})

test('the language is remembered, and only those that there are are taken', async () => {
  const { send } = await employee(app, clinic)
  assert.equal((await send('GET', '/session')).body.data.user.language, null)
  const { body } = await send<{ language: string }>('PATCH', '/me', { language: 'ar' })
  assert.equal(body.data.language, 'ar')
  assert.equal((await send('GET', '/session')).body.data.user.language, 'ar')
  assert.equal((await send('PATCH', '/me', { language: 'fr' })).status, 400)
})

test('a second factor counts once a code of it was given, and opens the clinics that ask for one', async () => {
  const { user, send } = await employee(app, strict)
  assert.equal((await send('GET', '/members')).body.error.code, 'second_factor_required')
  assert.equal((await send('POST', '/me/second-factor/confirm', { code: '123456' })).status, 404)
  const { body } = await send<{ secret: string; uri: string }>('POST', '/me/second-factor')
  const uri = new URL(body.data.uri)
  assert.deepEqual([uri.protocol, uri.host, uri.searchParams.get('secret')], ['otpauth:', 'totp', body.data.secret])
  assert.match(body.data.secret, /^[A-Z2-7]{32}$/)
  assert.equal((await send('GET', '/session')).body.data.user.secondFactorEnrolled, false)
  assert.equal((await send('POST', '/me/second-factor/confirm', { code: '000000' })).status, 422)
  const code = await totpCode(0, body.data.secret)
  const confirmed = await send<{ recoveryCodes: string[] }>('POST', '/me/second-factor/confirm', { code })
  assert.deepEqual([confirmed.status, new Set(confirmed.body.data.recoveryCodes).size], [200, 10])
  assert.equal((await send('GET', '/session')).body.data.clinic?.id, strict.company_id)
  const state = await send<{ enrolledAt: string }>('GET', '/me/second-factor')
  assert.partialDeepStrictEqual(state.body.data, { enrolled: true, recoveryCodesLeft: 10 })
  assert.ok(Math.abs(Date.parse(state.body.data.enrolledAt) - Date.now()) < 60_000)
  const again = browser(app)
  assert.equal((await again.logIn(user.email)).body.data.state, 'second_factor')
  assert.equal((await again.send('POST', '/session/second-factor', { code })).status, 401)
  const [recovery] = confirmed.body.data.recoveryCodes
  assert.equal((await again.send('POST', '/session/second-factor', { code: recovery })).status, 200)
  assert.equal((await send<{ recoveryCodesLeft: number }>('GET', '/me/second-factor')).body.data.recoveryCodesLeft, 9)
  await failures()
})

test('of two confirmations of one code at the same time, one enrols', async () => {
  const { user, send } = await employee(app, clinic)
  const { body } = await send<{ secret: string }>('POST', '/me/second-factor')
  const code = await totpCode(0, body.data.secret)
  const answers = await Promise.all([1, 2, 3].map(() => send('POST', '/me/second-factor/confirm', { code })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
    'select count(*)::int from staff_recovery_code where user_id = $1',
    [user.id],
  )
  assert.deepEqual([count, await events(user.id)], [10, ['second_factor_enrolled']])
  await failures()
})

test('a new phone replaces the old one only when it has proved itself', async () => {
  const { user, send } = await employee(app, clinic)
  const first = await enrol(send)
  await send('POST', '/me/second-factor')
  const login = browser(app)
  await login.logIn(user.email)
  const old = await totpCode(30, first.secret)
  assert.equal((await login.send('POST', '/session/second-factor', { code: old })).status, 200)
  const second = await enrol(send)
  assert.deepEqual([first.status, second.status], [200, 200])
  const later = browser(app)
  await later.logIn(user.email)
  assert.equal((await later.send('POST', '/session/second-factor', { code: first.codes[0] })).status, 401)
  assert.equal((await later.send('POST', '/session/second-factor', { code: second.codes[0] })).status, 200)
  await failures()
})

test('new recovery codes make the old ones worthless; without a second factor there are none', async () => {
  const { user, send } = await employee(app, clinic)
  assert.equal((await send('POST', '/me/second-factor/recovery-codes')).status, 404)
  const { codes } = await enrol(send)
  const renewed = await send<{ recoveryCodes: string[] }>('POST', '/me/second-factor/recovery-codes')
  assert.equal(renewed.body.data.recoveryCodes.length, 10)
  const login = browser(app)
  await login.logIn(user.email)
  assert.equal((await login.send('POST', '/session/second-factor', { code: codes[0] })).status, 401)
  const [code] = renewed.body.data.recoveryCodes
  assert.equal((await login.send('POST', '/session/second-factor', { code })).status, 200)
  await failures()
})

test('a second factor is removed, twice too, unless a clinic that the person works in asks for one', async () => {
  const { user, send } = await employee(app, clinic)
  await enrol(send)
  assert.deepEqual((await send('DELETE', '/me/second-factor')).body.data, { enrolled: false })
  assert.equal((await send('DELETE', '/me/second-factor')).status, 200)
  assert.equal((await browser(app).logIn(user.email)).body.data.state, 'ok')
  const bound = await employee(app, strict, 'doctor', { totp: true })
  const { status, body } = await bound.send('DELETE', '/me/second-factor')
  assert.deepEqual([status, body.error.code], [409, 'second_factor_mandatory'])
})

test('neither a secret that waits to be confirmed nor a recovery code lies in the database as it is', async () => {
  const { send } = await employee(app, clinic)
  const { secret, codes } = await enrol(send)
  const { body } = await send<{ secret: string }>('POST', '/me/second-factor')
  const rows = await app.sql(
    'select row_to_json(u)::text as u, row_to_json(c)::text as c from staff_user u, staff_recovery_code c',
  )
  const text = JSON.stringify(rows)
  for (const plain of [secret, body.data.secret, codes[0] ?? '', (codes[0] ?? '').replaceAll('-', '')])
    assert.ok(!text.includes(plain) && !text.includes(Buffer.from(plain).toString('hex')))
})

test('a session that is over changes nothing any more', async () => {
  const user = await person(app)
  const console = browser(app)
  await console.logIn(user.email)
  await app.sql("update staff_session set idle_end = now() - interval '1 ms' where user_id = $1", [user.id])
  for (const [method, path, body] of [
    ['POST', '/me/password', { current: PASSWORD, next: NEXT }],
    ['DELETE', '/session/sessions', undefined],
    ['PATCH', '/me', { language: 'ar' }],
  ] as const)
    assert.equal((await console.send(method, path, body)).status, 401)
})
