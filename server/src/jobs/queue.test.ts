import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_JOBS } from './all-jobs.ts'
import { schedulesOf } from './queue.ts'

test('every schedule is one that the worker can start with', () => {
  assert.equal(schedulesOf(ALL_JOBS).length, ALL_JOBS.filter(({ schedule }) => schedule !== undefined).length)
})
