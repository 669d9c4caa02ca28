import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { getPatient, listPatients } from '@clinic/contract/patients.ts'
import { getSandboxClock, resetSandbox } from '@clinic/contract/sandbox-clock.ts'
import type { QueryResultRow } from 'pg'
import { FROM_CONTROL } from '../src/cells/copied-tables.ts'
import { joinCell } from '../src/cells/join.ts'
import { startEverywhere, stopEverywhere } from '../src/domain/plugins/stop-everywhere.ts'
import { foreignRows, startCells } from './support/app/cells.ts'
import { MASTER_KEY, type TestApp } from './support/app/harness.ts'
import { runJobs } from './support/app/jobs.ts'
import { runCommand } from './support/app/run-command.ts'
import { testDatabase } from './support/database/database.ts'
import { eventually } from './support/eventually.ts'
import { member, person } from './support/staff/staff.ts'

const { databases, control, north, south } = await startCells()

const read = async ({ api }: typeof north, { patient }: typeof north) =>
  (await api.call(getPatient, { id: patient.id })).status

async function eventuallyOne<Row extends QueryResultRow>(
  app: TestApp,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  await eventually(async () => (await app.sql(text, values)).length, 1)
  return app.sql<Row>(text, values)
}

test('a plugin token works in the cell of its clinic and in no other, which says in which; no clinic’s rows are in another cell', async () => {
  assert.deepEqual([await read(north, north), await read(south, south)], [200, 200])
  const listed = async (app: TestApp, token: string) => {
    const { status, headers } = await app.api(token).call(listPatients, {})
    return [status, headers.get('clinic-cell')]
  }
  for (const app of [south.app, control]) await eventually(() => listed(app, north.token), [421, 'north'])
  assert.deepEqual(await listed(north.app, south.token), [421, 'south'])
  const stranger = `${north.token.slice(0, -1)}${north.token.endsWith('a') ? 'b' : 'a'}`
  for (const app of [north.app, south.app, control]) assert.deepEqual(await listed(app, stranger), [401, null])
  assert.deepEqual(await foreignRows(control, north, [north.clinic]), [])
  assert.deepEqual(await foreignRows(control, south, [south.clinic]), [])
})

test('which clinics there are, and who sees which branch, is known where control is', async () => {
  const known = () =>
    control.sql<{ cell: string; name: string }>('select cell, name from clinic where cell is not null order by cell')
  await eventually(known, [
    { cell: 'north', name: 'Clinic north' },
    { cell: 'south', name: 'Clinic south' },
  ])
  const who = await person(control)
  await member(control, who, north.clinic, 'owner')
  await member(control, who, south.clinic, 'receptionist')
  const clinics = () =>
    control.sql<{ name: string; role: string }>('select name, role from clinics_of_user($1) order by name', [who.id])
  await eventually(clinics, [
    { name: 'Clinic north', role: 'owner' },
    { name: 'Clinic south', role: 'receptionist' },
  ])
  const [copy] = await eventuallyOne(north.app, 'select password_hash, totp_secret from staff_user where id = $1', [
    who.id,
  ])
  assert.deepEqual(copy, { password_hash: '$argon2id$', totp_secret: null }, 'no password leaves control')

  const versionIn = async ({ app, clinic }: typeof north) =>
    Number(
      (
        await app.sql<{ version: string }>('select version from grant_version where company_id = $1', [
          clinic.company_id,
        ])
      )[0]?.version ?? 0,
    )
  const before = await versionIn(south)
  await control.sql('update membership set active = false where company_id = $1 and user_id = $2', [
    south.clinic.company_id,
    who.id,
  ])
  await eventually(async () => (await versionIn(south)) > before, true)
})

