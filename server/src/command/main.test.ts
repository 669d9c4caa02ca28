import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { apiClient } from '../../test/support/app/api-client.ts'
import { apiProcess } from '../../test/support/app/api-process.ts'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { runCommand } from '../../test/support/app/run-command.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { manifest } from '../../test/support/clinic/manifests.ts'
import { employee } from '../../test/support/staff/staff.ts'
import { mailedToken } from '../../test/support/staff/staff-mail.ts'
import { startEmbedded } from '../db/embedded.ts'
import { scratchFolder } from '../db/scratch.ts'

const app = await startApp()
const folder = await scratchFolder()
atEnd(() => rm(folder, { recursive: true, force: true }))

const settings = { DATABASE_URL: app.database.ownerUrl, DATA_DIR: folder, SECRET_KEY: MASTER_KEY.toString('base64') }
const command = (...args: string[]) => runCommand(args, settings)

/** Runs a command that must succeed and answers the JSON it printed. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await command(...args, '--json')
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

async function fileOf(name: string, document: unknown): Promise<string> {
  const path = join(folder, `${name}.json`)
  await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document))
  return path
}
const plugin = (changes: Partial<Manifest> = {}) =>
  manifest('by-command', { requestedScopes: ['clinic:read'], optionalScopes: ['patients:read'], ...changes })

test('takes a plugin from its manifest to a revoked token, which another process refuses as well', async () => {
  const clinic = await json('clinic', 'create', '--name', 'By command', '--currency', 'KWD', '--clock', '12')
  assert.deepEqual([clinic.name, clinic.currency, clinic.clock, clinic.sandbox], ['By command', 'KWD', 12, false])
  const published = await json('plugin', 'publish', await fileOf('first', plugin()), '--version', '1.0.0')
  assert.deepEqual([published.isNew, published.takenOver], [true, 0])
  const installed = await json('plugin', 'install', 'by-command', '--clinic', clinic.id, '--scope', 'patients:read')
  assert.deepEqual([installed.status, installed.scopes], ['ACTIVE', ['clinic:read', 'patients:read']])
  const issued = await json('token', 'create', installed.id)
  const apis = [app.url, await apiProcess(app)].map(url => apiClient(url, issued.token))
  const statuses = () => Promise.all(apis.map(async api => (await api.get('/installation')).status))
  assert.deepEqual(await statuses(), [200, 200])
  const recorded = await app.sql<{ operation: string; fields: string[] }>(
    "select operation, changed_fields as fields from audit_record where company_id = $1 and caller like 'system operator %' order by at",
    [clinic.id],
  )
  assert.deepEqual(
    recorded.map(({ operation }) => operation),
    ['clinic clinic create', 'clinic plugin install', 'clinic token create'],
  )
  for (const name of ['currency', 'name']) assert.ok(recorded[0]?.fields.includes(name), name)
  assert.ok(recorded[2]?.fields.includes('hint'))

  const more = await fileOf('second', plugin({ requestedScopes: ['clinic:read', 'claims:read'] }))
  assert.equal((await json('plugin', 'publish', more, '--version', '2.0.0')).awaitingApproval, 1)
  const [waiting] = await json('installation', 'list', '--clinic', clinic.id)
  assert.deepEqual([waiting.status, waiting.version, waiting.pendingVersion], ['UPDATE_PENDING', '1.0.0', '2.0.0'])
  const approved = await json('installation', 'approve', installed.id)
  assert.deepEqual([approved.status, approved.scopes.length], ['ACTIVE', 3])
  const receipts = await json('installation', 'receipts', installed.id)
  assert.deepEqual(
    receipts.map((receipt: { scopes: string[] }) => receipt.scopes.length),
    [2, 3],
  )
  assert.match(receipts[0].givenBy, /^system operator ./)

  const revoked = await json('token', 'revoke', issued.id)
  assert.notEqual(revoked.revokedAt, null)
  assert.ok(!JSON.stringify(revoked).includes(issued.token))
  assert.deepEqual(await statuses(), [401, 401])
})

test('installs a plugin together with the endpoints of its webhooks, whose secrets are shown once', async () => {
  const { id } = await json('clinic', 'create', '--name', 'With webhooks')
  const webhooks = [{ name: { en: 'Diary' }, events: ['appointment.*'] }]
  await json('plugin', 'publish', await fileOf('hooked', manifest('hooked', { webhooks })), '--version', '1.0.0')
  const install = ['plugin', 'install', 'hooked', '--clinic', id, '--webhook']
  for (const [address, expected, line] of [
    ['https://example.com', 2, /must be such as 1=https:/],
    ['2=https://example.com/hooks', 1, /^error: \/webhooks\/2 must be one of the webhooks of the manifest/],
    ['1=http://127.0.0.1/hooks', 1, /^error: destination_not_allowed: /],
  ] as const) {
    const { code, stderr } = await command(...install, address)
    assert.equal(code, expected)
    assert.match(stderr, line)
  }
  const installed = await json(...install, '1=https://203.0.114.7/hooks')
  assert.match(installed.webhookEndpoints.join(), /^whe_\w+$/)
  assert.match(installed.signingSecrets.join(), /^whsec_[^,]+$/)
  assert.ok(!(await command('installation', 'list', '--json')).stdout.includes('whsec_'))
})

test('prints a table for a person, the token once and a word of warning beside it', async () => {
  const { installation } = await app.installation(await app.clinic())
  const { stdout, stderr } = await command('token', 'create', installation.id)
  assert.match(stdout, /^ID +ptk_\w+\nINSTALLATION +ins_\w+\nTOKEN +plg_live_\w{49}\n/)
  assert.match(stderr, /not shown again/)
  const listed = await command('token', 'list', installation.id)
  assert.match(listed.stdout, /^ID +INSTALLATION +TOKEN +ALLOWED IP RANGES +CREATED AT +EXPIRES AT +REVOKED AT\nptk_/)
  assert.ok(!/plg_live_\w{10}/.test(listed.stdout))
})

test('exits with 1 and a line for each problem when refused, with 2 when used wrongly', async () => {
  const wrong = await fileOf('wrong', { ...plugin(), requestedScopes: ['clinic:peek'], extra: 1 })
  const cases: [string[], number, RegExp][] = [
    [['plugin', 'check', wrong], 1, /^error: \/requestedScopes\/0 must be .*\nerror: \/extra .*\n$/],
    [['plugin', 'check', await fileOf('text', 'no JSON')], 2, /^error: .* is not JSON\n$/],
    [['installation', 'suspend', 'ins_nowhere'], 1, /^error: not_found: there is no such installation\n$/],
    [['token', 'revoke', 'ptk_nowhere'], 1, /^error: not_found: there is no such plugin_token\n$/],
    [['plugin', 'install', 'demo', '--clinic', 'cli_nowhere'], 1, /^error: not_found: there is no such clinic\n$/],
    [['clinic', 'create', '--name', 'x', '--time-zone', 'Riyadh'], 1, /^error: timeZone must be a time zone[^\n]*\n$/],
    [['clinic', 'create', '--name', 'x', '--clock', '13'], 1, /^error: clock must be 24 or 12\n$/],
    [['clinic', 'create'], 2, /^error: required option '--name <name>' not specified\n$/],
    [['plugin', 'fly'], 2, /^error: unknown command 'fly'\n$/],
  ]
  for (const [args, expected, line] of cases) {
    const { code, stdout, stderr } = await command(...args)
    assert.deepEqual([code, stdout], [expected, ''], args.join(' '))
    assert.match(stderr, line)
  }
})

test('works beside the process that runs the embedded database, which it leaves running, and without it', async () => {
  const settings = { DATA_DIR: await scratchFolder(), DATABASE_URL: '', SECRET_KEY: '' }
  atEnd(() => rm(settings.DATA_DIR, { recursive: true, force: true }))
  const child = fork(join(import.meta.dirname, '../../test/support/database/hold-embedded.ts'), [settings.DATA_DIR])
  await once(child, 'message')
  const created = await runCommand(['clinic', 'create', '--name', 'Beside', '--json'], settings)
  assert.equal(created.code, 0, created.stderr)
  const running = () => readdir(join(settings.DATA_DIR, 'postgres')).then(names => names.includes('postmaster.pid'))
  assert.equal(await running(), true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await startEmbedded({ dataDir: settings.DATA_DIR, log: () => {} })).stop()
  const found = await runCommand(['clinic', 'list', '--json'], settings)
  assert.deepEqual(JSON.parse(found.stdout), [JSON.parse(created.stdout)])
  assert.equal(await running(), false)
})

test('makes no database where there is none, unless told to: the folder may be mistaken', async () => {
  const empty = await scratchFolder()
  atEnd(() => rm(empty, { recursive: true, force: true }))
  await mkdir(join(empty, 'postgres'))
  const settings = { DATA_DIR: empty, DATABASE_URL: '', SECRET_KEY: '' }
  const refused = await runCommand(['clinic', 'list'], settings)
  assert.deepEqual([refused.code, refused.stdout], [2, ''])
  assert.match(refused.stderr, /^error: there is no database in .*npm run clinic -- init\n$/)
  assert.deepEqual(await readdir(empty, { recursive: true }), ['postgres'])
  const made = await runCommand(['init'], settings)
  assert.equal(made.code, 0, made.stderr)
  const listed = await runCommand(['clinic', 'list', '--json'], settings)
  assert.deepEqual([listed.code, JSON.parse(listed.stdout)], [0, []], listed.stderr)
})

test('marks in the help what must be given, and nothing else', async () => {
  for (const [path, required] of [
    [['clinic', 'create'], ['--name']],
    [['plugin', 'publish'], ['--version']],
    [['plugin', 'install'], ['--clinic']],
    [['installation', 'configure'], ['--settings']],
    [['provider', 'use'], ['--clinic']],
    [['installation', 'list'], []],
  ] as const) {
    const { code, stdout } = await command(...path, '--help')
    const options = stdout.split(/\n(?= +-)/).filter(option => option.includes('(required)'))
    const marked = options.map(option => /--[\w-]+/.exec(option)?.[0])
    assert.deepEqual([code, marked], [0, required], stdout)
  }
})

test('gives a clinic a carrier, says where it is to call back, and never shows its secrets', async () => {
  const { company_id: id } = await app.clinic()
  const incomplete = await fileOf('incomplete', { accountSid: 'AC1', from: 'MG1' })
  const refused = await command('provider', 'use', 'sms', 'twilio', '--clinic', id, '--settings', incomplete)
  assert.deepEqual([refused.code, refused.stderr.trim()], [2, 'error: twilio needs the settings authToken'])
  assert.equal((await command('provider', 'use', 'sms', 'stripe', '--clinic', id)).code, 2)
  const complete = await fileOf('complete', { accountSid: 'AC1', authToken: 'very secret', from: 'MG1' })
  const used = await command('provider', 'use', 'sms', 'twilio', '--clinic', id, '--settings', complete, '--json')
  assert.equal(JSON.parse(used.stdout).callbackUrl, `http://localhost:4000/callbacks/messages/twilio/${id}`)
  const [listed] = await json('provider', 'list', '--clinic', id)
  assert.deepEqual([listed.kind, listed.provider, listed.active], ['sms', 'twilio', true])
  const [row] = await app.sql('select sealed_settings from clinic_provider where company_id = $1', [id])
  assert.ok(!row?.sealed_settings.includes('very secret') && !used.stdout.includes('very secret'))
  assert.equal((await json('provider', 'stop', 'sms', '--clinic', id)).active, false)
  assert.equal((await json('provider', 'list', '--clinic', id))[0].active, false)
})

test('gives a clinic a place for its video calls, whose template has the id of the call in it and is called back nowhere', async () => {
  const { company_id: id } = await app.clinic()
  for (const template of ['https://calls.example.com/', 'http://calls.example.com/{callId}']) {
    const file = await fileOf('no-template', { template })
    const { code, stderr } = await command('provider', 'use', 'video', 'link', '--clinic', id, '--settings', file)
    assert.deepEqual([code, /\{callId\}/.test(stderr)], [2, true], template)
  }
  const file = await fileOf('template', { template: 'https://calls.example.com/{callId}' })
  const used = await command('provider', 'use', 'video', 'link', '--clinic', id, '--settings', file, '--json')
  assert.deepEqual(JSON.parse(used.stdout), { kind: 'video', provider: 'link', active: true, callbackUrl: null })
})

test('shows what was kept instead of being sent, so that a link can be opened where no mail server is', async () => {
  const clinic = await app.clinic({ name: 'Invented Clinic' })
  const owner = await employee(app, clinic, 'owner')
  await owner.send('POST', '/invitations', { email: 'invited@clinic.example', role: 'doctor' })
  const token = await mailedToken(app, 'invited@clinic.example')
  const kept = await json('outbox', '--to', 'invited@clinic.example')
  assert.deepEqual([kept.length, kept[0].channel, kept[0].to], [1, 'email', 'invited@clinic.example'])
  assert.match(kept[0].text, new RegExp(`/invite/${token}`))
  assert.deepEqual(await json('outbox', '--to', 'nobody@clinic.example'), [])
  const { stdout } = await command('outbox')
  assert.match(stdout, /^KEPT AT +CHANNEL +TO +TEXT\n/)
})
