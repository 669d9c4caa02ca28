import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TASK_STATUSES } from '@clinic/contract/tasks.ts'
import { canMove } from './task.ts'

test('a task goes anywhere but from dropped to done and from done to dropped, and staying is no move', () => {
  const refused = TASK_STATUSES.flatMap(from =>
    TASK_STATUSES.filter(to => !canMove(from, to)).map(to => `${from} ${to}`),
  )
  assert.deepEqual(refused.sort(), [
    'CANCELED CANCELED',
    'CANCELED COMPLETED',
    'COMPLETED CANCELED',
    'COMPLETED COMPLETED',
    'IN_PROGRESS IN_PROGRESS',
    'OPEN OPEN',
  ])
})
