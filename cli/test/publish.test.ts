import assert from 'node:assert/strict'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { type ProbeName, REQUIRED_PROBES } from '@clinic/contract/publisher/exams.ts'
import { checkManifest } from '@clinic/contract/publisher/plugins.ts'
import { createClient } from '@clinic/sdk/index.ts'
import { recorder } from '@clinic/sdk/testing.ts'
import { convert } from 'xmlbuilder2'
import { EXAM_RULES } from '../../server/src/exam/exam-rules.ts'
import { examinePlugin } from '../../server/src/jobs/examine-plugin.ts'
import { startApp } from '../../server/test/support/app/harness.ts'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { manifest } from '../../server/test/support/clinic/manifests.ts'
import { SAMPLE_GRANT, SamplePlugin } from '../../server/test/support/exam/sample-plugin.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { type Row, rowsOf } from '../src/records.ts'
import { type Machine, machine } from './machine.ts'
import { publisherWithKey } from './scene.ts'

const app = await startApp()
await startDispatcher(app)
const scene = await publisherWithKey(app)
const { env, publisherId } = scene

let count = 0
/** A machine with a manifest on it, of a plugin that is not there yet. */
async function project(changes: Partial<Manifest> = {}, as = env) {
  const here = await machine(app.url)
  const document = manifest(`reminders-${++count}`, changes)
  await save(here, document)
  return { here, document, plg: (...args: string[]) => here.plg(args, { env: as }) }
}
const save = ({ home }: Machine, document: object) => writeFile(join(home, 'manifest.json'), JSON.stringify(document))

/** One of each kind of fault: shape, format, list, rule between fields, settings. */
const FAULTY = {
  ...manifest('Bad Slug'),
  plugin: {
    ...manifest('Bad Slug').plugin,
    supportEmail: 'nobody',
    privacyPolicyUrl: 'http://x.example',
    colour: 'red',
  },
  requestedScopes: ['patients:reed', 'patients:read'],
  optionalScopes: ['patients:read'],
  requestedEvents: ['appointment.*'],
  settingsSchema: { fields: [{ key: 'a', type: 'nothing' }] },
  webhooks: [{ name: { en: 'Hook' }, events: ['invoice.paid'] }],
  allowedIpRanges: ['here'],
}

/** A plugin that takes a family out of its client, composes, hydrates, and talks of more than it does. */
const SOURCE = `
import { createClient } from '@clinic/sdk'
const clinic = createClient()
const { tasks, leads: theirs } = clinic
// clinic.invoices.list() was here once, and 'invoice.paid' too
export const on = {
  'appointment.created': async (event, { hydrate }) => console.log((await hydrate()).room),
  'lead.*': () => clinic.patients
    .sync({ each: patient => tasks.create({ title: 'https://x.example/' + patient.firstName }) }),
}
const map = new Map()
if (map.has('x')) payments.record({})
await clinic.files.upload({ patientId: 'pat_1', file })
`

test('lint tells where a manifest and its plugin part: by the source, and by what a recorder has seen', async () => {
  const { here } = await project({
    requestedScopes: ['appointments:read', 'patients:read', 'claims:read', 'settings:read'],
    optionalScopes: ['patients:read.pii', 'tasks:write'],
    requestedEvents: ['appointment.created'],
    webhooks: [],
  })
  await mkdir(join(here.home, 'src/node_modules'), { recursive: true })
  await writeFile(join(here.home, 'src/index.ts'), SOURCE)
  await writeFile(join(here.home, 'src/index.test.ts'), 'clinic.loyaltyAccounts.list()')
  await writeFile(join(here.home, 'src/node_modules/other.js'), 'clinic.loyaltyAccounts.list()')
  const told = ({ rows }: { rows: Row[] }) =>
    rows.map(({ path, code, severity, message }) => [path, code, severity, String(message).split(' ')[0]])
  const bySource = await here.plg(['lint', '--src', 'src'])
  assert.equal(bySource.code, 1, bySource.stderr)
  assert.deepEqual(told(bySource), [
    ['/requestedScopes', 'scope_not_requested', 'error', 'index.ts:13'],
    ['/requestedScopes', 'scope_not_requested', 'error', 'index.ts:13'],
    ['/requestedEvents', 'event_not_requested', 'error', 'index.ts:8'],
    ['/requestedScopes/2', 'scope_never_used', 'warning', 'claims:read'],
  ])
  const seen = recorder(async () => new Response('{}'))
  const clinic = createClient({ token: 'plg_test_x', baseUrl: 'http://clinic.invalid', fetch: seen.fetch })
  await clinic.invoices.list().catch(() => undefined)
  await writeFile(join(here.home, 'used.json'), JSON.stringify(seen))
  const byRecorder = await here.plg(['lint', '--used', 'used.json'])
  assert.deepEqual(
    byRecorder.rows.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ['used.json calls invoices.list, which needs invoices:read'],
  )
  assert.equal((await here.plg(['lint', '--src', 'nowhere'])).code, 2)
})

