import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/values/ids.ts'
import { seesRecordIds, withoutRecordIds } from './shared-ids.ts'

test('a publisher sees ids of a sandbox, of a clinic only while it shares them, and none after', () => {
  const now = '2026-07-05T07:05:00.000Z'
  const sees = (mode: string, sharedUntil: string | null) => seesRecordIds({ mode, sharedUntil }, now)
  assert.deepEqual([sees('TEST', null), sees('LIVE', null)], [true, false])
  assert.equal(sees('LIVE', '2026-07-05T07:05:00.001Z'), true)
  assert.equal(sees('LIVE', now), false)
})

test('every id of a record is masked wherever it stands, what it names stays, and so does what is no record', () => {
  const [patient, invoice, event, request] = [newId('pat'), newId('inv'), newId('evt'), newId('req')]
  const shown = {
    id: event,
    requestId: request,
    recordId: patient,
    data: { object: 'invoice', ids: [invoice], total: 3 },
  }
  assert.deepEqual(withoutRecordIds(shown), {
    ...{ id: event, requestId: request, recordId: 'pat_••••' },
    data: { object: 'invoice', ids: ['inv_••••'], total: 3 },
  })
})
