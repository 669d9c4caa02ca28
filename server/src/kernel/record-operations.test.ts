import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listConversations } from '@clinic/contract/conversations.ts'
import { listPatientFiles } from '@clinic/contract/files.ts'
import { listTasks } from '@clinic/contract/tasks.ts'
import { recordList } from './record-operations.ts'

test('a list is narrowed by the columns that its declared filters are named after', () => {
  const { filters } = recordList(listTasks, 'task')
  const conditions = Object.values(filters ?? {}).map(condition => condition('$3'))
  assert.deepEqual(conditions, ['t.status = $3', 't.assigned_to_id = $3', 't.patient_id = $3', 't.lead_id = $3'])
})

test('a filter that no column is named after, and of which nothing is said, does not compile', () => {
  // @ts-expect-error There is no column `assigned_to`.
  recordList(listConversations, 'conversation')
  // @ts-expect-error `id` is the patient's.
  recordList(listPatientFiles, 'file')
  recordList(listPatientFiles, 'file', { filters: { id: value => `t.patient_id = ${value}` } })
})
