import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPermitted, STAFF_ROLES, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { browser, employee, member, person } from '../../test/support/staff/staff.ts'
import { mailedToken, mailsTo } from '../../test/support/staff/staff-mail.ts'

const app = await startApp()
const clinic = await app.clinic({ name: 'Invented Clinic', name_ar: 'عيادة' })
const other = await app.clinic()
const owner = await employee(app, clinic, 'owner')
const admin = await employee(app, clinic, 'admin')
const outsider = await employee(app, other, 'owner')
const DETAILS = { name: 'Lina Qasim', password: 'three invented words' }
type Invitation = { id: string; email: string; role: string; expiresAt: string; createdAt: string }
let people = 0
const address = () => `invited${++people}@clinic.example`
const invite = (email: string, role = 'receptionist', by = owner) =>
  by.send<Invitation>('POST', '/invitations', { email, role })
const accept = (token: string, details: object = DETAILS) =>
  browser(app).send<{ email: string }>('POST', `/invitation-offers/${token}/accept`, details)
const look = (token: string) => browser(app).send<Record<string, unknown>>('GET', `/invitation-offers/${token}`)
const pending = async (by = owner) => (await by.send<Invitation[]>('GET', '/invitations')).body.data

async function invited(role = 'receptionist') {
  const email = address()
  const { body } = await invite(email, role)
  return { email, id: body.data.id, token: await mailedToken(app, email) }
}

test('a person who is invited gets a link, makes a login with it, and works in the clinic', async () => {
  const email = address()
  const made = await invite(email.toUpperCase())
  assert.deepEqual([made.status, made.body.data.email, made.body.data.role], [201, email, 'receptionist'])
  assert.equal(Date.parse(made.body.data.expiresAt) - Date.parse(made.body.data.createdAt), 7 * 86_400_000)
  assert.match((await mailsTo(app, email))[0] ?? '', /Invented Clinic[\s\S]*https:\/\/clinic\.test\/invite\/[\w-]{43}/)
  const token = await mailedToken(app, email)
  assert.deepEqual((await look(token)).body.data, {
    email,
    clinicName: 'Invented Clinic',
    clinicNameAr: 'عيادة',
    role: 'receptionist',
    hasAccount: false,
  })
  assert.deepEqual((await accept(token)).body.data, { email, accepted: true })
  const console = browser(app)
  assert.equal((await console.logIn(email, DETAILS.password)).status, 200)
  const { body } = await console.send('GET', '/session')
  assert.deepEqual([body.data.user.name, body.data.clinic?.role], ['Lina Qasim', 'receptionist'])
  assert.deepEqual([(await look(token)).status, (await accept(token)).status], [404, 404])
  assert.ok(!(await pending()).some(invitation => invitation.email === email))
  const [audit] = await app.sql<{ caller: string; resource_ids: string[] }>(
    "select caller, resource_ids from audit_record where operation = 'acceptInvitation' and $1 = any (resource_ids)",
    [made.body.data.id],
  )
  assert.equal(audit?.caller, `staff ${body.data.user.id}`)
})

test('of two acceptances at the same time, one succeeds', async () => {
  const { email, token } = await invited()
  const answers = await Promise.all([1, 2, 3].map(() => accept(token)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
  const [row] = await app.sql<{ count: number }>('select count(*)::int from staff_user where email = $1', [email])
  assert.equal(row?.count, 1)
})

test('who has a login already joins with it, and it stays as it is', async () => {
  const user = await person(app)
  await invite(user.email, 'doctor')
  const token = await mailedToken(app, user.email)
  assert.equal((await look(token)).body.data.hasAccount, true)
  assert.equal((await accept(token, { name: 'Somebody Else', password: 'not the password' })).status, 200)
  const console = browser(app)
  assert.equal((await console.logIn(user.email)).status, 200)
  const { body } = await console.send('GET', '/session')
  assert.deepEqual([body.data.user.name, body.data.clinic?.role], ['Person', 'doctor'])
})

test('without a login, name and password are asked for, and a bad password leaves the link good', async () => {
  const { token } = await invited()
  for (const [details, path] of [
    [{}, '/name'],
    [{ name: 'Lina Qasim' }, '/password'],
    [{ ...DETAILS, password: 'password1234' }, '/password'],
    [{ ...DETAILS, password: 'short' }, '/password'],
  ] as const) {
    const { status, body } = await accept(token, details)
    assert.equal(status, 400)
    assert.ok(JSON.stringify(body.error.details).includes(`"path":"${path}"`), path)
  }
  assert.equal((await accept(token)).status, 200)
})

test('a further invitation of the same address replaces the earlier one', async () => {
  const { email, token } = await invited('doctor')
  await invite(email, 'accountant')
  const next = await mailedToken(app, email)
  assert.deepEqual([(await look(token)).status, (await look(next)).body.data.role], [404, 'accountant'])
  assert.deepEqual(
    (await pending()).filter(one => one.email === email).map(({ role }) => role),
    ['accountant'],
  )
  const both = await Promise.all([invite(email, 'doctor'), invite(email, 'assistant')])
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201],
  )
  assert.equal((await pending()).filter(one => one.email === email).length, 1)
})

