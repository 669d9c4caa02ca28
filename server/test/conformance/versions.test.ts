import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showsVersion } from '@clinic/contract/kernel.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { VERSIONED } from '@clinic/contract/versions.ts'
import { startApp } from '../support/app/harness.ts'
import { openStaffScene } from '../support/staff/scene.ts'
import { inputFor } from './input-for.ts'
import { anyPath, call } from './scene.ts'

const app = await startApp()
const versioned = staffOperations.filter(operation => operation.versioned)

test('every change of a record whose versions are counted says that it is one', () => {
  assert.ok(versioned.length > 0)
  for (const { id, method, versioned: { of, whole } = {} } of versioned) {
    assert.ok(of === 'block' || (of && VERSIONED.includes(of)), id)
    assert.ok(method === 'PATCH' || method === 'PUT' || method === 'DELETE' || whole, id)
  }
})

for (const operation of versioned) {
  const { id } = operation

  test(`${id} asks which version it is made for before it looks at the body`, async () => {
    const { api } = await openStaffScene(app)
    for (const match of [undefined, '', '3', 'W/"3"', '*', '"0"', '"3", "4"']) {
      const headers: Record<string, string> = match === undefined ? {} : { 'if-match': match }
      const answer = await api.send(operation.method, anyPath(operation), '{', { version: null, headers })
      assert.deepEqual([match, answer.status, answer.body.error.code], [match, 400, 'version_required'])
    }
  })

  // What is made of a whole record ends its changes: encounters-api.test.ts proves it of signing.
  if (operation.versioned?.whole) continue
  test(`${id} overwrites nothing that was changed since the version that it is made for, and says what and by whom`, async () => {
    const scene = await openStaffScene(app)
    const input = await inputFor(operation, scene)
    const first = await call(scene.api, operation, input)
    assert.ok(first.status < 300, first.text)
    const late = await call(scene.api, operation, input)
    assert.deepEqual([late.status, late.body.error.code], [409, 'changed_meanwhile'], late.text)
    const { version, by, at, changes, ...more } = late.body.error.details ?? {}
    assert.deepEqual([version, more], [2, {}])
    const [{ name } = { name: '' }] = await app.sql<{ name: string }>('select name from staff_user where id = $1', [
      scene.user.id,
    ])
    assert.deepEqual(by, { kind: 'staff', name })
    assert.ok(Math.abs(Date.parse(String(at)) - Date.now()) < 600_000)
    assert.ok(Array.isArray(changes) && changes.length > 0, late.text)
    const again = await call(scene.api, operation, input, { version: 2 })
    // A change may be the record's last: what was submitted is changed no more.
    const isOver = operation.refuses.includes('invalid_state_transition') && again.status === 409
    if (isOver) assert.equal(again.body.error.code, 'invalid_state_transition', again.text)
    else assert.equal(again.status, first.status, again.text)
    if (showsVersion(operation)) assert.deepEqual([first.body.data.version, first.headers.get('etag')], [2, '"2"'])
  })
}
