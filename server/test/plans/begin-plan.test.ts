import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/statement.ts'
import { begin } from '../../src/http/idempotency.ts'
import { startApp } from '../support/app/harness.ts'
import { blocksOf, describePlan, explainAfter } from './plan.ts'

const ANSWERS = 20_000
/** The key's own entry, and what a grant, the endpoints and the root of each index take. */
const MOST_BLOCKS = 20

const answers = sql(`
  insert into idempotency_record
  select $1, $2, 'key ' || n, '\\x00', 201, '\\x00', true, now(), '{}' from generate_series(1, ${ANSWERS}) as n`)

const app = await startApp()
const { clinic } = await app.practice()
const request = { companyId: clinic.company_id, owner: 'ins_1', grantVersion: null, hash: Buffer.alloc(32) }

test('a write that was planned while no answer was kept finds its key by the index among many', async t => {
  const [statement = assert.fail('no statement')] = begin({ ...request, key: 'key 7' })
  await app.sql('analyze idempotency_record')
  const { plan, ms } = await app.write(clinic, tx =>
    explainAfter(tx, statement, 'generic', () => tx.sql(answers([request.companyId, request.owner]))),
  )
  t.diagnostic(`${blocksOf(plan)} blocks, ${ms} ms, ${describePlan(plan)}`)
  assert.ok(blocksOf(plan) <= MOST_BLOCKS, `${blocksOf(plan)} blocks, ${describePlan(plan)}`)
})