test('a withdrawn or expired invitation is none, and withdrawing twice changes nothing', async () => {
  const withdrawn = await invited()
  for (const _ of [1, 2]) assert.equal((await owner.send('DELETE', `/invitations/${withdrawn.id}`)).status, 200)
  assert.deepEqual([(await look(withdrawn.token)).status, (await accept(withdrawn.token)).status], [404, 404])
  const expired = await invited()
  await app.sql("update invitation set expires_at = now() - interval '1 ms' where id = $1", [expired.id])
  assert.deepEqual([(await look(expired.token)).status, (await accept(expired.token)).status], [404, 404])
  assert.ok(!(await pending()).some(({ id }) => id === expired.id || id === withdrawn.id))
})

test('invitations of a clinic are not for other clinics to see or withdraw', async () => {
  const { id, token } = await invited()
  const foreign = await outsider.send('DELETE', `/invitations/${id}`)
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'not_found'])
  assert.deepEqual(await pending(outsider), [])
  assert.equal((await look(token)).status, 200)
})

test('who works in the clinic is not invited again, save when disabled there', async () => {
  const { user } = await employee(app, clinic)
  const again = await invite(user.email)
  assert.deepEqual([again.status, again.body.error.code], [409, 'already_member'])
  await owner.send('PATCH', `/members/${user.id}`, { active: false })
  assert.equal((await invite(user.email, 'assistant')).status, 201)
  assert.equal((await accept(await mailedToken(app, user.email), {})).status, 200)
  const console = browser(app)
  await console.logIn(user.email)
  assert.equal((await console.send('GET', '/session')).body.data.clinic?.role, 'assistant')
})

test('an invitation that comes after joining another way changes no role', async () => {
  const user = await person(app)
  await invite(user.email, 'admin')
  const token = await mailedToken(app, user.email)
  await member(app, user, clinic, 'accountant')
  assert.equal((await accept(token, {})).status, 200)
  const [row] = await app.sql<{ role: string }>('select role from membership where user_id = $1', [user.id])
  assert.equal(row?.role, 'accountant')
})

test('an invited person sees every branch where the invitation says so, and else none that is not their practitioner’s', async () => {
  const seen = async (wish: object) => {
    const email = address()
    const { body } = await owner.send<{ allBranches: boolean }>('POST', '/invitations', {
      email,
      role: 'doctor',
      ...wish,
    })
    assert.equal((await accept(await mailedToken(app, email))).status, 200)
    const [row] = await app.sql<{ all_branches: boolean }>(
      'select all_branches from membership join staff_user on id = user_id where email = $1',
      [email],
    )
    assert.equal(row?.all_branches, body.data.allBranches)
    return row?.all_branches
  }
  const doctor = await app.doctor([await app.branch(clinic)])
  assert.deepEqual(
    [await seen({}), await seen({ allBranches: true }), await seen({ practitionerId: doctor.id })],
    [false, true, false],
  )
})

test('only owners invite owners', async () => {
  const refused = await invite(address(), 'owner', admin)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'not_permitted'])
  assert.equal((await invite(address(), 'admin', admin)).status, 201)
  assert.equal((await invite(address(), 'owner')).status, 201)
})

/** An invitation by an administrator of their own, to be sent by another role where it is given. */
async function sent(as = 'admin', role = 'receptionist') {
  const sender = await employee(app, clinic, as)
  const email = address()
  const { body } = await invite(email, role, sender)
  return { sender, email, id: body.data.id, token: await mailedToken(app, email) }
}
type Sent = Awaited<ReturnType<typeof sent>>

const patch = (userId: string, change: object) => owner.send('PATCH', `/members/${userId}`, change)
const LOSSES: [what: string, lose: (who: Sent['sender']['user']) => Promise<unknown>][] = [
  ['is disabled', ({ id }) => patch(id, { active: false })],
  ['is made a doctor', ({ id }) => patch(id, { role: 'doctor' })],
  ['is removed', ({ id }) => app.sql('delete from membership where user_id = $1', [id])],
  ['may not log in any more', ({ id }) => app.sql('update staff_user set active = false where id = $1', [id])],
]

