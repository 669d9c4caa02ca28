import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import type { listNotices } from '@clinic/contract/staff/notices.ts'
import {
  type listSecurityEvents,
  MUTABLE_KINDS,
  SECURITY_EVENT_KINDS,
  SECURITY_EVENTS,
} from '@clinic/contract/staff/security-events.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { sandboxMessages } from '../../test/support/clinic/sandbox-messages.ts'
import { employee } from '../../test/support/staff/staff.ts'
import { raiseAlarm } from '../domain/security/raise-alarm.ts'
import { sendOwnerMail } from '../jobs/send-owner-mail.ts'

const app = await startApp()

type Listed = Returned<typeof listSecurityEvents>
type Notice = Returned<typeof listNotices>

async function watched() {
  const clinic = await app.clinic({ name: 'Invented Clinic' })
  const owner = await employee(app, clinic, 'owner')
  const raise = (kind: Parameters<typeof raiseAlarm>[1], subject = 'subject') =>
    app.write(clinic, tx => raiseAlarm(tx, kind, subject, { userName: 'Person' }))
  const events = async (filter = '') => (await owner.send<Listed[]>('GET', `/security-events${filter}`)).body.data
  const acknowledge = (id = '', note?: string) =>
    owner.send<Listed>('POST', `/security-events/${id}/acknowledge`, note === undefined ? {} : { note })
  const notices = async () => (await owner.send<Notice[]>('GET', '/notices')).body.data
  return { clinic, owner, raise, events, acknowledge, notices }
}

/** What the worker sends now to an address: nothing here waits for a schedule. */
async function mailsTo({ email }: { email: string }): Promise<string[]> {
  await runJobs(app, { jobs: [sendOwnerMail] })
  return (await sandboxMessages(app)).filter(({ recipient }) => recipient === email).map(({ body }) => body)
}

test('the same kind and subject within an hour is one event that counts, one notice and one mail', async () => {
  const { owner, raise, events, notices } = await watched()
  for (let n = 0; n < 3; n++) await raise('admin_added')
  await raise('admin_added', 'another subject')
  const [other, same, ...more] = await events()
  assert.deepEqual([other?.times, same?.times, more.length], [1, 3, 0])
  assert.ok((same?.lastAt ?? '') > (same?.createdAt ?? ''))
  assert.equal((await notices()).length, 2)
  assert.equal((await mailsTo(owner.user)).length, 2)
  assert.equal((await mailsTo(owner.user)).length, 2)
})

test('of two at the same time one is counted to the other', async () => {
  const { raise, events } = await watched()
  await Promise.all(Array.from({ length: 8 }, () => raise('admin_added')))
  assert.deepEqual(
    (await events()).map(({ times }) => times),
    [8],
  )
})

test('what happens again after an hour, or after somebody has looked, is a new event', async () => {
  const { clinic, raise, events, acknowledge } = await watched()
  await raise('operator_wrote')
  await app.sql("update security_event set created_at = created_at - interval '61 minutes' where company_id = $1", [
    clinic.company_id,
  ])
  await raise('operator_wrote')
  const [second] = await events()
  await acknowledge(second?.id)
  await raise('operator_wrote')
  assert.deepEqual(
    (await events()).map(({ times, open }) => [times, open]),
    [
      [1, true],
      [1, false],
      [1, true],
    ],
  )
})

test('who looked at an event first stays named with what they found, and its notice is gone for everybody', async () => {
  const { clinic, owner, raise, events, acknowledge, notices } = await watched()
  const admin = await employee(app, clinic, 'admin')
  await raise('second_factor_removed')
  const [event] = await events('?open=true')
  const { status, body } = await acknowledge(event?.id, 'She has a new phone.')
  assert.deepEqual([status, body.data.note, body.data.acknowledgedBy], [200, 'She has a new phone.', owner.user.id])
  const again = await admin.send<Listed>('POST', `/security-events/${event?.id}/acknowledge`, { note: 'Me too.' })
  assert.deepEqual([again.status, again.body.data], [200, body.data])
  assert.deepEqual([await events('?open=true'), await notices()], [[], []])
  assert.equal((await events('?open=false')).length, 1)
})

test('what is only for information is listed and told to nobody', async () => {
  const { owner, raise, events, notices } = await watched()
  for (const kind of SECURITY_EVENT_KINDS) if (SECURITY_EVENTS[kind].some(level => level === 'INFO')) await raise(kind)
  assert.equal((await events('?level=INFO')).length, 8)
  assert.deepEqual([await events('?open=true'), await notices(), await mailsTo(owner.user)], [[], [], []])
})

test('each kind that warns is mailed to owners in English and Arabic, with a text of its own', async () => {
  const { owner, raise } = await watched()
  const warning = SECURITY_EVENT_KINDS.filter(kind => !SECURITY_EVENTS[kind].some(level => level === 'INFO'))
  for (const kind of warning) await raise(kind)
  const mails = await mailsTo(owner.user)
  assert.equal(new Set(mails).size, warning.length)
  for (const mail of mails) {
    assert.match(mail, /Look at it in the console: http/)
    assert.match(mail, /[\u0600-\u06ff]{3}/)
    assert.doesNotMatch(mail, /undefined|null/)
  }
})

test('a kind that is muted is not mailed and still shown; mail of what is critical cannot be switched off', async () => {
  const { owner, raise, events, notices } = await watched()
  const put = (mutedKinds: readonly string[]) => owner.send('PUT', '/security-settings', { mutedKinds })
  assert.equal((await put(MUTABLE_KINDS)).status, 200)
  assert.deepEqual((await owner.send('GET', '/security-settings')).body.data, {
    mutedKinds: [...MUTABLE_KINDS],
    version: 2,
  })
  for (const kind of ['owner_added', 'token_misuse', 'audit_broken'])
    assert.deepEqual([(await put([kind])).status], [400], kind)
  await raise('admin_added')
  await raise('owner_added')
  await app.sql(
    `select raise_security_event(company_id, 'mass_read', 'CRITICAL', 'subject', '{}') from security_event where kind = 'owner_added'`,
  )
  assert.equal((await events('?open=true')).length, 3)
  assert.equal((await notices()).length, 3)
  const mails = await mailsTo(owner.user)
  assert.equal(mails.length, 2)
  assert.ok(mails.every(mail => /a new owner|reached its patients a day/.test(mail)))
})

test('another clinic’s event does not exist', async () => {
  const here = await watched()
  const there = await watched()
  await there.raise('admin_added')
  const [event] = await there.events()
  assert.equal((await here.acknowledge(event?.id)).status, 404)
  assert.deepEqual(await here.events(), [])
  assert.equal((await there.events())[0]?.open, true)
})
