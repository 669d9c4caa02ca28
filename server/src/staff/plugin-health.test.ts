import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Returned } from '@clinic/contract/kernel.ts'
import { getOwnInstallation, listOwnInstallations } from '@clinic/contract/publisher/installations.ts'
import type { getConsent } from '@clinic/contract/staff/catalogue.ts'
import type { getInstalledPlugin, installPlugin } from '@clinic/contract/staff/installations.ts'
import type { askPluginDeveloper, getPluginHealth, getScopeUse } from '@clinic/contract/staff/plugin-health.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { manifest, publish } from '../../test/support/clinic/manifests.ts'
import { eventually } from '../../test/support/eventually.ts'
import { openPublisherScene } from '../../test/support/publisher/scene.ts'
import { mailServer, wordsOf } from '../../test/support/servers/smtp-server.ts'
import { employee, forgetStepUp } from '../../test/support/staff/staff.ts'

const app = await startApp({ RATE_LIMITS: 'on' })
const clinic = await app.clinic({ name: 'Palm Clinic' })
const owner = await employee(app, clinic, 'owner')
const receptionist = await employee(app, clinic, 'receptionist')

type Health = Returned<typeof getPluginHealth>
type Use = Returned<typeof getScopeUse>
type Plugin = Returned<typeof getInstalledPlugin>

/** Who makes the plugins, and sees how they are doing by the same rule. */
const { api: publisher, publisherId, clinic: ownClinic } = await openPublisherScene(app)
const seenByPublisher = async ({ id }: { id: string }) => {
  let health: Returned<typeof getOwnInstallation>['health'] = null
  // What was asked is written down a moment after it was answered: between the two the list may learn of more.
  await eventually(async () => {
    const one = await publisher.call(getOwnInstallation, { publisherId, installationId: id })
    assert.equal(one.status, 200, one.text)
    health = one.body.data.health
    const listed = (await publisher.list(listOwnInstallations, { publisherId, limit: 100 })).body.data
    return isDeepStrictEqual(listed.find(each => each.id === id)?.health, health)
  }, true)
  return health as Returned<typeof getOwnInstallation>['health']
}
const shared = async (one: Installed) => {
  const health = await seenByPublisher(one)
  return [health?.state, health?.causes, health?.patientShare]
}

