import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import type { triggerSandboxEvent } from '@clinic/contract/staff/sandbox.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { employee } from '../../test/support/staff/staff.ts'

type Caused = Returned<typeof triggerSandboxEvent>

const app = await startApp()
let keys = 0
const fresh = () => ({ 'idempotency-key': `key ${++keys}` })

test('a receptionist causes events in a sandbox clinic; in a live one there is no such path', async () => {
  const sandbox = await app.clinic({ sandbox: true })
  const receptionist = await employee(app, sandbox, 'receptionist')
  const wish = { type: 'appointment.checkedin' }
  const { status, body } = await receptionist.send<Caused>('POST', '/sandbox/triggers', wish, fresh())
  assert.equal(status, 201)
  assert.deepEqual(
    body.data.events.filter(({ asked }) => asked).map(({ type }) => type),
    ['appointment.checkedin'],
  )
  const live = await employee(app, await app.clinic(), 'owner')
  const refused = await live.send('POST', '/sandbox/triggers', wish, fresh())
  assert.deepEqual([refused.status, refused.body.error.details], [404, { resource: 'path' }])
})

test('what changes a plugin, or shows a key of it, is for those who manage plugins; another clinic’s is not found', async () => {
  const sandbox = await app.clinic({ sandbox: true })
  const { installation } = await app.installation(sandbox)
  const [doctor, owner] = [await employee(app, sandbox, 'doctor'), await employee(app, sandbox, 'owner')]
  const elsewhere = await app.installation(await app.clinic({ sandbox: true }))
  for (const type of ['plugin.settings.updated', 'installation.uninstalled']) {
    const refused = await doctor.send('POST', '/sandbox/triggers', { type }, fresh())
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'not_permitted'], type)
    const unknown = { type, installationId: elsewhere.installation.id }
    assert.equal((await owner.send('POST', '/sandbox/triggers', unknown, fresh())).status, 404, type)
    const done = await owner.send<Caused>('POST', '/sandbox/triggers', { type }, fresh())
    assert.equal(done.status, 201, type)
    assert.ok(done.body.data.records.some(({ id }) => id === installation.id))
  }
})
