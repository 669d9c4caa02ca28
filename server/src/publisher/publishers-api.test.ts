import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPublisherKey, listPublisherKeys, revokePublisherKey } from '@clinic/contract/publisher/keys.ts'
import {
  addPublisherMember,
  changePublisherMember,
  listPublisherMembers,
  removePublisherMember,
} from '@clinic/contract/publisher/members.ts'
import {
  acceptPublisherMembership,
  createPublisher,
  getPublisher,
  listOwnPublishers,
  updatePublisher,
} from '@clinic/contract/publisher/publishers.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import {
  developer,
  keyClient,
  makePublisher,
  member,
  openPublisherScene,
  publisherClient,
} from '../../test/support/publisher/scene.ts'
import { mailsTo } from '../../test/support/staff/staff-mail.ts'
import { newPublisherKey } from '../domain/publishers/publisher-access.ts'
import { sendStaffMail } from '../jobs/send-staff-mail.ts'

const app = await startApp()

const profile = {
  name: { en: 'Smile Software' },
  website: 'https://smile.example.com',
  supportEmail: 'a@smile.example',
}
const rolesIn = async (clinic: string) =>
  Object.fromEntries(
    (
      await app.sql<{ user_id: string; role: string; active: boolean }>(
        'select user_id, role, active from membership where company_id = $1',
        [clinic],
      )
    ).map(({ user_id, role, active }) => [user_id, active ? role : 'out']),
  )

test('a publisher comes with a sandbox clinic, in which its owner is the owner, and with the record of it', async () => {
  const { api, user } = await developer(app)
  const { status, body } = await api.call(createPublisher, profile)
  assert.equal(status, 201)
  const { id, sandboxClinicId, verifiedHost, name } = body.data
  assert.deepEqual([verifiedHost, name], [null, { en: 'Smile Software', ar: null }])
  const [clinic] = await app.sql('select sandbox, active from clinic where company_id = $1', [sandboxClinicId])
  assert.deepEqual(clinic, { sandbox: true, active: true })
  assert.deepEqual(await rolesIn(sandboxClinicId), { [user.id]: 'owner' })
  const records = await app.sql('select operation, caller, changed_fields from audit_record where company_id = $1', [
    sandboxClinicId,
  ])
  const changed_fields = ['name', 'supportEmail', 'website']
  assert.deepEqual(records, [{ operation: 'createPublisher', caller: `staff ${user.id}`, changed_fields }])
  const own = await api.list(listOwnPublishers, {})
  assert.deepEqual(
    own.body.data.map(one => [one.id, one.role, one.accepted]),
    [[id, 'OWNER', true]],
  )
})

test('one person owns at most five publishers, however many they make at the same time', async () => {
  const { api } = await developer(app)
  const answers = await Promise.all(Array.from({ length: 12 }, () => api.call(createPublisher, profile)))
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 5)
  const refused = answers.find(({ status }) => status !== 201)
  assert.deepEqual(refused?.body.error.details?.issues?.[0]?.code, 'too_many')
})

test('names lose what could turn around the sentences that they stand in, and one of nothing else is none', async () => {
  const { api } = await developer(app)
  const odd = { en: 'Safe\u202eelpmaxe', ar: '\u2066' }
  const { body } = await api.call(createPublisher, { ...profile, name: odd })
  assert.deepEqual(body.data.name, { en: 'Safeelpmaxe', ar: null })
  const empty = await api.call(createPublisher, { ...profile, name: { en: '\u202e \u202c' } })
  assert.deepEqual(empty.body.error.details?.issues?.[0]?.path, '/name/en')
})

test('a host that the website leaves is not verified any more', async () => {
  const { api, publisherId, clinic } = await openPublisherScene(app)
  const verify = (host: string) =>
    app.sql('update publisher set website = $2, verified_host = $3 where company_id = $1', [
      ...[clinic.company_id, `https://${host}/start`, host],
    ])
  await verify('mine.example.com')
  const same = await api.call(updatePublisher, { publisherId, website: 'https://mine.example.com/other' })
  assert.equal(same.body.data.verifiedHost, 'mine.example.com')
  const moved = await api.call(updatePublisher, { publisherId, website: 'https://mine.example.com:8443/' })
  assert.equal(moved.body.data.verifiedHost, null)
})

