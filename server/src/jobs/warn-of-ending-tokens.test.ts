import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { mailServer, wordsOf } from '../../test/support/servers/smtp-server.ts'
import { member, person } from '../../test/support/staff/staff.ts'
import { issueToken } from '../domain/plugins/issue-token.ts'

const app = await startApp()
const server = await mailServer()
const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'platform@clinic.example' }

/** A clinic with a key that lives as many days, of which so many have passed. */
async function keyOf(days: number, passed: number) {
  const clinic = await app.clinic()
  await member(app, await person(app), clinic, 'owner')
  const { installation } = await app.installation(clinic)
  const { row } = await app.write(clinic, tx =>
    issueToken(tx, { installationId: installation.id, name: 'Server', expiresInDays: days }),
  )
  const pass = (more: number) =>
    app.sql(
      `update plugin_token set created_at = created_at - $2 * interval '1 day', expires_at = expires_at - $2 * interval '1 day'
       where id = $1`,
      [row.id, more],
    )
  await pass(passed)
  const told = async () =>
    (
      await app.sql<{ days: number }>(
        `select (data->>'days')::int as days from outgoing_mail
         where company_id = $1 and template = 'plugin_token_ending' order by created_at, id`,
        [clinic.company_id],
      )
    ).map(each => each.days)
  const open = () =>
    app.sql(`select from clinic_notice where company_id = $1 and kind = 'plugin_token_ending' and read_at is null`, [
      clinic.company_id,
    ])
  return { clinic, row, installation, pass, told, open }
}
async function run(): Promise<void> {
  await app.sql(`select graphile_worker.add_job('warn_of_ending_tokens')`)
  await runJobs(app, { settings })
}

test('a clinic is warned of the end of a key 30, 7 and 1 days before, once each, by a notice and a mail', async () => {
  const { pass, told, open } = await keyOf(365, 330)
  await run()
  assert.deepEqual(await told(), [])
  await pass(6)
  server.taken.length = 0
  await run()
  await run()
  assert.deepEqual(await told(), [30])
  assert.match(server.taken.map(wordsOf).join(), /The key Server[\s\S]*30 days[\s\S]*المفتاح Server/)
  await pass(23)
  await run()
  await pass(5)
  await run()
  assert.deepEqual([await told(), (await open()).length], [[30, 7, 1], 1])
  await pass(1)
  await run()
  assert.deepEqual(await told(), [30, 7, 1])
})

test('a key that never lived longer is not warned of when it is made, nor one that was replaced, ended or removed', async () => {
  const [short, replaced, ended, removed] = [
    await keyOf(7, 0),
    await keyOf(365, 300),
    await keyOf(365, 340),
    await keyOf(365, 340),
  ]
  await app.write(replaced.clinic, tx => issueToken(tx, { installationId: replaced.installation.id, rotate: true }))
  await app.sql('update plugin_token set revoked_at = now() where id = $1', [ended.row.id])
  await app.sql("update installation set status = 'UNINSTALLED' where id = $1", [removed.installation.id])
  await run()
  for (const { told } of [short, replaced, ended, removed]) assert.deepEqual(await told(), [])
  await short.pass(6)
  await run()
  assert.deepEqual(await short.told(), [1])
})