let plugins = 0
async function install(wishes: object = {}) {
  const slug = `health-${++plugins}`
  await publish(
    app,
    '1.0.0',
    manifest(slug, { requestedScopes: ['patients:read'], optionalScopes: ['appointments:read', 'tasks:read'] }),
  )
  const consent = (await owner.send<Returned<typeof getConsent>>('GET', `/catalogue/${slug}/consent`)).body.data
  const { status, body } = await owner.send<Returned<typeof installPlugin>>('POST', '/installations', {
    ...{ slug, version: '1.0.0', consentHash: consent.consentHash, language: 'en' },
    ...{ optionalScopes: ['appointments:read', 'tasks:read'], ...wishes },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const { installation, token } = body.data
  const path = `/installations/${installation.id}`
  const health = async () => (await owner.send<Health>('GET', `${path}/health`)).body.data
  await app.sql('update plugin set publisher_id = $2 where slug = $1', [slug, publisherId])
  return { slug, id: installation.id, path, token, health, consent, installation }
}
type Installed = Awaited<ReturnType<typeof install>>
const set = (table: string, { id }: Installed, change: string) =>
  app.sql(`update ${table} set ${change} where ${table === 'installation' ? 'id' : 'installation_id'} = $1`, [id])
const logged = (one: Installed, count: number, status: number) =>
  app.sql(
    `insert into request_log (company_id, installation_id, at, id, token_id, operation, status, duration_ms, replayed,
       address, parameters, invalid_fields, not_logged)
     select company_id, installation_id, now(), concat('req_', $2::int, '_', $3::int, '_', n), id, 'listPatients', $3::int, 1, false,
       '127.0.0.1', '{}', '{}', 0
     from plugin_token, generate_series(1, $2::int) as n where installation_id = $1`,
    [one.id, count, status],
  )
const endpoint = (one: Installed, values: object = {}) => {
  const at = new Date().toISOString()
  return app.insert('webhook_endpoint', {
    ...{ company_id: clinic.company_id, id: `whe_${one.id}`, created_at: at, updated_at: at },
    ...{ installation_id: one.id, url: 'https://hooks.example/x', events: [], mode: 'LIVE' as const, ...values },
  })
}
async function queued(one: Installed, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000).toISOString()
  await app.sql(
    `insert into webhook_delivery (company_id, id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at)
     values ($1, $2, $3, 'evt_1', 'patient.created', $4, 'EVENT', $4, $4)`,
    [clinic.company_id, `dlv_${one.id}`, `whe_${one.id}`, at],
  )
}

const CAUSES: readonly [cause: string, make: (one: Installed) => Promise<unknown>][] = [
  ['endpoint_disabled', one => endpoint(one, { active: false, disabled_reason: 'consecutive_failures' })],
  ['requests_failed', async one => [await logged(one, 15, 200), await logged(one, 5, 500)]],
  ['delivery_late', async one => [await endpoint(one), await queued(one, 11)]],
  ['token_ends', one => set('plugin_token', one, "expires_at = now() + interval '13 days'")],
  [
    'update_waits',
    one => set('installation', one, "status = 'UPDATE_PENDING', pending_version_id = plugin_version_id"),
  ],
  ['unused', one => set('installation', one, "installed_at = now() - interval '31 days'")],
]
test('a fifth of the requests that failed is let pass, and so are records that are gone and 19 requests', async () => {
  const [one, few] = [await install(), await install()]
  await logged(one, 16, 200)
  await logged(one, 4, 500)
  await logged(one, 9, 404)
  await logged(few, 19, 403)
  assert.deepEqual([(await one.health()).state, (await few.health()).state], ['WORKING', 'WORKING'])
})

for (const [cause, make] of CAUSES)
  test(`needs attention: ${cause}, with one more than what is let pass`, async () => {
    const one = await install()
    assert.deepEqual([(await one.health()).state, (await one.health()).causes], ['WORKING', []])
    await make(one)
    assert.deepEqual([(await one.health()).state, (await one.health()).causes], ['ATTENTION', [cause]])
    const listed = (await owner.send<Plugin[]>('GET', '/installations')).body.data.find(({ id }) => id === one.id)
    assert.deepEqual(listed?.health, { state: 'ATTENTION', causes: [cause] })
    const seen = await seenByPublisher(one)
    assert.deepEqual([seen?.state, seen?.causes], ['ATTENTION', [cause]])
  })

test('four fifths of the patients a day are let pass; the limit is changed after a step-up, holds at the next request and is shown', async () => {
  const one = await install({ patientsPerDay: 100 })
  assert.equal(one.installation.patientsPerDay, 100)
  assert.deepEqual([one.consent.patientsPerDay, one.consent.clinicPatients], [5000, 0])
  // In the week after installing the day's number follows from how many patients the clinic has.
  assert.deepEqual(await shared(one), ['WORKING', [], null])
  await set('installation', one, "installed_at = now() - interval '8 days'")
  const branch = await app.branch(clinic)
  const patients: { id: string }[] = []
  for (let n = 0; n < 101; n++) patients.push(await app.patient(branch))
  const read = async (place: number) =>
    (await app.api(one.token ?? undefined).get(`/patients/${patients[place]?.id}`)).status
  for (let n = 0; n < 80; n++) assert.equal(await read(n), 200)
  await eventually(async () => (await one.health()).patientsToday, 80)
  assert.equal((await one.health()).state, 'WORKING')
  assert.deepEqual(await shared(one), ['WORKING', [], 80])
  for (let n = 80; n < 100; n++) assert.equal(await read(n), 200)
  assert.equal(await read(100), 429)
  assert.deepEqual((await one.health()).causes, ['patient_limit'])
  assert.deepEqual(await shared(one), ['ATTENTION', ['patient_limit'], 100])
  const raise = (patientsPerDay: unknown, who = owner) => who.send('PUT', `${one.path}/limits`, { patientsPerDay })
  assert.equal((await raise(99)).status, 400)
  assert.equal((await raise(1_000_001)).status, 400)
  assert.equal((await raise(200, receptionist)).body.error.code, 'not_permitted')
  await forgetStepUp(app, owner.user)
  assert.equal((await raise(200)).body.error.code, 'step_up_required')
  await app.sql('update staff_session set confirmed_at = now()')
  assert.equal((await raise(200)).status, 200)
  assert.equal(await read(100), 200)
  assert.deepEqual([(await one.health()).state, (await one.health()).patientsPerDay], ['WORKING', 200])
  // 101 of 200, and nothing from which either could be told.
  assert.deepEqual(await shared(one), ['WORKING', [], 50])
  const [record] = await app.sql<{ changed_fields: string[] }>(
    "select changed_fields from audit_record where operation = 'putPluginLimits' and changed_fields is not null",
  )
  assert.deepEqual(record?.changed_fields, ['patientsPerDay'])
})

test('stopped by its clinic, with all others or everywhere, a plugin is Stopped, whatever else is the matter', async () => {
  const one = await install()
  await set('plugin_token', one, "expires_at = now() + interval '1 day'")
  await owner.send('POST', `${one.path}/suspend`, {})
  assert.deepEqual([(await one.health()).state, (await one.health()).causes], ['STOPPED', ['suspended']])
  await owner.send('POST', '/plugins/stop', {})
  assert.deepEqual((await one.health()).causes, ['all_stopped', 'suspended'])
  await owner.send('POST', '/plugins/start', {})
  await owner.send('POST', `${one.path}/resume`, {})
  await set('installation', one, 'held_at = now()')
  assert.deepEqual([(await one.health()).state, (await one.health()).causes], ['STOPPED', ['held']])
  const seen = await seenByPublisher(one)
  assert.deepEqual([seen?.state, seen?.causes], ['STOPPED', ['held']])
  await set('installation', one, "held_at = null, status = 'UNINSTALLED', uninstalled_at = now()")
  assert.equal(await seenByPublisher(one), null)
})

test('by how its requests of an hour went, the latest thousand say enough', async () => {
  const one = await install()
  await logged(one, 400, 500)
  await app.sql("update request_log set at = at - interval '1 minute' where installation_id = $1", [one.id])
  await logged(one, 800, 200)
  const { requestsOfHour, failedOfHour, state } = await one.health()
  assert.deepEqual([requestsOfHour, failedOfHour, state], [1000, 200, 'WORKING'])
  const seen = await seenByPublisher(one)
  assert.deepEqual([seen?.requestsOfHour, seen?.failedOfHour, seen?.state], [1000, 200, 'WORKING'])
})

test('a publisher sees how its plugin is doing by the clock of the clinic, whatever that of its own sandbox says', async () => {
  const ahead = (company: string, days: number) =>
    app.sql('update clinic set clock_offset_ms = $2::bigint * 86400000 where company_id = $1', [company, days])
  const inSandbox = await app.clinic({ sandbox: true })
  const { installation } = await app.installation(inSandbox)
  await app.sql('update plugin set publisher_id = $2 where id = $1', [installation.plugin_id, publisherId])
  await app.sql("update plugin_token set expires_at = now() + interval '20 days' where installation_id = $1", [
    installation.id,
  ])
  await ahead(ownClinic.company_id, 90)
  assert.deepEqual((await seenByPublisher(installation))?.causes, [])
  await ahead(inSandbox.company_id, 8)
  assert.deepEqual((await seenByPublisher(installation))?.causes, ['token_ends'])
})

test('what a scope was used for is counted; what was granted for 90 days without use is said to be unused', async () => {
  const one = await install()
  const branch = await app.branch(clinic)
  await app.patient(branch)
  await app.api(one.token ?? undefined).get('/patients?limit=1')
  const use = async () => (await receptionist.send<Use>('GET', `${one.path}/scope-use`)).body.data.scopes
  await eventually(async () => (await use()).find(({ scope }) => scope === 'patients:read')?.requests30, 1)
  assert.deepEqual(
    (await use()).map(({ scope, required, requests90, patients90, unused }) => [
      scope,
      required,
      requests90,
      patients90,
      unused,
    ]),
    [
      ['patients:read', true, 1, 1, false],
      ['appointments:read', false, 0, 0, false],
      ['tasks:read', false, 0, 0, false],
    ],
  )
  await app.sql('alter table consent_receipt disable trigger append_only')
  await app.sql("update consent_receipt set given_at = now() - interval '91 days' where installation_id = $1", [one.id])
  await app.sql('alter table consent_receipt enable trigger append_only')
  await app.sql(
    `insert into scope_use (company_id, installation_id, scope, day, requests, patients, last_at)
     values ($1, $2, 'tasks:read', current_date - 40, 7, 0, now() - interval '40 days')`,
    [clinic.company_id, one.id],
  )
  const unused = async () => (await use()).filter(each => each.unused).map(({ scope }) => scope)
  assert.deepEqual(await unused(), ['appointments:read'])
  // What was granted anew has not been granted for so long.
  for (const change of [{ remove: ['appointments:read'] }, { add: ['appointments:read'] }])
    assert.equal((await owner.send('POST', `${one.path}/scopes`, { language: 'en', ...change })).status, 200)
  assert.deepEqual(await unused(), [])
})

test('the developer is asked once a day, by mail with the evidence, and answers the person who asked', async () => {
  const one = await install()
  const server = await mailServer()
  const ask = (input: object, who = owner) =>
    who.send<Returned<typeof askPluginDeveloper>>('POST', `${one.path}/ask-developer`, input)
  assert.equal((await ask({ scopes: ['patients:read'] }, receptionist)).body.error.code, 'not_permitted')
  assert.equal((await ask({ scopes: ['invoices:read'] })).status, 400)
  const { status, body } = await ask({ scopes: ['patients:read'], note: 'We never see it used.' })
  assert.deepEqual([status, body.data.sentTo], [200, 'nobody@example.com'])
  const again = await ask({ scopes: ['patients:read'] })
  assert.deepEqual([again.status, again.body.error.code], [429, 'rate_limited'])
  await app.sql(`select graphile_worker.add_job('send_owner_mail', job_key := 'send_owner_mail')`)
  await runJobs(app, {
    settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'platform@clinic.example' },
  })
  const mails = server.taken.filter(({ to }) => to === 'nobody@example.com')
  assert.equal(mails.length, 1)
  const text = mails[0] ? wordsOf(mails[0]) : ''
  for (const part of [
    'Palm Clinic',
    'patients:read',
    'Requests in 90 days: 0',
    'We never see it used.',
    owner.user.email,
  ])
    assert.ok(text.includes(part), part)
  const [record] = await app.sql(
    "select from audit_record where operation = 'askPluginDeveloper' and changed_fields is not null",
  )
  assert.ok(record)
})
