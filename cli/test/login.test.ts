import assert from 'node:assert/strict'
import { chmod, glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { approveDeviceLogin, denyDeviceLogin, findDeviceLogin } from '@clinic/contract/publisher/device-logins.ts'
import { writeDemoFile } from '../../server/src/demo/demo-file.ts'
import { startApp } from '../../server/test/support/app/harness.ts'
import { programOf } from '../src/program.ts'
import { VERSION } from '../src/version.ts'
import { machine } from './machine.ts'
import { publisherWithKey } from './scene.ts'

const app = await startApp()
const scene = await publisherWithKey(app)
const { publisherId, api, key } = scene
const { installation, token } = await app.installation(scene.clinic)

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

/** Logs in, and what the person is shown who has typed the code. */
async function begin() {
  const here = await machine(app.url)
  const running = here.start(['login'])
  const userCode = await running.says(/enter ([A-Z]{4}-[A-Z]{4})/)
  return { here, running, id: (await api.call(findDeviceLogin, { userCode })).body.data.id }
}

test('a login shows a code, waits until it is approved in the browser, and keeps the key; one that is denied keeps nothing', async () => {
  const [approved, denied] = [await begin(), await begin()]
  await api.call(approveDeviceLogin, { publisherId, id: approved.id, name: 'Laptop', rights: ['read', 'test'] })
  await api.call(denyDeviceLogin, { publisherId, id: denied.id })
  const { code, rows, stdout, stderr } = await approved.running.ended
  assert.deepEqual([code, rows[0]?.publisherId], [0, publisherId], stderr)
  assert.doesNotMatch(stdout + stderr, /pbk_/)
  assert.match(stderr, /It may read, test, until \d{4}-/)
  assert.equal(await modeOf(approved.here.profiles), 0o600)
  const who = await approved.here.plg(['whoami'])
  assert.deepEqual([who.rows[0]?.publisherId, who.rows[0]?.keyFrom], [publisherId, 'profile default'])
  const refused = await denied.running.ended
  assert.deepEqual([refused.code, refused.error.code], [3, 'not_logged_in'])
  await assert.rejects(readFile(denied.here.profiles))
})

test('a pasted secret is tried before it is kept, and is never shown', async () => {
  const here = await machine(app.url)
  const wrong = await here.plg(['login', '--token'], { input: 'plg_test_wrongwrongwrong\n' })
  assert.deepEqual([wrong.code, wrong.error.code, typeof wrong.error.requestId], [3, 'unauthenticated', 'string'])
  assert.equal((await here.plg(['login', '--token'], { input: `${token}\n` })).code, 0)
  const asPublisher = await here.plg(['login', '--token', '--publisher', publisherId], { input: `${key}\n` })
  assert.equal(asPublisher.code, 0, asPublisher.stderr)
  const { rows } = await here.plg(['whoami'])
  assert.deepEqual(
    [rows[0]?.publisherId, rows[0]?.installationId, rows[0]?.mode],
    [publisherId, installation.id, 'TEST'],
  )
  const typed = await here.plg(['login', token])
  assert.equal(typed.code, 2)
  for (const { stdout, stderr } of [wrong, asPublisher, typed])
    for (const secret of [token, key, 'wrongwrongwrong']) assert.ok(!(stdout + stderr).includes(secret))
})

test('whoami says which source has won: a named profile, then the environment, then the profile in use', async () => {
  const here = await machine(app.url)
  await here.plg(['login', '--token', '--profile', 'one'], { input: `${token}\n` })
  const other = await app.installation(scene.clinic)
  const env = { CLINIC_TOKEN: other.token }
  const from = async (args: string[], given = {}) => {
    const { rows, stderr } = await here.plg(['whoami', ...args], given)
    assert.equal(rows.length, 1, stderr)
    return [rows[0]?.installationId, rows[0]?.tokenFrom, rows[0]?.urlFrom]
  }
  assert.deepEqual(await from([]), [installation.id, 'profile one', 'CLINIC_URL'])
  assert.deepEqual(await from([], { env }), [other.installation.id, 'CLINIC_TOKEN', 'CLINIC_URL'])
  assert.deepEqual(await from(['--profile', 'one'], { env }), [installation.id, 'profile one', 'profile one'])
})

test('a secret of a profile goes to the address that it was kept for, and to no other', async () => {
  const here = await machine(app.url)
  await here.plg(['login', '--token'], { input: `${token}\n` })
  const elsewhere = await here.plg(['whoami', '--server', 'http://127.0.0.1:9'])
  assert.deepEqual([elsewhere.code, elsewhere.error.code], [3, 'not_logged_in'])
  const open = await here.plg(['whoami', '--server', 'http://clinic.example'])
  assert.deepEqual([open.code, open.error.code], [2, 'usage'])
})

test('the demo tells of a publisher and of an installation in its sandbox', async () => {
  const here = await machine()
  const logins: [] = []
  const told = { id: installation.id, pluginSlug: 'demo', mode: 'TEST' as const, scopes: [], events: [], token }
  const clinic = { id: scene.clinic.company_id, name: 'C', sandbox: true, logins, installations: [told] }
  const publishers = [{ id: publisherId, name: 'Demo', logins, apiKey: key }]
  await writeDemoFile(here.home, { baseUrl: app.url, assistantUrl: app.url, clinics: [clinic], publishers })
  const missing = await here.plg(['login', '--demo', join(here.home, 'nowhere')])
  assert.deepEqual([missing.code, missing.error.code], [2, 'usage'])
  assert.equal((await here.plg(['login', '--demo', here.home])).code, 0)
  const { rows } = await here.plg(['whoami'])
  assert.deepEqual([rows[0]?.publisherId, rows[0]?.installationId], [publisherId, installation.id])
})

test('profiles that others may read are refused, and one that is logged out of is gone', async () => {
  const here = await machine(app.url)
  await here.plg(['login', '--token'], { input: `${token}\n` })
  await chmod(here.profiles, 0o644)
  const open = await here.plg(['whoami'])
  assert.deepEqual([open.code, open.error.code], [2, 'profiles_unreadable'])
  await chmod(here.profiles, 0o600)
  assert.equal((await here.plg(['logout'])).rows[0]?.removed, true)
  assert.ok(!(await readFile(here.profiles, 'utf8')).includes(token))
  assert.equal((await here.plg(['whoami'])).code, 3)
})

test('what is misspelt is wrong usage, where nothing answers is the network, and both say so as the service would', async () => {
  const here = await machine('http://127.0.0.1:9')
  const misspelt = await here.plg(['login', '--tokne'])
  assert.deepEqual([misspelt.code, misspelt.error.code], [2, 'usage'])
  assert.match(String(misspelt.error.message), /--token/)
  const silent = await here.plg(['login'])
  assert.deepEqual([silent.code, silent.error.code], [4, 'connection_failed'])
})

test('a record is a line in a pipe, a value with --json, an id with --quiet, and a table where a person reads', async () => {
  const here = await machine(app.url)
  const env = { CLINIC_TOKEN: token }
  const read = async (flag: string) =>
    (await here.plg(['events', 'list', '--limit', '1', flag].filter(Boolean), { env })).stdout
  await here.plg(['trigger', 'task.created', '--set', 'title=Call \u001b[31mred'], { env })
  const [row, json, quiet, table] = [await read(''), await read('--json'), await read('--quiet'), await read('--table')]
  assert.equal(row.trim().split('\n').length, 1)
  assert.deepEqual(JSON.parse(json), [JSON.parse(row)])
  assert.equal(quiet, `${JSON.parse(row).id}\n`)
  assert.match(table, /^ID +TYPE +CREATED AT +DATA\nevt_\w+ +task\.created /)
})

test('the version is that of the package', async () => {
  const here = await machine()
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'))
  assert.deepEqual([(await here.plg(['--version'])).stdout, version], [`${VERSION}\n`, VERSION])
})

const globals = programOf([])
  .options.map(({ long }) => long)
  .join(' ')
/** The words before the first option or value. */
const wordsOf = (line: string) => /^[a-z-]+(?: [a-z]+)*(?= |$)/.exec(line)?.[0].split(' ') ?? []

const PAGES = join(import.meta.dirname, '../../docs/pages')

test('every command of the documentation is there, with the options that it is given', async () => {
  const files = await Array.fromAsync(glob('**/*.md', { cwd: PAGES }))
  const texts = await Promise.all(files.map(file => readFile(join(PAGES, file), 'utf8')))
  const found = [...texts.join('\n').matchAll(/^(?:npx )?plg (.+)$/gm)].map(([, line = '']) => line)
  const lines = [...new Set(found)]
  assert.ok(lines.length > 20)
  const here = await machine()
  const helps = await Promise.all(lines.map(line => here.plg([...wordsOf(line), '--help'])))
  for (const [index, line] of lines.entries()) {
    const { code, stdout } = helps[index] ?? {}
    assert.equal(code, 0, line)
    const flags = [...line.matchAll(/--[a-z-]+/g)].map(([flag]) => flag)
    assert.deepEqual(
      flags.filter(flag => !`${stdout}${globals}`.includes(flag)),
      [],
      line,
    )
    assert.match(stdout ?? '', new RegExp(`^Usage: plg ${wordsOf(line)[0]}`), line)
  }
})
