import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { runJobs } from '../../../test/support/app/jobs.ts'
import { sandboxMessages } from '../../../test/support/clinic/sandbox-messages.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { browser, employee, member, person, totpCode } from '../../../test/support/staff/staff.ts'
import { mailedToken } from '../../../test/support/staff/staff-mail.ts'
import { forgetOldRegularly } from '../../jobs/forget-old.ts'
import { sendOwnerMail } from '../../jobs/send-owner-mail.ts'

const app = await startApp({ TRUST_PROXY: '127.0.0.0/8' })
const NEW_PASSWORD = 'a herd of quiet elephants'

interface Raised {
  company_id: string
  kind: string
  level: string
  times: number
  data: Record<string, unknown>
}
const raised = (kind: string, ...clinics: { company_id: string }[]) =>
  app.sql<Raised & Record<string, unknown>>(
    'select * from security_event where kind = $1 and company_id = any ($2) order by company_id, created_at',
    [kind, clinics.map(({ company_id }) => company_id)],
  )
const toldOf = (rows: Raised[]) => rows.map(({ level, times }) => [level, times])
const notices = async (console: { send: ReturnType<typeof browser>['send'] }) =>
  (await console.send<{ kind: string; alarm: string | null }[]>('GET', '/notices')).body.data.map(
    ({ kind, alarm }) => `${kind} ${alarm}`,
  )

const written = new Set<string>()

/** Whom the worker writes to now for these clinics, besides the mails that people get about their own login. */
async function recipients(...clinics: { company_id: string }[]): Promise<string[]> {
  await runJobs(app, { jobs: [sendOwnerMail] })
  const mails = (await sandboxMessages(app)).filter(
    ({ companyId, reference }) =>
      reference.startsWith('oml_') && clinics.some(each => each.company_id === companyId) && !written.has(reference),
  )
  for (const { reference } of mails) written.add(reference)
  return mails.map(({ recipient }) => recipient).toSorted()
}

async function forget() {
  await app.sql("select graphile_worker.add_job('forget_old')")
  await runJobs(app, { jobs: [forgetOldRegularly] })
}

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' }
const from = (address: string) => ({ 'x-forwarded-for': address })

function logIn(user: { email: string }, headers: Record<string, string> = {}, password?: string) {
  const credentials = { email: user.email, password: password ?? 'correct horse battery staple' }
  return browser(app).send('POST', '/session', credentials, headers)
}

test('a login from a browser or network not seen before is told to the person, and to owners if it is an owner’s', async () => {
  const clinic = await app.clinic()
  const owner = await employee(app, clinic, 'owner')
  const doctor = await employee(app, clinic, 'doctor')
  assert.deepEqual(await raised('new_device', clinic), [])
  await logIn(doctor.user, FIREFOX)
  const [event] = await raised('new_device', clinic)
  assert.deepEqual([event?.level, event?.data.browser, event?.data.userId], ['WARN', 'Firefox', doctor.user.id])
  assert.deepEqual([await notices(doctor), await notices(owner)], [['own_login new_device'], []])
  assert.deepEqual(await recipients(clinic), [doctor.user.email])
  await logIn(doctor.user, { ...FIREFOX, ...from('203.0.113.7') })
  assert.equal((await raised('new_device', clinic)).length, 2)
  assert.deepEqual(await recipients(clinic), [doctor.user.email])
  const second = await employee(app, clinic, 'owner')
  await logIn(owner.user, FIREFOX)
  assert.deepEqual(await recipients(clinic), [owner.user.email, second.user.email].toSorted())
  assert.deepEqual(await notices(owner), ['security_event new_device'])
})

test('what was seen within ninety days is known, and after them new again', async () => {
  const clinic = await app.clinic()
  const { user } = await employee(app, clinic, 'doctor')
  await logIn(user, FIREFOX)
  await logIn(user, FIREFOX)
  assert.equal((await raised('new_device', clinic)).length, 1)
  await app.sql("update known_device set last_seen_at = last_seen_at - interval '91 days' where user_id = $1", [
    user.id,
  ])
  await app.sql("update security_event set created_at = created_at - interval '2 hours' where company_id = $1", [
    clinic.company_id,
  ])
  await forget()
  assert.equal((await app.sql('select from known_device where user_id = $1', [user.id])).length, 1)
  await logIn(user, FIREFOX)
  await logIn(user, { 'user-agent': 'curl/8' })
  assert.equal((await raised('new_device', clinic)).length, 3)
})

test('a device counts once the second factor was given', async () => {
  const clinic = await app.clinic()
  const { user } = await employee(app, clinic, 'doctor', { totp: true })
  const console = browser(app)
  await console.send('POST', '/session', { email: user.email, password: 'correct horse battery staple' }, FIREFOX)
  assert.deepEqual(await raised('new_device', clinic), [])
  await console.send('POST', '/session/second-factor', { code: await totpCode(30) }, FIREFOX)
  assert.deepEqual(toldOf(await raised('new_device', clinic)), [['WARN', 1]])
})

test('a login in two clinics is told in both, and the person is written to once', async () => {
  const [one, two] = [await app.clinic(), await app.clinic()]
  const { user } = await employee(app, one, 'owner')
  await member(app, user, two, 'owner')
  await logIn(user, FIREFOX)
  assert.equal((await raised('new_device', one, two)).length, 2)
  assert.deepEqual(await recipients(one, two), [user.email])
})

