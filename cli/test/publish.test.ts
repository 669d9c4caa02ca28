import assert from 'node:assert/strict'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { checkManifest } from '@clinic/contract/publisher/plugins.ts'
import { createClient } from '@clinic/sdk/index.ts'
import { recorder } from '@clinic/sdk/testing.ts'
import { EXAM_RULES } from '../../server/src/exam/exam-rules.ts'
import { examinePlugin } from '../../server/src/jobs/examine-plugin.ts'
import { startApp } from '../../server/test/support/app/harness.ts'
import { runJobs } from '../../server/test/support/app/jobs.ts'
import { manifest } from '../../server/test/support/clinic/manifests.ts'
import { SAMPLE_GRANT, SamplePlugin } from '../../server/test/support/exam/sample-plugin.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import type { Row } from '../src/records.ts'
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
async function examined(brokenAt?: 'no_signature') {
  const { env: as } = await publisherWithKey(app)
  const { here, plg } = await project(SAMPLE_GRANT, as)
  await plg('publish', '1.0.0', '--create', '--upload-only')
  const plugin = new SamplePlugin(`${app.url}/api/v1`, brokenAt)
  const args = ['exam', '1.0.0', '--at', await plugin.start(), '--env', '.env', '--junit', 'exam.xml']
  const running = here.start(args, { env: as })
  await running.says(/keys of the exam are in/)
  const written = await readFile(join(here.home, '.env'), 'utf8')
  const given = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(written)?.[1] ?? ''
  plugin.installed({ token: given('CLINIC_TOKEN'), signingSecret: given('WEBHOOK_SECRET') })
  const report = async () => ({ ...(await running.ended), junit: await readFile(join(here.home, 'exam.xml'), 'utf8') })
  return { report }
}

test('a sound plugin passes its exam, and one that is broken ends plg with 5 and its probe, in the report of a build server too', async () => {
  const begun = await Promise.all([examined(), examined('no_signature')])
  await runJobs(app, { jobs, concurrency: 20 })
  const [sound, broken] = await Promise.all([begun[0].report(), begun[1].report()])
  assert.equal(sound.code, 0, sound.stderr)
  assert.match(sound.junit, /failures="0"/)
  assert.deepEqual([broken.code, broken.error.code], [5, 'exam_failed'], broken.stderr)
  const failed = broken.rows.filter(({ outcome }) => outcome === 'FAIL').map(({ probe }) => probe)
  assert.deepEqual(failed, ['no_signature'])
  assert.match(broken.junit, /name="no_signature"><failure /)
  const keyless = await (await project()).plg('exam', '1.0.0', '--at', 'http://127.0.0.1:4199/hooks')
  assert.deepEqual([keyless.code, keyless.error.code], [2, 'usage'])
})
