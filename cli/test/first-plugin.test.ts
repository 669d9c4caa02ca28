import assert from 'node:assert/strict'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { joinEmbedded } from '../../server/src/db/embedded.ts'
import { ROOT, startProduct } from '../../server/test/support/app/product.ts'
import { ask } from '../../server/test/support/database/ask.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import type { Running } from './machine.ts'
import { packedDeveloper } from './packed-developer.ts'

const product = await startProduct({ LOG_LEVEL: 'silent' })
const ready = performance.now()
const url = `http://localhost:${product.port}`
const here = await packedDeveloper()
/** The copy of the repository, from where plg is called at first. */
const clone = join(here.home, 'clone')
await mkdir(clone)

const folder = join(here.home, 'my-plugin')
const inFolder = { cwd: folder }
const plg = (...args: string[]) => here.plg(args, inFolder)
const trigger = async (type = 'appointment.checkedin') => {
  const { code, rows, stderr } = await plg('trigger', type)
  assert.equal(code, 0, stderr)
  return String(rows[0]?.id)
}
const file = (name: string) => join(folder, name)
const edit = async (name: string, from: string, to: string) => {
  const text = await readFile(file(name), 'utf8')
  assert.ok(text.includes(from), name)
  await writeFile(file(name), text.replace(from, to))
}

/** What it has made. */
async function titles(): Promise<string[]> {
  const { url: database } = await joinEmbedded({ dataDir: product.dataDir, log: () => undefined })
  const made = "select title from task join clinic using (company_id) where name like 'Demo Developer%' order by id"
  return (await ask<{ title: string }>(database, made)).map(({ title }) => title)
}

/** How an event was answered, and how what the plugin called for it. */
const answersTo = (running: Running, id: string) => {
  const printed = running.printed()
  const calls = printed.filter(row => row.event === id).map(({ call, status }) => `${call} ${status}`)
  return { events: printed.filter(row => row.id === id).map(({ status }) => status), calls: calls.sort() }
}
const answered = (running: Running, id: string, status = 200) =>
  eventually(async () => answersTo(running, id).events, [status])

/** Waits until the plugin has answered after so many starts. */
const started = (running: Running, times = 1) => running.says(new RegExp(`(?:It answers at[^]*?){${times}}`))

const isOpen = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, 'localhost', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

/** What the page has its reader type, terminal by terminal, up to where the event has come. */
async function typed(): Promise<string[][]> {
  const page = await readFile(join(ROOT, 'docs/pages/tutorials/first-plugin.md'), 'utf8')
  const terminals = [...page.matchAll(/^```sh .*\n([\s\S]*?)\n```$/gm)].map(([, lines = '']) => lines.split('\n'))
  return terminals.slice(0, terminals.findIndex(lines => lines.some(line => line.includes('trigger'))) + 1)
}

const MOST_LINES = 8
const MOST_SECONDS = 120

test('the lines of the tutorial, at most eight, make a plugin that has heard, read and written two minutes after ready', async t => {
  const [starting = [], making = [], causing = [], ...more] = await typed()
  assert.deepEqual([starting, more], [['npm ci', 'npm start'], []])
  const lines = starting.length + making.length + causing.length
  assert.ok(lines <= MOST_LINES)
  // Nothing is fetched: what is not published is packed beside plg.
  const terminal = { cwd: clone, env: { DATA_DIR: product.dataDir, npm_config_offline: 'true' } }
  const running = here.type(making, terminal)
  await started(running)
  const { code, rows, stderr } = await here.type(causing, terminal).ended
  assert.equal(code, 0, stderr)
  await eventually(async () => answersTo(running, String(rows[0]?.id)), {
    events: [200],
    calls: ['createTask 201', 'getAppointment 200', 'getInstallation 200'],
  })
  const seconds = Math.round((performance.now() - ready) / 1000)
  t.diagnostic(`${lines} lines typed, the plugin has heard ${seconds} s after ready`)
  assert.ok(seconds <= MOST_SECONDS)
  assert.deepEqual(await titles(), ['Welcome the patient'])
  assert.equal((await stat(file('.env'))).mode & 0o777, 0o600)
  assert.match(
    await readFile(file('.env'), 'utf8'),
    /^CLINIC_URL=.+\nCLINIC_TOKEN=plg_test_.+\nWEBHOOK_SECRET=whsec_.+\n$/,
  )
  const port = Number(await running.says(/It answers at \S+:(\d+)/))
  assert.equal(await isOpen(port), true)
  await running.end('SIGINT')
  await eventually(() => isOpen(port), false)
})

test('dev follows the files of the plugin and its manifest, also where the plugin never answers', async () => {
  const running = here.start(['dev'], inFolder)
  await started(running)
  await edit('src/plugin.js', 'String(settings.taskTitle)', "'Changed'")
  await started(running, 2)
  await answered(running, await trigger())
  assert.ok((await titles()).includes('Changed'))
  await edit('src/plugin.js', "'Changed'", 'nothingOfThatName')
  await started(running, 3)
  await answered(running, await trigger(), 500)
  await edit(
    'src/main.js',
    'const { port } =',
    'await new Promise(resolve => setTimeout(resolve, 1e6))\nconst { port } =',
  )
  await running.says(/(?:Starting: [\s\S]*?){4}/)
  await edit('src/main.js', 'await new Promise(resolve => setTimeout(resolve, 1e6))\n', '')
  await started(running, 4)
  await edit(
    'manifest.json',
    '["appointment.checkedin"],\n  "settings',
    '["appointment.checkedin", "task.created"],\n  "settings',
  )
  await started(running, 5)
  await answered(running, await trigger('task.created'))
  assert.equal(await running.end(), 0)
})

test('dev goes on where it was, with what .env holds; and says what it lacks', async () => {
  const running = here.start(['dev'], inFolder)
  await started(running)
  await running.end()
  const missed = await trigger('task.created')
  const again = here.start(['dev', '--run', 'node src/main.js'], inFolder)
  await answered(again, missed)
  assert.equal(await again.end('SIGINT'), 0)
  const nowhere = await here.plg(['dev'])
  assert.deepEqual([nowhere.code, nowhere.error.code], [2, 'usage'])
  assert.match(String(nowhere.error.message), /plg init/)
  const ended = await plg('dev', '--run', 'node --eval 0', '--no-restart')
  assert.deepEqual([ended.code, ended.error.code], [1, 'plugin_ended'])
  await here.plg(['logout'])
  await writeFile(file('.env'), '')
  const stranger = await plg('dev', '--server', url)
  assert.deepEqual([stranger.code, stranger.error.code], [3, 'not_logged_in'])
  assert.match(String(stranger.error.message), /plg login --demo/)
})