test('ten failed logins within a quarter of an hour are told to the person and the owners, from wherever they come', async () => {
  const clinic = await app.clinic()
  const owner = await employee(app, clinic, 'owner')
  const user = await person(app)
  await member(app, user, clinic, 'doctor')
  for (let n = 1; n <= 9; n++) await logIn(user, from(`198.51.100.${n}`), 'wrong')
  const counted = () => app.sql("select from sighting where key = 'failures of ' || $1", [user.id])
  await eventually(async () => (await counted()).length, 9)
  assert.deepEqual(await raised('login_failures', clinic), [])
  await logIn(user, from('198.51.100.10'), 'wrong')
  await eventually(async () => toldOf(await raised('login_failures', clinic)), [['WARN', 1]])
  assert.deepEqual(await recipients(clinic), [owner.user.email, user.email].toSorted())
})

test('fifty failed logins from one network are told to all who were tried from there, unknown addresses count as well', async () => {
  const [one, two] = [await app.clinic(), await app.clinic()]
  const [first, second] = [await person(app), await person(app)]
  await member(app, first, one, 'owner')
  await member(app, second, two, 'owner')
  const network = '192.0.2.77'
  const tried = [first, second, ...Array.from({ length: 47 }, (_, n) => ({ email: `nobody${n}@nowhere.example` }))]
  for (const user of tried) await logIn(user, from(network), 'wrong')
  const counted = () => app.sql("select from sighting where key = 'failures from ' || $1", [network])
  await eventually(async () => (await counted()).length, 49)
  assert.deepEqual(await raised('login_failures', one, two), [])
  await logIn({ email: 'nobody@nowhere.example' }, from(network), 'wrong')
  await eventually(async () => (await raised('login_failures', one, two)).length, 2)
  assert.ok((await raised('login_failures', one, two)).every(({ data }) => data.network === network))
})

test('a recovery code in place of the second factor is told to the person and the owners', async () => {
  const clinic = await app.clinic()
  const owner = await employee(app, clinic, 'owner')
  const { user, send } = await employee(app, clinic, 'doctor', { totp: true })
  const { body } = await send<{ recoveryCodes: string[] }>('POST', '/me/second-factor/recovery-codes', {})
  const console = browser(app)
  await console.logIn(user.email)
  await console.send('POST', '/session/second-factor', { code: body.data.recoveryCodes[0] })
  assert.deepEqual(toldOf(await raised('recovery_code_used', clinic)), [['WARN', 1]])
  assert.deepEqual(await recipients(clinic), [owner.user.email, user.email].toSorted())
})

test('a second factor that is removed and a password that is reset are told to the owners; the person has a mail of their own', async () => {
  const clinic = await app.clinic()
  const owner = await employee(app, clinic, 'owner')
  const { user, send } = await employee(app, clinic, 'doctor', { totp: true })
  assert.equal((await send('DELETE', '/me/second-factor')).status, 200)
  await browser(app).send('POST', '/password-resets', { email: user.email })
  const token = await mailedToken(app, user.email)
  const reset = await browser(app).send('POST', `/password-resets/${token}`, { password: NEW_PASSWORD })
  assert.equal(reset.status, 200, JSON.stringify(reset.body))
  assert.deepEqual(toldOf(await raised('second_factor_removed', clinic)), [['WARN', 1]])
  assert.deepEqual(toldOf(await raised('password_reset', clinic)), [['WARN', 1]])
  assert.deepEqual(await recipients(clinic), [owner.user.email, owner.user.email])
})

test('a new owner is told to every owner at once and critically, a new admin as a warning; who loses a role is no news', async () => {
  const clinic = await app.clinic()
  const owner = await employee(app, clinic, 'owner')
  const doctor = await employee(app, clinic, 'doctor')
  const become = (role: string) => owner.send('PATCH', `/members/${doctor.user.id}`, { role })
  await become('admin')
  await become('admin')
  assert.deepEqual(toldOf(await raised('admin_added', clinic)), [['WARN', 1]])
  assert.deepEqual(await recipients(clinic), [owner.user.email])
  await become('owner')
  await become('admin')
  assert.deepEqual(toldOf(await raised('owner_added', clinic)), [['CRITICAL', 1]])
  assert.deepEqual(toldOf(await raised('admin_added', clinic)), [['WARN', 1]])
  assert.deepEqual(await notices(owner), ['security_event owner_added', 'security_event admin_added'])
})

test('an owner who comes by an invitation is told as well', async () => {
  const clinic = await app.clinic()
  const owner = await employee(app, clinic, 'owner')
  const invited = await person(app)
  await owner.send('POST', '/invitations', { email: invited.email, role: 'owner' })
  const token = await mailedToken(app, invited.email)
  assert.equal((await browser(app).send('POST', `/invitation-offers/${token}/accept`, {})).status, 200)
  const [event] = await raised('owner_added', clinic)
  assert.deepEqual([event?.level, event?.data.userId], ['CRITICAL', invited.id])
  assert.deepEqual(await recipients(clinic), [invited.email, owner.user.email].toSorted())
})

test('what was counted and what was seen is forgotten in time', async () => {
  await app.sql("insert into sighting values ('old', 'one', now() - interval '2 hours'), ('new', 'one', now())")
  await forget()
  const left = await app.sql("select key from sighting where key in ('old', 'new')")
  assert.deepEqual(left, [{ key: 'new' }])
})
