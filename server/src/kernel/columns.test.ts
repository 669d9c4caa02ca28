import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf } from './columns.ts'

test('fields become the columns of their names; what is undefined is none, and null is', () => {
  const columns: { branch_id: string; tests_ordered: string[]; name?: string; free_t4: null } = columnsOf({
    ...{ branchId: 'brn_1', testsOrdered: ['CBC'], freeT4: null },
    name: undefined,
  })
  assert.deepEqual(columns, { branch_id: 'brn_1', tests_ordered: ['CBC'], free_t4: null })
})
