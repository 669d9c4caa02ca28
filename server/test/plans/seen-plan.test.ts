import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/statement.ts'
import { startApp } from '../support/app/harness.ts'
import { blocksOf, describePlan, explainAfter } from './plan.ts'

const SEEN = 20_000
/** The keys of the clinic, the installation, the day and one patient, and the root of each index. */
const MOST_BLOCKS = 40

const see = sql("select refused from see_patients(array[$1], array[$2], array[array[$3]::text], array['{}'], 1000000)")

const app = await startApp()
const { clinic, branch } = await app.practice()
const { installation } = await app.installation(clinic)
const patient = await app.patient(branch)

test('whom a plugin is shown is found by the key among many who were shown today, though none was when it was planned', async t => {
  await app.sql('vacuum analyze patient_seen')
  const asked = see([clinic.company_id, installation.id, patient.id])
  const { plan, ms } = await app.write(clinic, tx =>
    explainAfter(tx, asked, 'generic', () =>
      app.sql(
        `insert into patient_seen select $1, $2, (now() at time zone $3)::date, 'pat_' || n from generate_series(1, ${SEEN}) as n`,
        [clinic.company_id, installation.id, clinic.time_zone],
      ),
    ),
  )
  t.diagnostic(`${blocksOf(plan)} blocks, ${ms} ms`)
  assert.ok(blocksOf(plan) <= MOST_BLOCKS, `${blocksOf(plan)} blocks, ${describePlan(plan)}`)
})