test('nobody belongs to a publisher before they accept, and the answer does not tell whether there is such a login', async () => {
  const { api, publisherId, clinic } = await openPublisherScene(app)
  const { user, cookie, api: theirs } = await developer(app)
  const invite = (email: string) => api.call(addPublisherMember, { publisherId, email, role: 'DEVELOPER' })
  const [known, unknown] = [await invite(user.email.toUpperCase()), await invite('nobody@publisher.example')]
  const shapeOf = ({ status, body }: typeof known) => [
    status,
    Object.keys(body.data),
    body.data.state,
    body.data.userId,
  ]
  assert.deepEqual(shapeOf(known), shapeOf(unknown))
  const inside = publisherClient(app, () => cookie, publisherId)
  assert.equal((await inside.call(getPublisher, { publisherId })).status, 404)
  assert.equal((await rolesIn(clinic.company_id))[user.id], undefined)
  const [invitation] = (await theirs.list(listOwnPublishers, {})).body.data
  assert.deepEqual([invitation?.id, invitation?.accepted], [publisherId, false])
  const memberId = invitation?.memberId ?? ''
  const stranger = await developer(app)
  assert.equal((await stranger.api.call(acceptPublisherMembership, { memberId })).status, 404)
  assert.equal((await theirs.call(acceptPublisherMembership, { memberId })).status, 200)
  assert.equal((await theirs.call(acceptPublisherMembership, { memberId })).status, 404)
  assert.equal((await inside.call(getPublisher, { publisherId })).status, 200)
  assert.equal((await rolesIn(clinic.company_id))[user.id], 'admin')
  assert.equal((await invite(user.email)).body.error.code, 'already_member')
})

/** A publisher whose owner invites, and what a person at the address was mailed. */
async function inviting(names: object = {}) {
  const scene = await openPublisherScene(app)
  const { api, publisherId } = scene
  await api.call(updatePublisher, { publisherId, name: { en: 'Smile Software', ar: 'برامج الابتسامة' }, ...names })
  await app.sql("update staff_user set name = 'Sara Haddad', name_ar = 'سارة حداد' where id = $1", [scene.user.id])
  const invite = (email: string, role: 'OWNER' | 'DEVELOPER' | 'VIEWER' = 'DEVELOPER') =>
    api.call(addPublisherMember, { publisherId, email, role })
  const longAgo = (hours: number) =>
    app.sql("update publisher_invitation set created_at = created_at - $2 * interval '1 hour' where company_id = $1", [
      ...[scene.clinic.company_id, hours],
    ])
  return { ...scene, invite, longAgo }
}

test('who is invited is mailed who invites, to which publisher, as what, and what to do with a login and without one', async () => {
  const { invite, user } = await inviting()
  const { user: known } = await developer(app)
  await invite(known.email, 'VIEWER')
  await invite('new@people.example')
  const [[known1 = '', ...more], [new1 = '']] = [
    await mailsTo(app, known.email),
    await mailsTo(app, 'new@people.example'),
  ]
  assert.deepEqual(more, [])
  for (const part of [/Sara Haddad invites you to the publisher Smile Software/, /سارة حداد .*برامج الابتسامة/]) {
    assert.match(known1, part)
    assert.match(new1, part)
  }
  assert.match(known1, /as a viewer[\s\S]*Log in[^\n]*https:\/\/clinic\.test\/publisher[\s\S]*بصفة مُطّلع/)
  assert.doesNotMatch(known1, /signup/)
  assert.match(new1, /as a developer[\s\S]*https:\/\/clinic\.test\/signup\n[\s\S]*\/publisher/)
  assert.ok(new1.indexOf('invites you to') < new1.indexOf('يدعوكم'))
  await app.sql("update staff_user set language = 'ar' where id = $1", [user.id])
  await invite('third@people.example')
  const [third = ''] = await mailsTo(app, 'third@people.example')
  assert.ok(third.indexOf('يدعوكم') < third.indexOf('invites you to'))
})

test('where no person registers, the mail sends to the operator, and what people call themselves makes no link of it', async () => {
  const { invite } = await inviting({ name: { en: 'Win https://evil.example/now', ar: 'a@evil.example' } })
  await invite('closed@people.example')
  await runJobs(app, { jobs: [sendStaffMail], settings: { PUBLISHER_SIGNUP: 'off' } })
  const [mail = ''] = await mailsTo(app, 'closed@people.example')
  assert.match(mail, /Ask the operator/)
  assert.doesNotMatch(mail, /signup|evil\.example|@/)
  assert.match(mail, /the publisher Win https evil\. example now,/)
})

