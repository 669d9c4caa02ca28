import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditApi } from '../../src/staff/audit-api.ts'
import { startApp } from '../support/app/harness.ts'
import { blocksOf, describePlan, explain, type Input, nodesOf, readingOf } from './plan.ts'

/** With `PLANS=million npm test -- audit-plans` there are a million records. */
const MILLION = process.env.PLANS === 'million'
const [RECORDS, PATIENTS] = MILLION ? [1_000_000, 20_000] : [40_000, 2_000]
const MOST_MS = 300
const MOST_BLOCKS = 1_500

const app = await startApp()
const { clinic, branch } = await app.practice()
const patient = await app.patient(branch)
const CALLERS = "(array['installation ins_1', 'installation ins_2', 'staff usr_1', 'assistant ogr_1'])[1 + n % 4]"

// As it is after two months, of which all but the last minutes are sealed.
const add = (from: number, to: number) =>
  app.sql(
    `insert into audit_record
     (company_id, at, recorded_at, request_id, caller, operation, resource_ids, patient_ids, field_scopes)
   select $1, moment, moment, 'req_' || n, ${CALLERS}, 'getPatient', '{}',
     array[case when n % ${PATIENTS} = 0 then $2 else 'pat_' || n % ${PATIENTS} end], '{patients:read.pii}'
   from generate_series($3::int, $4::int) as n,
     lateral (select now() - n * interval '60 days' / ${RECORDS} as moment) as taken`,
    [clinic.company_id, patient.id, from, to],
  )
// The oldest makes the partitions, so that the others need not move.
await add(RECORDS, RECORDS)
await app.sql('select keep_all_partitions()')
await add(1, RECORDS - 1)
await app.sql(
  `insert into audit_of_patient (company_id, patient_id, day, caller, records, operations, first_at, last_at)
   select company_id, patient_ids[1], (recorded_at at time zone 'UTC')::date, caller, count(*),
     '{getPatient patients:read.pii}', min(recorded_at), max(recorded_at)
   from audit_record where recorded_at < now() - interval '10 minutes' group by 1, 2, 3, 4`,
)
await app.insert('audit_head', {
  ...{ company_id: clinic.company_id, number: 1, day: new Date().toISOString().slice(0, 10), size: 1 },
  ...{ sealed_to: new Date(Date.now() - 600_000).toISOString(), sealed_at: new Date().toISOString(), closing: false },
  ...{ imported: false, key_id: 'key', previous: null },
  ...{ root: Buffer.alloc(32), signature: Buffer.alloc(64), leaves: Buffer.alloc(32), peaks: Buffer.alloc(32) },
})
await app.sql('analyze audit_record, audit_of_patient')

const QUESTIONS: readonly [operation: string, input: Input][] = [
  ['listDisclosures', { id: patient.id }],
  ['listAuditRecords', {}],
  ['listAuditRecords', { patientId: patient.id }],
  ['listAuditRecords', { actorId: 'ins_1' }],
  ['listAuditRecords', { from: new Date(Date.now() - 30 * 86_400_000).toISOString() }],
]

for (const [id, input] of QUESTIONS)
  test(`${id} by ${Object.keys(input).join() || 'nothing'} is read off indexes among ${RECORDS} records`, async t => {
    const implementation = auditApi.find(({ operation }) => operation.id === id) ?? assert.fail(id)
    await app.write(clinic, async tx => {
      const { statements } = await readingOf(tx, implementation, input)
      for (const statement of statements)
        for (const mode of ['generic', 'custom'] as const) {
          const { plan, ms } = await explain(tx, statement, mode)
          const what = `${mode}: ${describePlan(plan)}`
          const whole = nodesOf(plan).filter(
            node =>
              node['Node Type'] === 'Seq Scan' &&
              `${node['Relation Name']}`.startsWith('audit_') &&
              node['Actual Rows'] > 0,
          )
          assert.deepEqual(whole, [], what)
          assert.ok(blocksOf(plan) <= MOST_BLOCKS, `${blocksOf(plan)} blocks, ${what}`)
          if (MILLION) assert.ok(ms <= MOST_MS, `${ms} ms, ${what}`)
          t.diagnostic(`${mode}: ${blocksOf(plan)} blocks, ${Math.ceil(ms)} ms`)
        }
    })
  })
