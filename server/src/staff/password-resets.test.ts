import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { connection } from '../../test/support/oauth/assistants.ts'
import { browser, employee, member, PASSWORD, person } from '../../test/support/staff/staff.ts'
import { mailedToken, mailsTo } from '../../test/support/staff/staff-mail.ts'

const app = await startApp()
const clinic = await app.clinic({ name: 'Invented Clinic' })
const NEXT = 'a quite different phrase'
const failures = () => app.sql('delete from staff_login_failure')
const ask = (email: string) => browser(app).send('POST', '/password-resets', { email })
const set = (token: string, password = NEXT) => browser(app).send('POST', `/password-resets/${token}`, { password })

async function newPerson() {
  const user = await person(app)
  await member(app, user, clinic)
  return user
}

test('a mail brings a link, in both languages, that sets a new password once and ends all sessions', async () => {
  const { user, send } = await employee(app, clinic)
  const asked = await ask(` ${user.email.toUpperCase()} `)
  assert.deepEqual([asked.status, asked.body.data], [202, { accepted: true }])
  const [mail = ''] = await mailsTo(app, user.email)
  assert.match(mail, /https:\/\/clinic\.test\/reset\/[\w-]{43}\n/)
  assert.match(mail, /كلمة مرور جديدة/)
  const token = await mailedToken(app, user.email)
  assert.equal((await set(token)).status, 200)
  assert.equal((await send('GET', '/session')).status, 401)
  assert.deepEqual(
    [(await browser(app).logIn(user.email)).status, (await browser(app).logIn(user.email, NEXT)).status],
    [401, 200],
  )
  const again = await set(token, 'yet another phrase')
  assert.deepEqual([again.status, again.body.error.code], [404, 'not_found'])
  await failures()
})

test('a password set by a link disconnects the assistants too, in every clinic, and those of no other person', async () => {
  const [user, colleague] = [await newPerson(), await newPerson()]
  const elsewhere = await app.clinic()
  await member(app, user, elsewhere)
  const own = [await connection(app, { clinic, user }), await connection(app, { clinic: elsewhere, user })]
  const other = await connection(app, { clinic, user: colleague })
  await ask(user.email)
  assert.equal((await set(await mailedToken(app, user.email))).status, 200)
  for (const { introspect } of own) assert.deepEqual(await introspect(), { active: false })
  assert.equal((await other.introspect()).active, true)
  const ended = await app.sql<{ id: string }>('select id from ended_connection where user_id = $1', [user.id])
  assert.deepEqual(ended.map(({ id }) => id).sort(), own.map(({ id }) => id).sort())
  await failures()
})

test('of two uses of one link at the same time, one succeeds', async () => {
  const user = await newPerson()
  await ask(user.email)
  const token = await mailedToken(app, user.email)
  const answers = await Promise.all([`${NEXT} one`, `${NEXT} two`, `${NEXT} three`].map(next => set(token, next)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
})

test('a link is good for thirty minutes, and none of those before it once the password was set', async () => {
  const user = await newPerson()
  await ask(user.email)
  const first = await mailedToken(app, user.email)
  const [row] = await app.sql<{ minutes: number }>(
    'select extract(epoch from expires_at - created_at)::int / 60 as minutes from password_reset where user_id = $1',
    [user.id],
  )
  assert.equal(row?.minutes, 30)
  await ask(user.email)
  const second = await mailedToken(app, user.email)
  assert.notEqual(first, second)
  await app.sql("update password_reset set expires_at = now() - interval '1 ms' where user_id = $1", [user.id])
  assert.equal((await set(second)).status, 404)
  await app.sql("update password_reset set expires_at = now() + interval '1 minute' where user_id = $1", [user.id])
  assert.deepEqual([(await set(second)).status, (await set(first)).status], [200, 404])
  await failures()
})

test('an address without a login is answered alike, and sent nothing; nor is a disabled account', async () => {
  const disabled = await newPerson()
  await app.sql('update staff_user set active = false where id = $1', [disabled.id])
  for (const email of ['nobody@clinic.example', disabled.email]) {
    const { status, body } = await ask(email)
    assert.deepEqual([status, body.data], [202, { accepted: true }])
    assert.deepEqual(await mailsTo(app, email), [])
  }
  const [row] = await app.sql<{ count: number }>(
    'select count(*)::int from password_reset where user_id is null and expires_at > now()',
  )
  assert.equal(row?.count, 2)
  await failures()
})

test('asking for an unknown address is the very work of asking for a known one: the same rows are written, and nothing is hashed', async () => {
  const user = await newPerson()
  const written = async (email: string) => {
    await app.sql('delete from password_reset; delete from staff_mail')
    await ask(email)
    const rows = await app.sql<{ kind: string }>(
      "select 'reset' as kind from password_reset union all select 'mail ' || kind from staff_mail order by 1",
    )
    return rows.map(({ kind }) => kind)
  }
  const [known, unknown] = [await written(user.email), await written('nobody@clinic.example')]
  assert.deepEqual(known, ['mail password_reset', 'reset'])
  assert.deepEqual(unknown, known)
  await failures()
})

test('a person is sent three links an hour, and asking for one address again and again has to wait', async () => {
  const user = await newPerson()
  const answers = []
  for (let attempt = 0; attempt < 6; attempt++) answers.push((await ask(user.email)).status)
  assert.deepEqual(answers, [202, 202, 202, 202, 202, 429])
  assert.equal((await mailsTo(app, user.email)).length, 3)
  await failures()
})

test('a new password that is easily guessed leaves the link good', async () => {
  const user = await newPerson()
  await ask(user.email)
  const token = await mailedToken(app, user.email)
  const { status, body } = await set(token, 'password1234')
  assert.deepEqual([status, body.error.code], [400, 'validation_failed'])
  assert.equal((await set(token)).status, 200)
})

test('with a second factor a new password alone opens nothing', async () => {
  const user = await person(app, { totp: true })
  await member(app, user, clinic)
  await ask(user.email)
  assert.equal((await set(await mailedToken(app, user.email))).status, 200)
  assert.equal((await browser(app).logIn(user.email, NEXT)).body.data.state, 'second_factor')
})

test('what no mail brought sets nothing, and no link lies in the database as it is', async () => {
  const user = await newPerson()
  await ask(user.email)
  const [row] = await app.sql<{ all: string }>(
    "select string_agg(row_to_json(r)::text, '') || (select string_agg(row_to_json(m)::text, '') from staff_mail m) as all from password_reset r",
  )
  const token = await mailedToken(app, user.email)
  assert.ok(token.length === 43 && !row?.all.includes(token) && !row?.all.includes(Buffer.from(token).toString('hex')))
  assert.equal((await set('A'.repeat(43))).status, 404)
  assert.equal((await set('short')).status, 400)
  assert.equal((await browser(app).logIn(user.email, PASSWORD)).status, 200)
})
