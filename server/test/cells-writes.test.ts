import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { linkToken } from '../src/domain/staff/mail-link.ts'
import { takeNewsEveryMinute } from '../src/jobs/take-news.ts'
import { secretBox } from '../src/kernel/values/secret-box.ts'
import type { presentInvitation } from '../src/present/staff.ts'
import { type Cell, startCells } from './support/app/cells.ts'
import { MASTER_KEY } from './support/app/harness.ts'
import { runJobs } from './support/app/jobs.ts'
import { eventually } from './support/eventually.ts'
import { grantAssistant } from './support/oauth/assistant-grant.ts'
import { type Browser, browser, member, person } from './support/staff/staff.ts'

const { control, north, south } = await startCells()
await eventually(async () => (await control.sql('select from clinic where cell is not null')).length, 2)

const owner = await person(control)
await member(control, owner, north.clinic, 'owner')
const console = browser(north.app)
await console.logIn(owner.email)
const here = { 'clinic-id': north.clinic.company_id }
const NEW_PASSWORD = 'seven green lanterns by the harbour'
type Invitation = ReturnType<typeof presentInvitation>
const send: Browser['send'] = (method, path, body, headers) => console.send(method, path, body, { ...here, ...headers })

/** Has the worker of a cell take what news have arrived, as it does every minute. */
async function take({ app }: Cell): Promise<void> {
  await app.sql("select graphile_worker.add_job('take_news')")
  await runJobs(app, { jobs: [takeNewsEveryMinute] })
}

/** Records of an operation in the clinic of a cell, once its worker has taken what news have arrived. */
async function recorded(cell: Cell, operation: string, caller?: string): Promise<number> {
  const { app, clinic } = cell
  await take(cell)
  const found = 'select from audit_record where company_id = $1 and operation = $2 and caller = coalesce($3, caller)'
  return (await app.sql(found, [clinic.company_id, operation, caller ?? null])).length
}
const news = (kind: string) =>
  north.app.sql<{ id: string }>('select id from cell_news where kind = $1 and company_id = $2', [
    kind,
    north.clinic.company_id,
  ])

test('staff of a cell invite a person where control is; the record stays in the cell, once', async () => {
  const key = { 'idempotency-key': 'invite once' }
  const wish = { email: 'new@clinic.example', role: 'receptionist', allBranches: true }
  const { status, body } = await send<Invitation>('POST', '/invitations', wish, key)
  assert.equal(status, 201, JSON.stringify(body))
  const again = await send<Invitation>('POST', '/invitations', wish, key)
  assert.deepEqual(
    [again.status, again.headers.get('idempotent-replay'), again.body.data.id],
    [201, 'true', body.data.id],
  )
  const listed = await send<Invitation[]>('GET', '/invitations')
  assert.deepEqual(
    listed.body.data.map(({ id }) => id),
    [body.data.id],
  )
  await eventually(async () => (await news('write')).length, 1)
  const queued = "select from graphile_worker.jobs where task_identifier = 'take_news'"
  await eventually(async () => (await north.app.sql(queued)).length, 1)
  assert.equal(await recorded(north, 'invite'), 1)
  assert.equal((await control.sql("select from staff_mail where kind = 'invitation'")).length, 1)
  assert.deepEqual(await control.sql('select from audit_record where company_id = $1', [north.clinic.company_id]), [])
})

test('who accepts, anywhere, works in the cell from then on, whose audit tells of it and of their logging in', async () => {
  const [{ id = '' } = {}] = await control.sql<{ id: string }>(
    "select id from invitation where email = 'new@clinic.example'",
  )
  const token = linkToken(secretBox([MASTER_KEY]), 'invitation', id)
  const visitor = browser(south.app)
  const accepted = await visitor.send('POST', `/invitation-offers/${token}/accept`, {
    name: 'New',
    password: NEW_PASSWORD,
  })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const arrived = browser(north.app)
  assert.equal((await arrived.logIn('new@clinic.example', NEW_PASSWORD)).status, 200)
  assert.equal((await arrived.send('GET', `/patients/${north.patient.id}`, undefined, here)).status, 200)
  await eventually(() => recorded(north, 'acceptInvitation'), 1)
  const [{ id: who = '' } = {}] = await control.sql<{ id: string }>(
    "select id from staff_user where email = 'new@clinic.example'",
  )
  await eventually(() => recorded(north, 'logIn', `staff ${who}`), 1)
  assert.equal(await recorded(south, 'logIn', `staff ${who}`), 0)
})

