import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPatient } from '@clinic/contract/patients.ts'
import { createTask } from '@clinic/contract/tasks.ts'
import { moveClinic } from '../src/cells/move/run-move.ts'
import { startCells } from './support/app/cells.ts'

const { databases, control, north, south } = await startCells()

test('a clinic moves', async () => {
  const before = await north.api.call(createTask, { title: 'Before' })
  assert.equal(before.status, 201)
  const t = performance.now()
  await moveClinic({
    controlUrl: databases.control.ownerUrl,
    companyId: north.clinic.company_id,
    target: 'south',
    graceHours: 24,
    freezeMs: 5000,
    beside: () => ({ bring: async () => undefined }),
    log: line => console.log(Math.round(performance.now() - t), line),
  })
  const read = await south.app.api(north.token).call(getPatient, { id: north.patient.id })
  assert.equal(read.status, 200, JSON.stringify(read.body))
  const old = await north.api.call(getPatient, { id: north.patient.id })
  assert.deepEqual([old.status, old.headers.get('clinic-cell')], [421, 'south'])
  assert.equal((await south.app.api(north.token).call(createTask, { title: 'After' })).status, 201)
  assert.ok(control)
})
