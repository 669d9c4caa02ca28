import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PATHS } from '@clinic/console/app/paths.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { mailServer, wordsOf } from '../../test/support/servers/smtp-server.ts'
import { browser, employee, member, PASSWORD, person, totpCode } from '../../test/support/staff/staff.ts'
import { mailsTo } from '../../test/support/staff/staff-mail.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { LINK_PAGES, sendStaffMail } from './send-staff-mail.ts'
import { sweepLogins } from './upkeep.ts'

const app = await startApp()
const clinic = await app.clinic({ name: 'Invented Clinic' })
const server = await mailServer()
const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'platform@clinic.example' }
const ask = (email: string) => browser(app).send('POST', '/password-resets', { email })
const run = (wishes: Record<string, string> = settings) => runJobs(app, { jobs: [sendStaffMail], settings: wishes })
const newest = async () =>
  (
    await app.sql<{ done: boolean; error_code: string | null; attempts: number }>(
      'select done_at is not null as done, error_code, attempts from staff_mail order by id desc limit 1',
    )
  )[0]
const hasten = () =>
  app.sql(
    "update staff_mail set due_at = now(); select graphile_worker.add_job('send_staff_mail', job_key := 'send_staff_mail')",
  )
const forget = () => app.sql('delete from staff_login_failure; delete from password_reset; delete from staff_mail')

async function staffPerson() {
  const user = await person(app)
  await member(app, user, clinic)
  return user
}

test('goes by the operator’s mail server to the person alone, also where they work in no clinic', async () => {
  const nowhere = await person(app)
  await ask(nowhere.email)
  await run()
  assert.deepEqual(
    server.taken.map(({ from, to }) => [from, to]),
    [['platform@clinic.example', nowhere.email]],
  )
  const [mail] = server.taken
  assert.match(mail ? wordsOf(mail) : '', /https:\/\/clinic\.test\/reset\/[\w-]{43}/)
  assert.deepEqual(await newest(), { done: true, error_code: null, attempts: 1 })
  await forget()
})

test('links lead to pages that the console has', () => {
  const pages: readonly string[] = PATHS
  for (const page of Object.values(LINK_PAGES)) assert.ok(pages.includes(`${page}/:token`), page)
})

test('a person whose password or second factor was changed gets a mail, and for no other change', async () => {
  server.taken.length = 0
  const { user, send } = await employee(app, clinic)
  await send('PATCH', '/me', { language: 'ar' })
  await send('DELETE', '/session/sessions')
  await run()
  assert.equal(server.taken.length, 0)
  const { body } = await send<{ secret: string }>('POST', '/me/second-factor')
  await send('POST', '/me/second-factor/confirm', { code: await totpCode(0, body.data.secret) })
  await send('POST', '/me/password', { current: PASSWORD, next: 'a quite different phrase' })
  await run()
  assert.deepEqual(new Set(server.taken.map(({ to }) => to)), new Set([user.email]))
  const words = server.taken.map(wordsOf).join()
  assert.match(words, /The password of your login was changed/)
  assert.match(words, /The second factor of your login/)
  assert.equal(server.taken.length, 2)
  await forget()
})

test('what the mail server puts off is sent later, once', async () => {
  server.taken.length = 0
  const user = await staffPerson()
  await ask(user.email)
  server.next('RCPT', '450 try later')
  await run()
  assert.deepEqual([server.taken.length, (await newest())?.done], [0, false])
  await run()
  assert.equal(server.taken.length, 0)
  await hasten()
  await run()
  await hasten()
  await run()
  assert.deepEqual([server.taken.length, await newest()], [1, { done: true, error_code: null, attempts: 2 }])
  await forget()
})

test('gives up after ten attempts', async () => {
  const user = await staffPerson()
  await ask(user.email)
  await app.sql('update staff_mail set attempts = 9')
  await run({ ...settings, SMTP_URL: 'smtp://127.0.0.1:1' })
  assert.deepEqual(await newest(), { done: true, error_code: 'carrier_unavailable', attempts: 10 })
  await forget()
})

test('a link that was used, withdrawn or has run out meanwhile is not sent', async () => {
  server.taken.length = 0
  const user = await staffPerson()
  await ask(user.email)
  await app.sql('update password_reset set used_at = now()')
  const owner = await employee(app, clinic, 'owner')
  const { body } = await owner.send<{ id: string }>('POST', '/invitations', {
    email: 'late@clinic.example',
    role: 'doctor',
  })
  await owner.send('DELETE', `/invitations/${body.data.id}`)
  await run()
  assert.equal(server.taken.length, 0)
  const rows = await app.sql('select distinct error_code from staff_mail')
  assert.deepEqual(rows, [{ error_code: 'recipient_unreachable' }])
  await forget()
})

test('a link that was made with another master key is not sent, since it would open nothing', async () => {
  server.taken.length = 0
  const user = await staffPerson()
  await ask(user.email)
  await runJobs(app, { jobs: [sendStaffMail], settings, deps: { box: secretBox([Buffer.alloc(32, 9)]) } })
  assert.deepEqual([server.taken.length, (await newest())?.error_code], [0, 'content_refused'])
  await forget()
})

test('the sweep forgets what has ended, and nothing that lasts', async () => {
  const lasting = await employee(app, clinic, 'owner')
  const gone = await employee(app, clinic, 'doctor')
  await app.sql("update staff_session set idle_end = now() - interval '1 s' where user_id = $1", [gone.user.id])
  await ask(lasting.user.email)
  await app.sql(
    `insert into password_reset select 'pwr_old', user_id, 'old', created_at, now() - interval '2 days' from password_reset limit 1`,
  )
  await app.sql(`insert into staff_login_failure values ('old', 3, now() - interval '25 hours'), ('new', 3, now())`)
  for (const email of ['one@clinic.example', 'two@clinic.example'])
    await lasting.send('POST', '/invitations', { email, role: 'doctor' })
  await app.sql("update invitation set expires_at = now() - interval '31 days' where email = 'one@clinic.example'")
  await app.sql("select graphile_worker.add_job('sweep_logins')")
  await runJobs(app, { jobs: [sweepLogins, sendStaffMail] })
  const left = async (text: string) => (await app.sql(text)).length
  assert.deepEqual(
    {
      sessions: await left(`select from staff_session where user_id in ('${lasting.user.id}', '${gone.user.id}')`),
      resets: await left('select from password_reset'),
      failures: await left("select from staff_login_failure where key in ('old', 'new')"),
      invitations: await left("select from invitation where email in ('one@clinic.example', 'two@clinic.example')"),
    },
    { sessions: 1, resets: 1, failures: 1, invitations: 1 },
  )
  assert.equal((await lasting.send('GET', '/session')).status, 200)
  assert.equal((await mailsTo(app, 'two@clinic.example')).length, 1)
})
