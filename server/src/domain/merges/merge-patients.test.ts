import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@clinic/contract/index.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { getPatient } from '@clinic/contract/patients.ts'
import fc from 'fast-check'
import { inputFor, proven } from '../../../test/conformance/input-for.ts'
import { call, openScene } from '../../../test/conformance/scene.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { moneyMismatches } from '../../../test/support/clinic/money.ts'
import { contentsOf } from '../../../test/support/clinic/one-patient.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { enterPoints } from '../loyalty/enter-points.ts'
import { changePatientFile } from '../patients/change-patient-file.ts'
import { addAlert } from '../patients/patient-alerts.ts'
import { relate } from '../patients/patient-relations.ts'
import { suspect } from '../patients/suspects.ts'
import { restrictPatient } from '../privacy/restrict-patient.ts'
import { openTask } from '../tasks/open-task.ts'
import { mergePatients } from './merge-patients.ts'
import { CHANGED, MOVED, STAYING } from './moved-tables.ts'
import { settleFiles } from './settle-files.ts'
import { undoMerge } from './undo-merge.ts'

const app = await startApp()
const scene = await openScene(app)
const { clinic, branch, api } = scene
const company = clinic.company_id
const APART = /Endpoint|sandbox|Installation|Event/i
// Records of every kind, which are given to patients at random.
for (const operation of operations.filter(one => proven(one) && !APART.test(one.id)))
  await call(api, operation, await inputFor(operation, scene))

const rows = [...MOVED, ...CHANGED]
const write = <Done>(work: (tx: Tx) => Promise<Done>) => app.write(clinic, work)
const isRefused = (code: string, reason?: string) => (error: unknown) =>
  error instanceof Refusal &&
  error.code === code &&
  (reason === undefined || (isRecord(error.details) && error.details.reason === reason))

