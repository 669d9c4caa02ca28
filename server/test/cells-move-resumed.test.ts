import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { getPatient } from '@clinic/contract/patients.ts'
import { createTask } from '@clinic/contract/tasks.ts'
import { abortMove } from '../src/cells/move/run-move.ts'
import { startCells } from './support/app/cells.ts'
import { MASTER_KEY } from './support/app/harness.ts'
import { move } from './support/app/moving.ts'
import { runCommand } from './support/app/run-command.ts'
import { atEnd } from './support/at-end.ts'

const cells = await startCells()
const { databases, control, north, south } = cells
const { company_id: companyId } = north.clinic
const controlUrl = databases.control.ownerUrl
const settings = { DATABASE_URL: controlUrl, SECRET_KEY: MASTER_KEY.toString('base64'), DATA_DIR: tmpdir() }
const command = (...args: string[]) => runCommand(['move', ...args], settings)
const write = async ({ api }: typeof control, title: string) =>
  (await api(north.token).call(createTask, { title }, { key: title })).status
const titles = async ({ sql }: typeof control) =>
  (await sql<{ title: string }>('select title from task where company_id = $1 order by title', [companyId])).map(
    ({ title }) => title,
  )

const folder = await mkdtemp(join(tmpdir(), 'clinic-move-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const [from, to] = [join(folder, 'from'), join(folder, 'to')]
const file = join('files', 'kept', companyId, '7k', 'fil_7k')
await mkdir(join(from, file, '..'), { recursive: true })
await writeFile(join(from, file), 'sealed')

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Runs the command and ends it, as a machine that fails does, as soon as it says so much. */
async function endedAt(step: RegExp): Promise<boolean> {
  const main = join(import.meta.dirname, '../src/command/main.ts')
  const args = [main, 'move', companyId, 'south', '--files-from', from, '--files-to', to]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<boolean>(resolve => child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL')))
  for await (const line of createInterface(child.stderr)) if (step.test(line)) child.kill('SIGKILL')
  return ended
}

test('what cannot be moved is refused with a reason, before anything is changed', async () => {
  for (const [args, told] of [
    [[companyId, 'west', '--shared-files'], /There is no cell west/],
    [[companyId, 'north', '--shared-files'], /It lives in north already/],
    [['cli_none', 'south', '--shared-files'], /Control knows no such clinic/],
    [[companyId, 'south'], /say where files are/],
    [[companyId, 'south', '--abort'], /is not being moved/],
  ] as const) {
    const { code, stderr } = await command(...args)
    assert.match(stderr, told)
    assert.ok(code > 0)
  }
  assert.deepEqual(await north.app.sql('select from moving_clinic'), [])
})

test('a move that does not end within the freeze leaves all as it was, and is given up without a trace', async () => {
  await assert.rejects(move(cells, companyId, 'south', 1), /freeze was over|did not arrive|statement timeout/)
  assert.equal(await write(north.app, 'after a freeze'), 201)
  await assert.rejects(move(cells, companyId, 'control'), /on its way to south/)
  await abortMove({ controlUrl, companyId, log: () => undefined })
  assert.equal(await write(north.app, 'after an end'), 201)
  assert.deepEqual(await titles(south.app), [])
  for (const app of [control, north.app, south.app]) {
    assert.deepEqual(await app.sql('select from moving_clinic'), [])
    assert.deepEqual(await app.sql("select from pg_trigger where tgname like 'a_moving%'"), [])
    const copying =
      "select slot_name from pg_replication_slots where slot_name like 'clinic_move%' and database = current_database()"
    assert.deepEqual(await app.sql(copying), [])
  }
})

test('a second one is refused while one is under way', async () => {
  await control.sql("select pg_advisory_lock(hashtextextended('clinic move', 0))")
  const { stderr } = await command(companyId, 'south', '--shared-files')
  assert.match(stderr, /being moved by another process/)
  await control.sql('select pg_advisory_unlock_all()')
})

test('ended at any step and called again it goes on, and nothing that was acknowledged is lost', async () => {
  const written = ['after a freeze', 'after an end']
  const steps = [
    /from north to south/,
    /copying/,
    /caught up/,
    /draining/,
    /freezing/,
    /comparing/,
    /are the same/,
    /switching/,
  ]
  for (const [place, step] of steps.entries()) {
    assert.ok(await endedAt(step), String(step))
    const title = `step ${place}`
    for (const app of [north.app, south.app]) if ((await write(app, title)) === 201) written.push(title)
  }
  const ended = await command(companyId, 'south', '--files-from', from, '--files-to', to)
  assert.equal(ended.code, 0, ended.stderr)
  assert.equal(await readFile(join(to, file), 'utf8'), 'sealed')
  assert.deepEqual(await titles(south.app), written.toSorted())
  assert.equal((await south.app.api(north.token).call(getPatient, { id: north.patient.id })).status, 200)
  assert.equal((await north.api.call(getPatient, { id: north.patient.id })).status, 421)
  const cleaned = await command(companyId, '--clean', '--now')
  assert.match(cleaned.stderr, /rows deleted in north/)
  assert.deepEqual(await titles(north.app), [])
  assert.deepEqual([await isThere(join(from, file)), await isThere(join(to, file))], [false, true])
})

test('once control has decided there is only forward: what the target could not commit is done again', async () => {
  await north.app.sql(`
    create function break_it() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create constraint trigger broken after insert on clinic deferrable initially deferred
      for each row execute function break_it();
    alter table clinic enable always trigger broken`)
  await assert.rejects(move(cells, companyId, 'north'), /broken/)
  assert.equal(await write(south.app, 'in between'), 503)
  await assert.rejects(abortMove({ controlUrl, companyId, log: () => undefined }), /north has it/)
  await north.app.sql('drop trigger broken on clinic')
  const kept = await titles(south.app)
  await move(cells, companyId, 'north')
  assert.deepEqual(await titles(north.app), kept)
  assert.equal(await write(north.app, 'after all'), 201)
  assert.equal(await write(south.app, 'after all'), 421)
})

test('what is due is deleted with its files, though no clinic is named, and nothing of it where the files are not; a clinic that has moved nowhere keeps its files', async () => {
  assert.equal((await command(companyId, '--clean', '--now')).code, 0)
  const moved = await command(companyId, 'south', '--grace', '0', '--files-from', to, '--files-to', from)
  assert.equal(moved.code, 0, moved.stderr)
  await rename(to, `${to}.away`)
  const away = await command('--clean')
  assert.match(away.stderr, /has no files: call it on the machine/)
  assert.ok(away.code > 0 && (await titles(north.app)).length > 0)
  await rename(`${to}.away`, to)
  const misused = await command('--clean', '--files-from', from)
  assert.deepEqual([misused.code, /say of which clinic/.test(misused.stderr)], [2, true])
  const cleaned = await command('--clean')
  assert.equal(cleaned.code, 0, cleaned.stderr)
  assert.deepEqual(await titles(north.app), [])
  assert.deepEqual([await isThere(join(from, file)), await isThere(join(to, file))], [true, false])
  await command(companyId, '--clean', '--now', '--files-from', from)
  assert.ok(await isThere(join(from, file)))
})
