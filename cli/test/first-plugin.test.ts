import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { npm } from '../../sdk/pack.ts'
import { startApp } from '../../server/test/support/app/harness.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { packedDeveloper } from './packed-developer.ts'
import { publisherWithKey } from './scene.ts'

const app = await startApp()
await startDispatcher(app)
const scene = await publisherWithKey(app)
const here = await packedDeveloper()
/** What the demo tells of a publisher. */
const demo = { baseUrl: app.url, clinics: [], publishers: [{ id: scene.publisherId, apiKey: scene.key }] }
await writeFile(join(here.home, 'demo.json'), JSON.stringify(demo), { mode: 0o600 })

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

type Running = ReturnType<typeof here.start>
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

test('six lines make a plugin that has heard, read and written; it follows its files and its manifest, and ends with plg', async () => {
  assert.equal((await here.plg(['login', '--demo', here.home])).code, 0)
  assert.equal((await here.plg(['init', 'my-plugin'])).code, 0)
  await npm(folder, 'install')
  const running = here.start(['dev'], inFolder)
  await started(running)
  const id = await trigger()
  await eventually(async () => answersTo(running, id), {
    events: [200],
    calls: ['createTask 201', 'getAppointment 200', 'getInstallation 200'],
  })
  const titles = () => app.sql('select title from task where company_id = $1', [scene.clinic.company_id])
  assert.deepEqual(await titles(), [{ title: 'Welcome the patient' }])
  assert.equal((await stat(file('.env'))).mode & 0o777, 0o600)
  assert.match(
    await readFile(file('.env'), 'utf8'),
    /^CLINIC_URL=.+\nCLINIC_TOKEN=plg_test_.+\nWEBHOOK_SECRET=whsec_.+\n$/,
  )

  await edit('src/plugin.js', 'String(settings.taskTitle)', "'Changed'")
  await started(running, 2)
  await answered(running, await trigger())
  assert.ok((await titles()).some(({ title }) => title === 'Changed'))
  await edit('src/plugin.js', "'Changed'", 'nothingOfThatName')
  await started(running, 3)
  await answered(running, await trigger(), 500)
  await edit(
    'manifest.json',
    '["appointment.checkedin"],\n  "settings',
    '["appointment.checkedin", "task.created"],\n  "settings',
  )
  await started(running, 4)
  await answered(running, await trigger('task.created'))

  const port = Number(await running.says(/It answers at \S+:(\d+)/))
  assert.equal(await isOpen(port), true)
  assert.equal(await running.end(), 0)
  assert.equal(await isOpen(port), false)
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
  const stranger = await plg('dev', '--server', app.url)
  assert.deepEqual([stranger.code, stranger.error.code], [3, 'not_logged_in'])
  assert.match(String(stranger.error.message), /plg login --demo/)
})