test('an invitation that was taken back or accepted before its mail went is not mailed', async () => {
  const { invite, api, publisherId } = await inviting()
  const { user, api: theirs } = await developer(app)
  const gone = await invite('gone@people.example')
  await api.call(removePublisherMember, { publisherId, id: gone.body.data.id })
  const accepted = await invite(user.email)
  await theirs.call(acceptPublisherMembership, { memberId: accepted.body.data.id })
  assert.deepEqual([await mailsTo(app, 'gone@people.example'), await mailsTo(app, user.email)], [[], []])
})

test('an address is invited again once an hour, as what is said then, also where it was taken back meanwhile', async () => {
  const { invite, longAgo, api, publisherId } = await inviting()
  const email = 'again@people.example'
  const first = await invite(email, 'VIEWER')
  const soon = await invite(email, 'OWNER')
  assert.deepEqual([soon.status, soon.body.error.code], [429, 'rate_limited'])
  await api.call(removePublisherMember, { publisherId, id: first.body.data.id })
  assert.equal((await invite(email)).status, 429)
  await longAgo(1)
  const second = (await invite(email, 'VIEWER')).body.data
  await longAgo(1)
  const third = (await invite(email, 'OWNER')).body.data
  assert.deepEqual([third.id, third.role, third.state], [second.id, 'OWNER', 'INVITED'])
  assert.ok(Date.parse(third.invitedAt ?? '') > Date.parse(second.invitedAt ?? ''))
  assert.equal((await api.list(listPublisherMembers, { publisherId })).body.data.length, 2)
})

test('a publisher mails twenty invitations a day, whoever was taken out and wherever its sandbox’s clock stands', async () => {
  const { invite, longAgo, api, publisherId, clinic } = await inviting()
  const answers = await Promise.all(Array.from({ length: 23 }, (_, n) => invite(`p${n}@many.example`)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 20)
  const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []))
  for (const id of ids) await api.call(removePublisherMember, { publisherId, id })
  await app.sql('update clinic set clock_offset_ms = 172800000 where company_id = $1', [clinic.company_id])
  const refused = await invite('one@many.example')
  assert.deepEqual([refused.status, refused.body.error.details?.limit], [429, 20])
  await longAgo(24)
  assert.equal((await invite('one@many.example')).status, 201)
})

test('an address is mailed three invitations a day, whichever publishers send them, and they learn nothing of it', async () => {
  const email = 'sought@people.example'
  const answers = []
  for (let n = 0; n < 5; n++) answers.push(await (await inviting()).invite(email))
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.data.state]),
    Array.from({ length: 5 }, () => [201, 'INVITED']),
  )
  assert.equal((await mailsTo(app, email)).length, 3)
})

test('in the sandbox clinic a developer is an administrator, a viewer and whoever left is not there', async () => {
  const { api, publisherId, clinic } = await openPublisherScene(app)
  const {
    user,
    memberId,
    api: theirs,
  } = await member(app, { id: publisherId, sandboxClinicId: clinic.company_id }, 'DEVELOPER')
  const role = async () => (await rolesIn(clinic.company_id))[user.id]
  assert.equal(await role(), 'admin')
  await api.call(changePublisherMember, { publisherId, id: memberId, role: 'OWNER' })
  assert.equal(await role(), 'owner')
  await api.call(changePublisherMember, { publisherId, id: memberId, role: 'VIEWER' })
  assert.equal(await role(), 'out')
  await api.call(changePublisherMember, { publisherId, id: memberId, role: 'DEVELOPER' })
  assert.equal(await role(), 'admin')
  await api.call(removePublisherMember, { publisherId, id: memberId })
  assert.equal(await role(), 'out')
  assert.equal((await theirs.call(getPublisher, { publisherId })).status, 404)
})

test('a publisher keeps an owner who has accepted, whoever removes whom at the same time', async () => {
  const { api, publisherId, clinic, user } = await openPublisherScene(app)
  await api.call(addPublisherMember, { publisherId, email: 'owner@publisher.example', role: 'OWNER' })
  const members = (await api.list(listPublisherMembers, { publisherId })).body.data
  const own = members.find(({ userId }) => userId === user.id)?.id ?? ''
  const alone = await api.call(changePublisherMember, { publisherId, id: own, role: 'VIEWER' })
  assert.deepEqual([alone.status, alone.body.error.code], [409, 'last_owner'])
  const second = await member(app, { id: publisherId, sandboxClinicId: clinic.company_id }, 'OWNER')
  const answers = await Promise.all([
    api.call(removePublisherMember, { publisherId, id: second.memberId }),
    second.api.call(removePublisherMember, { publisherId, id: own }),
  ])
  assert.deepEqual(answers.map(({ status }) => status === 200).sort(), [false, true])
})