test('lint names every problem that the service names, by its pointer, without a login; and none of a sound manifest', async () => {
  const { here, plg } = await project()
  assert.deepEqual((await here.plg(['lint'])).code, 0)
  await save(here, FAULTY)
  const { body } = await scene.api.call(checkManifest, { publisherId, manifest: FAULTY })
  assert.ok(body.data.issues.length >= 9)
  const local = await here.plg(['lint'])
  assert.deepEqual([local.code, local.error.code, local.rows], [1, 'invalid_manifest', body.data.issues])
  const remote = await plg('lint', '--remote')
  assert.deepEqual([remote.code, remote.rows], [1, body.data.issues])
  await writeFile(join(here.home, 'manifest.json'), '{')
  assert.equal((await here.plg(['lint'])).code, 2)
})

test('publish takes a slug when it is told to, uploads, publishes, and does nothing twice', async () => {
  const { here, document, plg } = await project()
  const unknown = await plg('publish', '1.0.0')
  assert.deepEqual([unknown.code, unknown.error.code], [1, 'no_such_plugin'])
  const up = await plg('publish', '1.0.0', '--create', '--upload-only', '--notes', 'The first.')
  assert.deepEqual([up.code, up.rows[0]?.state], [0, 'UPLOADED'], up.stderr)
  const out = await plg('publish', '1.0.0')
  assert.deepEqual([out.code, out.rows[0]?.state, out.rows[0]?.id], [0, 'PUBLISHED', up.rows[0]?.id], out.stderr)
  assert.equal((await plg('publish', '1.0.0')).rows[0]?.state, 'PUBLISHED')
  await save(here, { ...document, requestedEvents: [] })
  const other = await plg('publish', '1.0.0')
  assert.deepEqual([other.code, other.error.code], [1, 'number_taken'])
  const next = await plg('publish', '1.1.0')
  assert.match(next.stderr, /droppedEvents: appointment\.created/)
})

test('what the service refuses of a manifest comes with its pointers and the id of the request', async () => {
  const { here, document, plg } = await project()
  await save(here, { ...document, requestedScopes: [] })
  const { code, error } = await plg('publish', '1.0.0', '--create')
  assert.deepEqual([code, error.code, typeof error.requestId], [1, 'validation_failed', 'string'])
  assert.match(JSON.stringify(error.details), /\/requestedScopes/)
})

test('install puts a version in the own sandbox; its secrets are shown this once, or written for their owner alone', async () => {
  const template = { name: { en: 'Hook' }, events: ['appointment.created'] }
  const { here, plg } = await project({ webhooks: [template] })
  const early = await plg('install')
  assert.equal(early.error.code, 'no_such_plugin')
  await plg('publish', '0.1.0', '--create', '--upload-only')
  const args = ['install', '--webhook', 'http://127.0.0.1:4199/hooks']
  const shown = await plg(...args)
  assert.match(String(shown.rows[0]?.token), /^plg_test_/, shown.stderr)
  const again = await plg(...args)
  assert.deepEqual([again.code, again.error.code], [1, 'already_installed'])
  const written = await plg(...args, '--replace', '--env', '.env')
  const path = join(here.home, '.env')
  assert.deepEqual([written.code, (await stat(path)).mode & 0o777], [0, 0o600], written.stderr)
  const text = await readFile(path, 'utf8')
  assert.match(text, /^CLINIC_URL=http.+\nCLINIC_TOKEN=plg_test_\S+\nWEBHOOK_SECRET=whsec_\S+\n$/)
  assert.doesNotMatch(written.stdout + written.stderr, /plg_test_|whsec_/)
  const { rows } = await here.plg(['whoami'])
  assert.deepEqual([rows[0]?.installationId, rows[0]?.tokenFrom], [written.rows[0]?.id, 'profile default'])
})

