import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MASTER_KEY } from '../../test/support/app/harness.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { withClient } from '../db/with-client.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { openDatabases, openServing } from './databases.ts'
import { readEnv } from './env.ts'

const [cell, control] = [await testDatabase(), await testDatabase()]
const box = secretBox([MASTER_KEY])
const envWith = (controlUrl: string, settings: Record<string, string> = {}) =>
  readEnv({ DATABASE_URL: cell.ownerUrl, CONTROL_DATABASE_URL: controlUrl, ...settings })
const open = (controlUrl: string) => openServing(envWith(controlUrl), box, () => undefined)

test('a process of a cell knows where control is by the login of requests there; one of control needs none', async () => {
  assert.equal((await open('')).control, undefined)
  await assert.rejects(open(control.ownerUrl), /no cell of CONTROL_DATABASE_URL yet/)
  // What is to join is migrated before.
  await openDatabases(envWith(control.ownerUrl), box, () => undefined)
  await withClient(cell.ownerUrl, client => client.query("insert into this_cell (name) values ('east')"))
  await assert.rejects(open(''), /is the cell east: set CONTROL_DATABASE_URL/)
  const { control: found } = await open(control.ownerUrl)
  const { username, password, pathname } = new URL(found?.url ?? '')
  assert.deepEqual(
    [found?.cell, username, password, pathname],
    ['east', `${pathname.slice(1)}_clinic_app`, box.password('clinic_app'), new URL(control.ownerUrl).pathname],
  )
})

test('where nothing is migrated no login of an owner of control lies about', async () => {
  const env = envWith(control.ownerUrl, { MIGRATE: 'off', DATABASE_URL: 'postgres://localhost/x' })
  await assert.rejects(
    openServing(env, box, () => undefined),
    /CONTROL_DATABASE_URL must name no login/,
  )
})