test('a plugin that is stopped where control is stops in every cell, with a record and an alarm in each clinic, and goes on as it is started', async () => {
  const pluginId = north.installation.plugin_id
  const stopping = { pluginId, side: 'REVIEWER' as const, by: 'operator test' }
  await control.platform(tx => stopEverywhere(tx, { ...stopping, reason: 'It harms.' }))
  await eventually(() => read(north, north), 403)
  assert.equal(await read(south, south), 200)
  const told = () =>
    north.app.sql<{ caller: string; operation: string }>(
      `select caller, operation from audit_record where company_id = $1 and operation like '%PluginEverywhere' order by recorded_at`,
      [north.clinic.company_id],
    )
  assert.deepEqual(await told(), [{ caller: 'operator test', operation: 'stopPluginEverywhere' }])
  const alarms = await north.app.sql('select kind from security_event where company_id = $1', [north.clinic.company_id])
  assert.deepEqual(alarms, [{ kind: 'stopped' }])
  await control.platform(tx => startEverywhere(tx, { ...stopping, by: 'operator other' }))
  await eventually(() => read(north, north), 200)
  assert.deepEqual((await told()).at(-1), { caller: 'operator other', operation: 'startPluginEverywhere' })
})

test('what is of control is written there alone: a cell refuses', async () => {
  await assert.rejects(
    north.app.sql("update plugin set category = 'x'"),
    /plugin is a copy here: it is written where control is/,
  )
})

test('an operator joins a cell by a command, and sees which cells there are and that each copies', async () => {
  const { control: there, cells } = databases
  const settings = {
    CONTROL_DATABASE_URL: there.ownerUrl,
    SECRET_KEY: MASTER_KEY.toString('base64'),
    DATA_DIR: tmpdir(),
  }
  const joined = await runCommand(['cell', 'join', 'south'], { ...settings, DATABASE_URL: cells.south.ownerUrl })
  assert.equal(joined.code, 0, joined.stderr)
  const tables = Object.keys(FROM_CONTROL).length
  assert.match(joined.stderr, new RegExp(`clinic_control_south: ${tables} of ${tables} tables`))
  const listed = await runCommand(['cell', 'list', '--json'], { ...settings, DATABASE_URL: there.ownerUrl })
  const cellsKnown: { name: string; clinics: number; copying: boolean }[] = JSON.parse(listed.stdout)
  assert.deepEqual(
    cellsKnown.map(({ name, clinics, copying }) => ({ name, clinics, copying })),
    [
      { name: 'north', clinics: 1, copying: true },
      { name: 'south', clinics: 1, copying: true },
    ],
  )
  for (const name of ['North', 'control', 'a'.repeat(32), 'x; drop table cell']) {
    const misnamed = await runCommand(['cell', 'join', name], { ...settings, DATABASE_URL: cells.south.ownerUrl })
    assert.deepEqual(
      [misnamed.code, /the name of a cell has up to 31/.test(misnamed.stderr)],
      [2, true],
      misnamed.stderr,
    )
  }
  const nowhere = await runCommand(['cell', 'join', 'east'], {
    ...settings,
    CONTROL_DATABASE_URL: '',
    DATABASE_URL: there.ownerUrl,
  })
  assert.deepEqual([nowhere.code, /set DATABASE_URL to the database that joins/.test(nowhere.stderr)], [2, true])
})

test('a cell joins again without a difference; what is no cell of this control is refused with a reason', async () => {
  const { cells, join } = databases
  await join('north', cells.north)
  await assert.rejects(join('south', cells.north), /is the cell north already/)
  const other = await testDatabase()
  await assert.rejects(join('south', other), /wal_level = logical/)
  const full = await testDatabase(databases.template)
  await assert.rejects(
    joinCell({ name: 'east', controlUrl: full.ownerUrl, cellUrl: databases.control.ownerUrl, log: () => undefined }),
    /rows of its own in/,
  )
})

test('a sandbox clinic of a cell is put back to its beginning there', async () => {
  const clinic = await north.make.clinic({ sandbox: true })
  const patient = await north.make.patient(await north.make.branch(clinic))
  const { token } = await north.make.installation(clinic, { mode: 'TEST' })
  await north.app.sql('update clinic set plugins_move_time = true where company_id = $1', [clinic.company_id])
  await north.app.sql("select set_config('app.company', $1, false), keep_sandbox_seed()", [clinic.company_id])
  const api = north.app.api(token)
  await north.app.sql("update patient set first_name = 'Changed' where id = $1", [patient.id])
  assert.equal((await api.call(resetSandbox, { confirm: 'reset' })).status, 202)
  await runJobs(north.app)
  assert.equal((await api.call(getSandboxClock, {})).body.data.run?.state, 'DONE')
  const { body } = await api.call(getPatient, { id: patient.id })
  assert.equal(body.data.firstName, patient.first_name)
})
