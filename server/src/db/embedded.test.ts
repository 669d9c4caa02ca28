import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, before, test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { ask } from '../../test/support/database/ask.ts'
import { eventually } from '../../test/support/eventually.ts'
import { runningProcesses } from '../../test/support/processes.ts'
import { isServerOf } from './embedded/process.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { scratchFolder } from './scratch.ts'

const PROGRAM = join(import.meta.dirname, '../../test/support/database/hold-embedded.ts')

let folder: string
const children: ChildProcess[] = []
before(async () => {
  folder = await scratchFolder()
  await (await start(join(folder, 'made'))).stop()
})
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
})
atEnd(() => rm(folder, { recursive: true, force: true }))

const start = (dataDir: string, log: (line: string) => void = () => {}): Promise<EmbeddedDatabase> =>
  startEmbedded({ dataDir, log })

/** A data folder of its own with a cluster that is not running. */
async function dataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  await cp(join(folder, 'made'), dataDir, { recursive: true })
  return dataDir
}

async function pidOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

interface Answer {
  url?: string
  refusal?: string
}

/** Another process that starts on the folder. */
async function holder(dataDir: string): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = fork(PROGRAM, [dataDir])
  children.push(child)
  const [answer]: Answer[] = await once(child, 'message')
  return { child, answer: answer ?? {} }
}

/** The processes of a server's group, the server's own among them. */
const groupOf = async (leader: number) => (await runningProcesses()).filter(({ group }) => group === leader)