/** The exam of the platform, with less to wait for. */
const jobs = [
  examinePlugin({
    ...EXAM_RULES,
    ...{ readyMs: 0, forgerySilenceMs: 200, endSilenceMs: 1000, removalAfterMs: 1000, quietMs: 500, burst: 3 },
    together: 30,
  }),
]

/** Begins the exam of a sample, in a sandbox of its own, by plg, and gives it the keys that plg has written. */
async function examined(brokenAt?: ProbeName) {
  const { env: as } = await publisherWithKey(app)
  const { here, plg } = await project(SAMPLE_GRANT, as)
  await plg('publish', '1.0.0', '--create', '--upload-only')
  const plugin = new SamplePlugin(`${app.url}/api/v1`, brokenAt)
  const args = [
    'exam',
    '1.0.0',
    '--at',
    await plugin.start(),
    '--env',
    '.env',
    '--junit',
    'exam.xml',
    '--report',
    'exam.json',
  ]
  const running = here.start(args, { env: as })
  await running.says(/keys of the exam are in/)
  const written = await readFile(join(here.home, '.env'), 'utf8')
  const given = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(written)?.[1] ?? ''
  plugin.installed({ token: given('CLINIC_TOKEN'), signingSecret: given('WEBHOOK_SECRET') })
  const file = (name: string) => readFile(join(here.home, name), 'utf8')
  const report = async () => ({
    ...(await running.ended),
    junit: await file('exam.xml'),
    json: await file('exam.json'),
  })
  return { report, brokenAt }
}

/** The cases of a JUnit report that have failed, as a reader of XML finds them. */
function failedIn(junit: string): { cases: number; counted: number; failed: unknown[] } {
  const { testsuite } = Object(convert(junit, { format: 'object' })).testsuites
  const cases: Row[] = [testsuite.testcase].flat()
  const failed = cases.filter(one => one.failure !== undefined).map(one => one['@name'])
  return { cases: cases.length, counted: Number(testsuite['@failures']), failed }
}

test('each of the samples ends plg with 5 by the one thing that it is broken at, in the report and for build servers too; the sound one passes', async () => {
  const begun = await Promise.all([examined(), ...REQUIRED_PROBES.map(examined)])
  await runJobs(app, { jobs, concurrency: 20 })
  const reports = await Promise.all(begun.map(async one => ({ ...(await one.report()), brokenAt: one.brokenAt })))
  for (const { code, error, rows, stderr, junit, json, brokenAt } of reports) {
    const broken = brokenAt === undefined ? [] : [brokenAt]
    const failed = (probes: Row[]) => probes.filter(({ outcome }) => outcome === 'FAIL').map(({ probe }) => probe)
    assert.deepEqual([code, error.code], brokenAt ? [5, 'exam_failed'] : [0, undefined], `${brokenAt}: ${stderr}`)
    assert.deepEqual([failed(rows), failed(rowsOf(JSON.parse(json).probes))], [broken, broken])
    assert.deepEqual(failedIn(junit), { cases: rows.length, counted: broken.length, failed: broken })
    assert.equal(JSON.parse(json).receipt === null, brokenAt !== undefined)
    if (brokenAt) assert.match(String(error.message), new RegExp(`does not pass: ${brokenAt}$`))
  }
})

test('an exam is asked for with what it needs, and told of in words where a person reads', async () => {
  const { env: as } = await publisherWithKey(app)
  const { here, plg } = await project(SAMPLE_GRANT, as)
  const at = ['--at', 'http://127.0.0.1:4199/hooks']
  const keyless = await plg('exam', '1.0.0', ...at)
  assert.deepEqual([keyless.code, keyless.error.code], [2, 'usage'])
  await plg('publish', '1.0.0', '--create', '--upload-only')
  const running = here.start(['exam', '1.0.0', ...at, '--env', '.env', '--table'], { env: as })
  await running.says(/keys of the exam are in/)
  await runJobs(app, { jobs })
  const { code, stdout, stderr } = await running.ended
  assert.equal(code, 5)
  assert.match(stdout, /^PROBE +REQUIRED +OUTCOME +HAPPENED\ngood_signature +true +FAIL /)
  assert.match(
    stderr,
    /good_signature has failed\n {2}done: .+\n {2}expected: .+\n {2}happened: .+\n\n0 of 28 have passed/,
  )
})