test('every table that refers to patients is moved, or said to stay and why', async () => {
  const found = await app.sql<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'patient'::regclass order by 1`,
  )
  assert.deepEqual([...rows, ...Object.keys(STAYING)].sort(), found.map(({ name }) => name).sort())
})

/** A patient with something of every kind. */
async function fullPatient(wish: Record<string, unknown> = {}) {
  const { id } = await app.patient(branch, wish)
  await write(async tx => {
    await changePatientFile(tx, { id, title: 'Full' })
    await addAlert(tx, { id, kind: 'ALLERGY', severity: 'HIGH', text: 'Penicillin' })
  })
  return id
}

/** Gives each row of the clinic to one of these, or leaves it where it is, by a number that is drawn. */
async function scatter(ids: readonly string[], seed: number): Promise<void> {
  for (const statement of [
    'update encounter set last = false where company_id = $1',
    'update measurement set last = false where company_id = $1',
    'update form_submission set only_one = false where company_id = $1',
  ])
    await app.sql(statement, [company])
  for (const table of rows)
    await app.sql(
      `update ${table} set patient_id = ($2::text[])[1 + abs(hashtext(id || $3)::bigint) % $4] where company_id = $1`,
      [company, ids, String(seed), ids.length],
    )
  await app.sql(
    `update form_submission as t set only_one = true where company_id = $1 and status = 'SUBMITTED' and not exists (
       select from form_submission as o where o.company_id = $1 and o.form_id = t.form_id and o.patient_id = t.patient_id
         and o.status = 'SUBMITTED' and o.id < t.id)`,
    [company],
  )
  await write(tx => settleFiles(tx, ids))
}

const lots = async (id: string) =>
  app.sql(
    `select expires_at, sum(remaining)::int as points from loyalty_transaction
     where company_id = $1 and patient_id = $2 and remaining > 0 group by 1 order by 1`,
    [company, id],
  )
const balance = async (id: string) =>
  (
    await app.sql<{ points_balance: number }>('select points_balance from loyalty_account where patient_id = $1', [id])
  )[0]?.points_balance ?? 0
const countOf = async (id: string) => {
  const [sum] = await app.sql<{ rows: number }>(
    `select (${rows.map(table => `(select count(*) from ${table} where company_id = $1 and patient_id = $2)`).join(' + ')})::int as rows`,
    [company, id],
  )
  return sum?.rows ?? 0
}

test('for patients with rows in any tables, a merge that is undone leaves rows, sums and points as before, whatever came between', async () => {
  const tables = [...rows, 'patient', 'patient_relation', 'patient_suspect']
  const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.boolean()), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.record({ seed: fc.nat(), own: points, theirs: points, later: fc.boolean() }),
      async ({ seed, own, theirs, later }) => {
        const [kept, absorbed, third] = [
          await fullPatient({ phone_number: null }),
          await fullPatient({ last_name: 'Filled', email: 'filled@patients.example' }),
          await fullPatient(),
        ]
        await scatter([kept, absorbed, third], seed)
        const give = (patientId: string, given: typeof own) =>
          write(async tx => {
            for (const [amount, forEver] of given)
              await enterPoints(tx, {
                ...{ patientId, type: 'EARN', points: amount, reason: null, branchId: branch.id },
                ...(forEver && { expiresAt: null }),
              })
          })
        await give(kept, own)
        await give(absorbed, theirs)
        await write(tx => relate(tx, { id: absorbed, relatedId: third, kind: 'GUARDIAN' }))
        await write(tx => suspect(tx, [{ ids: [kept, absorbed], reasons: ['PHONE_AND_NAME'] }]))
        const state = async () => ({
          rows: (await contentsOf(app, company, tables)).filter(row => !later || !row.includes(`"id": "${kept}"`)),
          points: [await lots(kept), await lots(absorbed), await balance(kept), await balance(absorbed)],
        })
        const before = await state()
        const total = (await countOf(kept)) + (await countOf(absorbed))
        const sum = (await balance(kept)) + (await balance(absorbed))
        const { id: mergeId } = await write(tx => mergePatients(tx, { id: kept, absorbedId: absorbed }))
        assert.deepEqual([await countOf(absorbed), await countOf(kept)], [0, total])
        assert.deepEqual([await balance(absorbed), await balance(kept)], [0, sum])
        if (later) {
          await write(tx => openTask(tx, { title: 'Later', patientId: kept }))
          await write(tx => changePatientFile(tx, { id: kept, email: 'later@patients.example' }))
        }
        await write(tx => undoMerge(tx, { id: mergeId }))
        const after = await state()
        const left = new Set(after.rows)
        assert.deepEqual(
          before.rows.filter(row => !left.has(row)),
          [],
        )
        assert.equal(after.rows.length - before.rows.length, later ? 1 : 0)
        assert.deepEqual(after.points, before.points)
        if (later) {
          const [{ email } = { email: null }] = await app.sql('select email from patient where id = $1', [kept])
          assert.equal(email, 'later@patients.example')
        }
      },
    ),
    { numRuns: 8 },
  )
})

test('a merge is told as the deletion of one file, the change of the other, and of each visit, invoice and lab order that went over', async () => {
  const [kept, absorbed] = [await fullPatient(), await fullPatient({ email: 'told@patients.example' })]
  await scatter([absorbed], 1)
  const mismatches = await moneyMismatches(app, company)
  const since = new Date().toISOString()
  const { id } = await write(tx => mergePatients(tx, { id: kept, absorbedId: absorbed }))
  const told = () =>
    app.sql<{ type: string; previous_attributes: unknown; data: { id: string; patientId?: string } }>(
      'select type, previous_attributes, data from event where company_id = $1 and created_at >= $2 order by created_at, id',
      [company, since],
    )
  const events = await told()
  const of = (type: string) => events.filter(event => event.type === type)
  assert.deepEqual(
    [of('patient.deleted').map(one => one.data.id), of('patient.updated').map(one => one.data.id)],
    [[absorbed], [kept]],
  )
  const counts = await app.sql<{ n: number }>(
    `select count(*)::int as n from appointment where patient_id = $1 union all
     select count(*)::int from invoice where patient_id = $1 union all
     select count(*)::int from lab_order where patient_id = $1`,
    [kept],
  )
  const moved = ['appointment.updated', 'invoice.updated', 'laborder.updated'].map(of)
  assert.deepEqual(
    moved.map(one => one.length),
    counts.map(({ n }) => n),
  )
  for (const { data, previous_attributes } of moved.flat())
    assert.deepEqual([data.patientId, previous_attributes], [kept, { patientId: absorbed }])
  const missing = await api.call(getPatient, { id: absorbed })
  assert.deepEqual([missing.status, missing.body.error.details], [404, { resource: 'patient', mergedIntoId: kept }])
  assert.deepEqual(await moneyMismatches(app, company), mismatches)
  await write(tx => undoMerge(tx, { id }))
  assert.deepEqual((await told()).at(-1)?.type, 'patient.updated')
  assert.equal((await told()).filter(({ type, data }) => type === 'patient.created' && data.id === absorbed).length, 1)
  await assert.rejects(
    write(tx => undoMerge(tx, { id })),
    isRefused('invalid_state_transition'),
  )
})

test('files of two persons, deleted ones and what is too old are refused', async () => {
  const patient = async (nationalId?: string) => {
    const { id } = await app.patient(branch)
    if (nationalId) await write(tx => changePatientFile(tx, { id, nationalId }))
    return id
  }
  const [one, other, same] = [await patient('1000000001'), await patient('1000000002'), await patient('١٠٠٠٠٠٠٠٠١')]
  const merge = (id: string, absorbedId: string) => write(tx => mergePatients(tx, { id, absorbedId }))
  await assert.rejects(merge(one, other), isRefused('merge_refused', 'national_ids'))
  await assert.rejects(merge(one, one), isRefused('merge_refused', 'same'))
  const { id } = await merge(one, same)
  await assert.rejects(merge(one, same), isRefused('merge_refused', 'deleted'))
  const [next] = [await patient()]
  const { id: second } = await merge(next, one)
  await assert.rejects(
    write(tx => undoMerge(tx, { id })),
    isRefused('merge_refused', 'deleted'),
  )
  assert.equal((await api.call(getPatient, { id: same })).body.error.details?.mergedIntoId, next)
  await app.sql("update patient_merge set created_at = now() - interval '31 days' where id = $1", [second])
  await assert.rejects(
    write(tx => undoMerge(tx, { id: second })),
    isRefused('undo_expired'),
  )
})

test('who is erased is erased under every id: a file that was merged goes the same way', async () => {
  const { file_number, id } = await app.patient(branch)
  const absorbed = await app.patient(branch, { first_name: 'Hidden' })
  await write(tx => mergePatients(tx, { id, absorbedId: absorbed.id }))
  await write(tx => restrictPatient(tx, { id, reason: 'Asked', confirm: String(file_number) }))
  const restricted = await app.sql('select patient_id from restricted_patient where patient_id = any($1)', [
    [id, absorbed.id],
  ])
  assert.equal(restricted.length, 2)
})

test('two who merge the same two files the other way round: one does', async () => {
  const [one, other] = [(await app.patient(branch)).id, (await app.patient(branch)).id]
  const tried = await Promise.allSettled([
    write(tx => mergePatients(tx, { id: one, absorbedId: other })),
    write(tx => mergePatients(tx, { id: other, absorbedId: one })),
  ])
  assert.deepEqual(tried.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})