test('a key does nothing once it is revoked, has ended, or its maker has left', async () => {
  const { app: _, api, publisherId, clinic } = await openPublisherScene(app)
  const make = async (client = api) =>
    (await client.call(createPublisherKey, { publisherId, name: 'A key', rights: ['read'] })).body.data
  const statusOf = async (key: string) => (await keyClient(app, key).call(getPublisher, { publisherId })).status
  const revoked = await make()
  assert.equal(await statusOf(revoked.key), 200)
  await api.call(revokePublisherKey, { publisherId, id: revoked.id })
  assert.equal(await statusOf(revoked.key), 401)
  const ended = await make()
  await app.sql("update publisher_key set expires_at = now() - interval '1 second' where id = $1", [ended.id])
  assert.equal(await statusOf(ended.key), 401)
  const maker = await member(app, { id: publisherId, sandboxClinicId: clinic.company_id }, 'DEVELOPER')
  const theirs = await make(maker.api)
  assert.equal(await statusOf(theirs.key), 200)
  await api.call(removePublisherMember, { publisherId, id: maker.memberId })
  assert.equal(await statusOf(theirs.key), 401)
  assert.equal(await statusOf(newPublisherKey()), 401)
})

test('a key is shown once and stored as its hash alone, and its use is recorded with it', async () => {
  const { api, publisherId, clinic } = await openPublisherScene(app)
  const { key, ...made } = (
    await api.call(createPublisherKey, { publisherId, name: 'Build', rights: ['read', 'test'] })
  ).body.data
  assert.match(key, /^pbk_[0-9A-Za-z]{49}$/)
  assert.ok(key.startsWith(made.hint))
  assert.equal(made.lastUsedAt, null)
  const [stored] = await app.sql<{ row: string }>(
    'select to_jsonb(k)::text as row from publisher_key k where id = $1',
    [made.id],
  )
  assert.ok(!stored?.row.includes(key.slice(12)))
  await keyClient(app, key).call(getPublisher, { publisherId })
  const [listed] = (await api.list(listPublisherKeys, { publisherId })).body.data
  assert.notEqual(listed?.lastUsedAt, null)
  assert.equal(Date.parse(made.expiresAt) - Date.parse(made.createdAt), 90 * 86_400_000)
  assert.equal(clinic.sandbox, true)
})

test('a developer gives no key the right to publish, and loses with the role what keys of theirs could do', async () => {
  const { api, publisherId, clinic } = await openPublisherScene(app)
  const publisher = { id: publisherId, sandboxClinicId: clinic.company_id }
  const one = await member(app, publisher, 'DEVELOPER')
  const wish = { publisherId, name: 'Release', rights: ['read', 'publish'] as ('read' | 'publish')[] }
  assert.deepEqual((await one.api.call(createPublisherKey, wish)).body.error.code, 'not_permitted')
  const other = await member(app, publisher, 'OWNER')
  const [release, build] = [
    (await other.api.call(createPublisherKey, wish)).body.data,
    (await other.api.call(createPublisherKey, { ...wish, rights: ['test', 'read'] })).body.data,
  ]
  const status = async (key: string) => (await keyClient(app, key).call(getPublisher, { publisherId })).status
  await api.call(changePublisherMember, { publisherId, id: other.memberId, role: 'DEVELOPER' })
  assert.deepEqual([await status(release.key), await status(build.key)], [401, 200])
  await api.call(changePublisherMember, { publisherId, id: other.memberId, role: 'VIEWER' })
  assert.equal(await status(build.key), 401)
})

test('at most twenty keys work at the same time, however many are made at once', async () => {
  const { api, publisherId } = await openPublisherScene(app)
  const wish = { publisherId, name: 'One of many', rights: ['read'] as 'read'[] }
  const answers = await Promise.all(Array.from({ length: 24 }, () => api.call(createPublisherKey, wish)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 20)
  const [first] = answers.filter(({ status }) => status === 201)
  await api.call(revokePublisherKey, { publisherId, id: first?.body.data.id ?? '' })
  assert.equal((await api.call(createPublisherKey, wish)).status, 201)
})

test('publishers see nothing of each other: two of the same name are two', async () => {
  const [one, other] = [await developer(app), await developer(app)]
  const [first, second] = [await makePublisher(one.api, 'The same'), await makePublisher(other.api, 'The same')]
  assert.notEqual(first.id, second.id)
  assert.deepEqual(
    (await one.api.list(listOwnPublishers, {})).body.data.map(({ id }) => id),
    [first.id],
  )
})
