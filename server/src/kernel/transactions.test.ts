import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patientDeleted } from '@clinic/contract/patients.ts'
import { MASTER_KEY, startApp } from '../../test/support/app/harness.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { testTransactions } from '../../test/support/database/test-transactions.ts'
import { eventually } from '../../test/support/eventually.ts'
import { sql } from '../db/statement.ts'
import { factsOf } from '../domain/clinics/clinic-facts.ts'
import { changeRecord } from './change-record.ts'
import { Refusal } from './errors.ts'
import type { PlatformTx, Tx } from './tx.ts'
import { secretBox } from './values/secret-box.ts'

const app = await startApp()
const { clinic, branch, patient } = await app.practice()

const OPEN = `select count(*)::int as count from ${SESSIONS}
  where application_name = 'test writes' and state like 'idle in transaction%'`
const openTransactions = async () => (await app.sql<{ count: number }>(OPEN))[0]?.count
const backend = sql<{ pid: number }>('select pg_backend_pid() as pid')([])
const write = async (tx: Tx, details: string) =>
  changeRecord(tx, 'patient', await tx.lock('patient', patient.id), { details })
const told = (tx: Tx) => tx.emit(patientDeleted, { id: patient.id, branchId: branch.id, doctorId: null })
const events = async () => (await app.sql('select 1 from event where company_id = $1', [clinic.company_id])).length
const isRefusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

test('statements that a migration made out of date are prepared anew, and the transaction runs as if nothing was', async () => {
  const seen: string[] = []
  const both = () =>
    app.write(clinic, async tx => {
      seen.push((await tx.get('branch', branch.id)).name, (await tx.lock('patient', patient.id)).first_name)
      await write(tx, 'seen')
      told(tx)
    })
  await both()
  await app.sql('alter table branch add column added text')
  await app.sql('alter table patient add column added text')
  await both()
  assert.deepEqual(seen.slice(-2), [branch.name, patient.first_name])
  assert.equal(await events(), 2)
})

test('a connection lost within a transaction is refused as unavailable, and nothing of it stays', async () => {
  const before = await events()
  const lost = app.write(clinic, async tx => {
    told(tx)
    await write(tx, 'lost')
    const [row] = await tx.sql(backend)
    await app.sql('select pg_terminate_backend($1)', [row?.pid])
    await write(tx, 'lost too')
  })
  await assert.rejects(lost, isRefusal('service_unavailable'))
  const found = await app.write(clinic, async tx => tx.get('patient', patient.id))
  assert.equal(found.details, 'seen')
  assert.equal(await events(), before)
})

test('whatever a use-case throws, its transaction ends and its connection serves the next', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const echo = sql('select $1::text as text')
  const FAILURES: ((tx: Tx) => Promise<unknown>)[] = [
    () => Promise.reject(new Error('no statement at all')),
    tx => tx.sql(sql('select no_such_column')([])),
    tx => tx.sql(echo([circular])),
    async tx => void tx.add('patient', { ...patient, first_name: null } as never),
    tx => Promise.all([tx.sql(sql('select 1 / $1::int')([0])), tx.sql(echo(['behind'])), tx.sql(echo(['too']))]),
    tx => tx.get('patient', 'pat_unknown'),
  ]
  for (let round = 0; round < 4; round++) await Promise.all(FAILURES.map(run => assert.rejects(app.write(clinic, run))))
  await eventually(openTransactions, 0)
  assert.equal((await app.write(clinic, tx => tx.get('patient', patient.id))).id, patient.id)
})

test('a transaction that has ended takes no further statement, so that none runs outside of it', async () => {
  let kept: Tx | undefined
  await app.write(clinic, async tx => {
    kept = tx
  })
  await assert.rejects(async () => kept?.get('patient', patient.id), /has ended/)
  await assert.rejects(async () => kept?.change('patient', patient, { details: 'late' }), /has ended/)
  assert.equal((await app.write(clinic, tx => tx.get('patient', patient.id))).details, 'seen')
})

test('a report and a transaction of the platform that have ended take no further statement either', async () => {
  const own = testTransactions(app.database.appUrl, 'kept', secretBox([MASTER_KEY]))
  const caller = { kind: 'system', id: 'test', tokenId: null, holds: () => true } as const
  const context = { clinic: factsOf(clinic), caller, requestId: 'req_test' }
  try {
    let report: Tx | undefined
    let platform: PlatformTx | undefined
    await own.report(context, async tx => {
      report = tx
    })
    await own.platform(async tx => {
      platform = tx
    })
    await assert.rejects(async () => report?.get('patient', patient.id), /has ended/)
    await assert.rejects(async () => report?.delta(backend), /has ended/)
    await assert.rejects(async () => platform?.sql(backend), /has ended/)
    const failed = own.platform(async tx => {
      platform = tx
      throw new Error('Given up.')
    })
    await assert.rejects(failed, /Given up/)
    await assert.rejects(async () => platform?.sql(backend), /has ended/)
  } finally {
    await own.close()
  }
})

test('a report sees everything as of one instant, writes nothing, and keeps no other request from reading', async () => {
  const own = testTransactions(app.database.appUrl, 'reporting', secretBox([MASTER_KEY]))
  const caller = { kind: 'system', id: 'test', tokenId: null, holds: () => true } as const
  const context = { clinic: factsOf(clinic), caller, requestId: 'req_test' }
  const detailsOf = async (tx: Tx) => (await tx.get('patient', patient.id)).details
  const change = (details: string) => app.write(clinic, tx => write(tx, details))
  try {
    await change('before')
    const seen = await own.report(context, async tx => {
      const first = await detailsOf(tx)
      await change('meanwhile')
      // The report still has its connection, and others read on theirs.
      assert.equal(await own.read(context, detailsOf), 'meanwhile')
      return [first, await detailsOf(tx)]
    })
    assert.deepEqual(seen, ['before', 'before'])
    assert.equal(await own.report(context, detailsOf), 'meanwhile')
    const touch = sql('update patient set details = null where company_id = $1')
    await assert.rejects(
      own.report(context, tx => tx.sql(touch([clinic.company_id]))),
      /read-only transaction/,
    )
    await assert.rejects(
      own.report(context, async tx => tx.change('patient', patient, { details: null })),
      /tried to write/,
    )
    assert.equal(await own.report(context, detailsOf), 'meanwhile')
  } finally {
    await own.close()
  }
})