test('what a member becomes is so at once everywhere, and an alarm of it is raised in the cell alone', async () => {
  const [{ id: who = '' } = {}] = await control.sql<{ id: string }>(
    "select id from staff_user where email = 'new@clinic.example'",
  )
  const other = browser(north.app)
  await other.logIn('new@clinic.example', NEW_PASSWORD)
  const look = async () => (await other.send('GET', '/members', undefined, here)).status
  assert.equal(await look(), 403)
  assert.equal((await send('PATCH', `/members/${who}`, { role: 'admin' })).status, 200)
  assert.equal(await look(), 200)
  const alarms = () => north.app.sql("select from security_event where kind = 'admin_added' and subject = $1", [who])
  await eventually(async () => {
    await take(north)
    return (await alarms()).length
  }, 1)
  assert.deepEqual(await control.sql('select from security_event'), [])
  assert.equal((await send('PATCH', `/members/${who}`, { active: false })).status, 200)
  assert.equal(await look(), 404)
  assert.equal((await send('PATCH', `/members/${owner.id}`, { role: 'doctor' })).body.error.code, 'last_owner')
})

test('a connection of an assistant that is ended in a cell is over with its next request', async () => {
  const { access, grantId } = await grantAssistant(control, north.clinic, { resource: 'http://localhost/mcp' })
  assert.equal((await send('DELETE', `/clinic/assistants/${grantId}`)).status, 200)
  assert.deepEqual(await control.sql('select from oauth_token'), [])
  assert.ok(access)
  await eventually(async () => (await north.app.sql('select from ended_connection where id = $1', [grantId])).length, 1)
  assert.equal(await recorded(north, 'disconnectClinicAssistant'), 1)
})

test('a link to a private plugin is opened where control is, and counts there', async () => {
  const [plugin] = await control.sql<{ id: string; slug: string }>('select id, slug from plugin order by id limit 1')
  const sandbox = await control.clinic({ sandbox: true })
  const token = randomBytes(32).toString('base64url')
  const at = new Date().toISOString()
  await control.insert('publisher', {
    ...{ company_id: sandbox.company_id, id: 'pub_1', name: 'Maker', website: 'https://maker.example' },
    ...{ support_email: 'help@maker.example', created_at: at, updated_at: at },
  })
  await control.insert('install_link', {
    ...{
      company_id: sandbox.company_id,
      id: 'lnk_1',
      plugin_id: plugin?.id ?? '',
      token_hash: hash('sha256', token, 'buffer'),
    },
    ...{
      clinics: 1,
      created_by: 'test',
      created_at: at,
      updated_at: at,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    },
  })
  const opened = await send<{ slug: string }>('POST', '/install-links', { token })
  assert.deepEqual([opened.status, opened.body.data.slug], [200, plugin?.slug])
  assert.equal(
    (await control.sql('select from install_link_clinic where company_id = $1', [north.clinic.company_id])).length,
    1,
  )
})

test('what was done where control is and not written in the cell is done once, and answered once its news are there', async () => {
  const key = { 'idempotency-key': 'in between' }
  const ask = () => send<Invitation>('POST', '/invitations', { email: 'between@clinic.example', role: 'doctor' }, key)
  await north.app.sql(`
    create function break_it() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger broken before insert on idempotency_record for each row execute function break_it()`)
  assert.equal((await ask()).status, 500)
  assert.deepEqual([(await ask()).body.error.code, (await ask()).status], ['idempotency_conflict', 409])
  assert.equal(await recorded(north, 'invite'), 1, 'a half is not taken')
  await north.app.sql('drop trigger broken on idempotency_record')
  await eventually(() => recorded(north, 'invite'), 2)
  const answer = await ask()
  assert.deepEqual([answer.status, answer.headers.get('idempotent-replay')], [201, 'true'])
  assert.equal((await control.sql("select from invitation where email = 'between@clinic.example'")).length, 1)
  assert.equal(await recorded(north, 'invite'), 2)
})

test('news that cannot be taken keep no other waiting, and late ones are recorded as of a time that may be', async () => {
  const tell = (id: string, content: object) =>
    control.sql(
      "insert into cell_news (company_id, id, at, kind, content) values ($1, $2, now() - interval '2 hours', 'audit', $3)",
      [north.clinic.company_id, id, JSON.stringify(content)],
    )
  await tell('new_broken', {})
  await tell('new_late', { request_id: 'req_late', caller: 'staff usr_1', operation: 'late', resource_ids: [] })
  await eventually(() => recorded(north, 'late'), 1)
  const taken = await north.app.sql<{ id: string }>("select id from taken_news where id in ('new_broken', 'new_late')")
  assert.deepEqual(taken, [{ id: 'new_late' }])
})