for (const [what, lose] of LOSSES)
  test(`an invitation ends for good when the member who sent it ${what}`, async () => {
    const [one, other] = [await sent(), await sent()]
    const { sender, id, token } = one
    await lose(sender.user)
    assert.deepEqual([(await look(token)).status, (await accept(token)).status], [404, 404])
    assert.ok(!(await pending()).some(invitation => invitation.id === id))
    await app.sql('update staff_user set active = true where id = $1', [sender.user.id])
    await app.sql('delete from membership where user_id = $1', [sender.user.id])
    await member(app, sender.user, clinic, 'owner')
    assert.deepEqual([(await look(token)).status, (await accept(token)).status], [404, 404])
    const [row] = await app.sql('select from staff_user where email = $1', [one.email])
    assert.equal(row, undefined)
    assert.equal((await accept(other.token)).status, 200, 'The invitation of another member stands.')
  })

test('an owner who becomes an administrator takes back what owners alone may send, and that is recorded', async () => {
  const { sender, id, token } = await sent('owner', 'owner')
  const email = address()
  await invite(email, 'admin', sender)
  const kept = await mailedToken(app, email)
  const { headers } = await patch(sender.user.id, { role: 'admin' })
  assert.deepEqual([(await look(token)).status, (await accept(token)).status], [404, 404])
  assert.equal((await accept(kept)).status, 200)
  const request = headers.get('service-request-id')
  const [record] = await app.sql('select resource_ids from audit_record where request_id = $1', [request])
  assert.deepEqual(record, { resource_ids: [sender.user.id, id] })
})

test('an invitation that has not been mailed yet is not, once it has ended', async () => {
  const sender = await employee(app, clinic, 'admin')
  const email = address()
  await invite(email, 'doctor', sender)
  await patch(sender.user.id, { role: 'accountant' })
  assert.deepEqual(await mailsTo(app, email), [])
})

test('accepting and disabling the member who sent it at the same time: one comes first, and neither waits in a circle', async () => {
  for (let round = 0; round < 5; round++) {
    const { sender, email, token } = await sent()
    const invitee = await person(app)
    await member(app, invitee, clinic, 'doctor')
    await app.sql('update membership set active = false where user_id = $1', [invitee.id])
    await app.sql('update invitation set email = $1 where email = $2', [invitee.email, email])
    const [accepted, disabled] = await Promise.all([accept(token, {}), patch(sender.user.id, { active: false })])
    assert.equal(disabled.status, 200)
    assert.ok([200, 404].includes(accepted.status), String(accepted.status))
    const [row] = await app.sql<{ active: boolean }>('select active from membership where user_id = $1', [invitee.id])
    assert.equal(row?.active, accepted.status === 200)
  }
})

test('the database lets the same roles invite as the contract', async () => {
  const pairs = STAFF_ROLES.flatMap(sender => STAFF_ROLES.map(invited => ({ sender, invited })))
  const found = await app.sql(
    `select sender, invited, may_invite(sender, invited) as may
     from unnest($1::text[], $2::text[]) with ordinality as pair (sender, invited, place) order by place`,
    [pairs.map(({ sender }) => sender), pairs.map(({ invited }) => invited)],
  )
  const mayInvite = (sender: StaffRole, invited: StaffRole) =>
    isPermitted(sender, invited === 'owner' ? 'owners:manage' : 'members:manage')
  assert.deepEqual(
    found,
    pairs.map(({ sender, invited }) => ({ sender, invited, may: mayInvite(sender, invited) })),
  )
})

test('a practitioner of another clinic is none here', async () => {
  const [here, there] = [await app.branch(clinic), await app.branch(other)]
  const [mine, theirs] = [await app.doctor([here]), await app.doctor([there])]
  const of = (practitionerId: string) =>
    owner.send('POST', '/invitations', { email: address(), role: 'doctor', practitionerId })
  const foreign = await of(theirs.id)
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'not_found'])
  assert.equal((await of(mine.id)).status, 201)
})

test('no link of an invitation lies in the database as it is', async () => {
  const { token } = await invited()
  const [row] = await app.sql<{ all: string }>("select string_agg(row_to_json(i)::text, '') as all from invitation i")
  assert.ok(token.length === 43 && !row?.all.includes(token) && !row?.all.includes(Buffer.from(token).toString('hex')))
})
