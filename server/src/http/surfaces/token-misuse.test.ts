import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { runJobs } from '../../../test/support/app/jobs.ts'
import { sandboxMessages } from '../../../test/support/clinic/sandbox-messages.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { employee } from '../../../test/support/staff/staff.ts'
import { sendOwnerMail } from '../../jobs/send-owner-mail.ts'

const settings = { TRUST_PROXY: '127.0.0.0/8' }
const app = await startApp(settings)

async function installed(wishes?: Parameters<typeof app.installation>[1]) {
  const clinic = await app.clinic()
  const { token, installation } = await app.installation(clinic, wishes)
  const call = async (address: string, { url } = app) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
    return (await fetch(`${url}/api/v1/clinic`, { headers })).status
  }
  const raised = async () =>
    (
      await app.sql<{ kind: string; level: string; data: Record<string, unknown> }>(
        'select kind, level, data from security_event where company_id = $1',
        [clinic.company_id],
      )
    ).map(({ kind, level, data }) => [kind, level, data.cause, data.installationId === installation.id])
  const end = () =>
    app.sql("update plugin_token set expires_at = now() - interval '1 minute' where installation_id = $1", [
      installation.id,
    ])
  return { clinic, installation, call, raised, end }
}
const misuse = (cause: string) => [['token_misuse', 'CRITICAL', cause, true]]
const counted = (of: string) =>
  app.sql<{ what: string }>('select what from sighting where key like $1', [`${of}%`]).then(({ length }) => length)

test('one call from an address that is not the key’s own is told to the owners: a notice, and a mail that waits for no schedule', async () => {
  const { clinic, call, raised } = await installed({ ipRanges: ['203.0.113.0/24'] })
  const owner = await employee(app, clinic, 'owner')
  assert.equal(await call('203.0.113.9'), 200)
  assert.deepEqual(await raised(), [])
  assert.equal(await call('198.51.100.1'), 403)
  await eventually(raised, misuse('address'))
  const notices = await owner.send<{ alarm: string }[]>('GET', '/notices')
  assert.deepEqual(
    notices.body.data.map(({ alarm }) => alarm),
    ['token_misuse'],
  )
  await runJobs(app, { jobs: [sendOwnerMail] })
  const mails = (await sandboxMessages(app)).filter(({ recipient }) => recipient === owner.user.email)
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.body ?? '', /plg_live_[\w-]+… .* from an address that it may not be used from/)
})

test('a key that has ended is told of when it comes a third time within ten minutes, to whichever processes', async () => {
  const { call, raised, end } = await installed()
  await end()
  const other = await app.secondProcess(settings)
  assert.deepEqual([await call('203.0.113.9'), await call('203.0.113.9', other)], [401, 401])
  await eventually(() => counted('ended '), 2)
  assert.deepEqual(await raised(), [])
  await call('203.0.113.9', other)
  await eventually(raised, misuse('ended'))
})

test('a key that comes from five networks within an hour is told of, and not from four', async () => {
  const { call, raised } = await installed()
  for (let n = 1; n <= 4; n++) for (let times = 0; times < 3; times++) await call(`203.0.113.${n}`)
  await eventually(() => counted('networks of '), 4)
  assert.deepEqual(await raised(), [])
  for (let n = 5; n <= 12; n++) await call(`203.0.113.${n}`)
  await eventually(raised, misuse('networks'))
})

test('addresses of one network are one, and a key that keeps to it costs the database nothing', async () => {
  const { call } = await installed()
  const before = await counted('networks of ')
  for (let n = 1; n <= 9; n++) await call(`2001:db8:0:1::${n}`)
  assert.equal(await counted('networks of '), before)
})

test('a stopped plugin that still calls is no misuse of its key', async () => {
  const { call, raised } = await installed({ status: 'SUSPENDED' })
  for (let n = 0; n < 4; n++) assert.equal(await call('203.0.113.9'), 403)
  assert.deepEqual(await raised(), [])
})
