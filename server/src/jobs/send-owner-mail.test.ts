import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { mailServer, wordsOf } from '../../test/support/servers/smtp-server.ts'
import { member, person } from '../../test/support/staff/staff.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const clinic = await app.clinic({ name: 'Invented Clinic' })
const server = await mailServer()
const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'platform@clinic.example' }

const FACTS = { webhookEndpointId: 'whe_one', consecutiveFailures: 20 }

async function queued(
  template = 'webhook_endpoint_disabled',
  userId: string | null = null,
  facts: Record<string, unknown> = FACTS,
): Promise<string> {
  const id = newId('oml')
  const at = new Date().toISOString()
  const data = JSON.stringify(facts)
  await app.insert('outgoing_mail', {
    ...{ company_id: clinic.company_id, id, audience: 'OWNERS', template, data, created_at: at, updated_at: at },
    user_id: userId,
  })
  return id
}
async function run(wishes = settings): Promise<void> {
  await app.sql(`select graphile_worker.add_job('send_owner_mail', job_key := 'send_owner_mail')`)
  await runJobs(app, { settings: wishes })
}
const mailOf = async (id: string) =>
  (
    await app.sql<{ sent: boolean; error_code: string | null; attempts: number; wait: number }>(
      `select sent_at is not null as sent, error_code, attempts, round(extract(epoch from due_at - now()) / 60)::int as wait
       from outgoing_mail where id = $1`,
      [id],
    )
  )[0]

const [first, second, doctor] = [await person(app), await person(app), await person(app)]
await member(app, first, clinic, 'owner')
await member(app, second, clinic, 'owner')
await member(app, doctor, clinic, 'doctor')
const owners = [first.email, second.email].sort()

test('writes to the owners of the clinic and to no other person, in both languages, once', async () => {
  const id = await queued()
  await run()
  await run()
  assert.deepEqual(server.taken.map(({ to }) => to).toSorted(), owners)
  const [mail] = server.taken
  assert.equal(mail?.from, 'platform@clinic.example')
  const text = mail ? wordsOf(mail) : ''
  assert.match(text, /20 notifications in a row/)
  assert.match(text, /تعذّر تسليم 20/)
  assert.deepEqual(await mailOf(id), { sent: true, error_code: null, attempts: 1, wait: 1 })
})

test('an owner whose mail did not go through gets it later, and the others not again', async () => {
  server.taken.length = 0
  const id = await queued()
  server.next('RCPT', '450 try later')
  await run()
  assert.equal(server.taken.length, 1)
  assert.deepEqual(await mailOf(id), { sent: false, error_code: null, attempts: 1, wait: 1 })
  await app.sql('update outgoing_mail set due_at = now() where id = $1', [id])
  await run()
  assert.deepEqual(server.taken.map(({ to }) => to).toSorted(), owners)
  assert.equal((await mailOf(id))?.sent, true)
})

test('gives up after ten attempts, and immediately where no template has the text', async () => {
  const [unknown, hopeless] = [await queued('not_a_template'), await queued()]
  await app.sql('update outgoing_mail set attempts = 9 where id = $1', [hopeless])
  const unreachable = { ...settings, SMTP_URL: 'smtp://127.0.0.1:1' }
  await run(unreachable)
  assert.deepEqual([(await mailOf(unknown))?.error_code, (await mailOf(unknown))?.sent], ['content_refused', false])
  assert.deepEqual(
    [(await mailOf(hopeless))?.error_code, (await mailOf(hopeless))?.sent],
    ['carrier_unavailable', false],
  )
})

test('without a mail server the sandbox keeps it, and where that may not pretend nothing is said to be sent', async () => {
  const kept = await queued()
  await run({ SMTP_URL: '', MAIL_FROM: '' })
  assert.equal((await mailOf(kept))?.sent, true)
  const recipients = await app.sql(`select recipient from sandbox_message where reference like $1 order by 1`, [
    `${kept}%`,
  ])
  assert.deepEqual(
    recipients.map(({ recipient }) => recipient),
    owners,
  )
  const unsent = await queued()
  await run({ SMTP_URL: '', MAIL_FROM: '', ...{ SANDBOX_PROVIDERS: 'off' } })
  assert.deepEqual(await mailOf(unsent), { sent: false, error_code: null, attempts: 1, wait: 1 })
})

test('writes also to the person whom it is about while they work there, and to no other', async () => {
  server.taken.length = 0
  await queued('assistant_connected', doctor.id)
  await run()
  assert.deepEqual(server.taken.map(({ to }) => to).toSorted(), [...owners, doctor.email].sort())
  server.taken.length = 0
  await app.sql('update membership set active = false where user_id = $1', [doctor.id])
  await queued('assistant_connected', doctor.id)
  await run()
  assert.deepEqual(server.taken.map(({ to }) => to).toSorted(), owners)
})

test('says of a new assistant where it is answered, and that it sees patients’ contacts where it does', async () => {
  const wordsFor = async (facts: Record<string, unknown>) => {
    server.taken.length = 0
    await queued('assistant_connected', null, facts)
    await run()
    const [mail] = server.taken
    return mail ? wordsOf(mail) : ''
  }
  const [few, all] = [await wordsFor({ host: 'app.example' }), await wordsFor({ host: 'app.example', contacts: true })]
  for (const words of [few, all]) assert.match(words, /app\.example/)
  assert.match(all, /phone numbers and addresses[\s\S]*أرقام هواتف المرضى/)
  assert.doesNotMatch(few, /phone numbers|أرقام هواتف/)
})