/** Kills the watch of a server, as nothing of ours ever does. */
async function unwatch(server: number): Promise<void> {
  const [watch] = (await groupOf(server)).filter(({ args }) => args.startsWith('/bin/sh '))
  assert.ok(watch)
  process.kill(watch.pid, 'SIGKILL')
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

test('the cluster is durable, UTF-8 and closed to others', async () => {
  const database = await start(await dataFolder())
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'unix_socket_directories']
  const rows = await ask<{ setting: string }>(
    database.url,
    `select current_setting(name) as setting from unnest('{${settings}}'::text[]) name`,
  )
  assert.deepEqual(
    rows.map(row => row.setting),
    ['on', 'on', 'on', '127.0.0.1', ''],
  )
  const [locale] = await ask(
    database.url,
    `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
       from pg_database where datname = 'clinic'`,
  )
  assert.deepEqual(locale, { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' })
  const stranger = database.url.replace(/:[0-9a-f]+@/, ':guess@')
  await assert.rejects(ask(stranger, 'select 1'), /password authentication failed/)
  await database.stop()
})

test('a second start finds the data of the first, and nothing runs after a stop', async () => {
  const dataDir = await dataFolder()
  const first = await start(dataDir)
  await ask(first.url, 'create table note as select 1 as n')
  const pid = await pidOf(dataDir)
  await first.stop()
  assert.equal(isServerOf(join(dataDir, 'postgres'), pid), false)
  const second = await start(dataDir)
  assert.deepEqual(await ask(second.url, 'select n from note'), [{ n: 1 }])
  await second.stop()
})

test('comes back by itself, on the same address and with what was committed, when the server is killed', async () => {
  const dataDir = await dataFolder()
  const up = Promise.withResolvers<void>()
  const database = await start(dataDir, line => line.includes('up again') && up.resolve())
  await ask(database.url, 'create table note as select generate_series(1, 1000) as n')
  process.kill(await pidOf(dataDir), 'SIGKILL')
  await up.promise
  assert.deepEqual(await ask(database.url, 'select count(*)::int as n from note'), [{ n: 1000 }])
  await database.stop()
})

test('ends with the process that started it, also when that is killed, and the next start finds its data', async () => {
  const dataDir = await dataFolder()
  const { child, answer } = await holder(dataDir)
  await ask(answer.url ?? '', 'create table note as select generate_series(1, 1000) as n')
  const pid = await pidOf(dataDir)
  await kill(child)
  await eventually(() => groupOf(pid), [])
  await assert.rejects(pidOf(dataDir), { code: 'ENOENT' })
  const database = await start(dataDir)
  assert.deepEqual(await ask(database.url, 'select count(*)::int as n from note'), [{ n: 1000 }])
  await database.stop()
})

test('a server that lost its watch and its holder is ended first: the one that serves is always watched', async () => {
  const dataDir = await dataFolder()
  const { child, answer } = await holder(dataDir)
  await ask(answer.url ?? '', 'create table note as select 1 as n')
  const pid = await pidOf(dataDir)
  await unwatch(pid)
  await kill(child)
  const lines: string[] = []
  const database = await start(dataDir, line => lines.push(line))
  assert.deepEqual(lines, [`stopping PostgreSQL process ${pid}, which an earlier run left running`])
  assert.notEqual(await pidOf(dataDir), pid)
  assert.deepEqual(await ask(database.url, 'select n from note'), [{ n: 1 }])
  await database.stop()
})

test('keeps what was committed when everything is killed together', async () => {
  const dataDir = await dataFolder()
  const { child, answer } = await holder(dataDir)
  await ask(answer.url ?? '', 'create table note as select generate_series(1, 1000) as n')
  process.kill(-(await pidOf(dataDir)), 'SIGKILL')
  await kill(child)
  const database = await start(dataDir)
  assert.deepEqual(await ask(database.url, 'select count(*)::int as n from note'), [{ n: 1000 }])
  await database.stop()
})

test('stops a server that does not let it in, and says why it gives up', async () => {
  const dataDir = await dataFolder()
  const { child, answer } = await holder(dataDir)
  const pid = await pidOf(dataDir)
  await ask(answer.url ?? '', `alter role postgres password 'changed'`)
  await unwatch(pid)
  await kill(child)
  await assert.rejects(start(dataDir), { name: 'DatabaseRefusal', message: /password authentication failed/ })
  assert.equal(isServerOf(join(dataDir, 'postgres'), pid), false)
  await assert.rejects(pidOf(dataDir), { code: 'ENOENT' })
})

test('a pid file whose number belongs to another program by now does not block a start', async () => {
  const dataDir = await dataFolder()
  const file = join(dataDir, 'postgres/postmaster.pid')
  const lines = [process.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '0 0', 'ready']
  await writeFile(file, `${lines.join('\n')}\n`)
  const database = await start(dataDir)
  assert.notEqual(await pidOf(dataDir), process.pid)
  await database.stop()
})

test('a second start on the same folder is refused and told by whom', async () => {
  const dataDir = await dataFolder()
  const database = await start(dataDir)
  const { answer } = await holder(dataDir)
  assert.deepEqual(answer, { refusal: `DATA_DIR is in use by process ${process.pid}.` })
  assert.deepEqual(await ask(database.url, 'select 1 as n'), [{ n: 1 }])
  await database.stop()
})

test('of starts at the same time on a new folder exactly one holds it', async () => {
  const dataDir = await mkdtemp(join(folder, 'new-'))
  const holders = await Promise.all([holder(dataDir), holder(dataDir), holder(dataDir)])
  const winners = holders.filter(({ answer }) => answer.url)
  assert.equal(winners.length, 1, JSON.stringify(holders.map(({ answer }) => answer)))
  const [winner] = winners
  for (const { answer } of holders.filter(each => each !== winner))
    assert.equal(answer.refusal, `DATA_DIR is in use by process ${winner?.child.pid}.`)
  assert.deepEqual(
    (await readdir(dataDir)).filter(name => name.startsWith('.')),
    [],
  )
  for (const { child } of holders) await kill(child)
  await (await start(dataDir)).stop()
})

test('leaves the cluster of another PostgreSQL version alone', async () => {
  const dataDir = await mkdtemp(join(folder, 'old-'))
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await assert.rejects(start(dataDir), {
    name: 'DatabaseRefusal',
    message:
      'DATA_DIR/postgres holds a PostgreSQL 17 cluster; this program brings 18. ' +
      'Dump it with the pg_dumpall of PostgreSQL 17 or point DATA_DIR elsewhere.',
  })
  assert.deepEqual(await readdir(join(dataDir, 'postgres')), ['PG_VERSION'])
})

test('leaves a folder alone that holds something else', async () => {
  const dataDir = await mkdtemp(join(folder, 'other-'))
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres/notes.txt'), 'mine')
  await assert.rejects(start(dataDir), { name: 'DatabaseRefusal', message: /is in use for something else/ })
  assert.deepEqual(await readdir(join(dataDir, 'postgres')), ['notes.txt'])
})

test('starts in a folder that only its owner may enter', async () => {
  const parent = await mkdtemp(join(folder, 'closed-'))
  await chmod(parent, 0o700)
  const database = await start(join(parent, 'data'))
  assert.deepEqual(await ask(database.url, 'select 1 as n'), [{ n: 1 }])
  await database.stop()
})
