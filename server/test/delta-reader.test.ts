import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { listPatients } from '@clinic/contract/patients.ts'
import { sql } from '../src/db/statement.ts'
import { factsOf } from '../src/domain/clinics/clinic-facts.ts'
import { openPatientFile } from '../src/domain/patients/open-patient-file.ts'
import { beginWriteColumns } from '../src/kernel/begin-write.ts'
import { changeRecord } from '../src/kernel/change-record.ts'
import type { Tx } from '../src/kernel/tx.ts'
import { secretBox } from '../src/kernel/values/secret-box.ts'
import { MASTER_KEY, startApp } from './support/app/harness.ts'
import { atEnd } from './support/at-end.ts'
import { LOCKS } from './support/database/sessions.ts'
import { testTransactions } from './support/database/test-transactions.ts'

/** `DELTA_SECONDS=60 npm test -- delta-reader` is the long setting. */
const SECONDS = Number(process.env.DELTA_SECONDS ?? 5)
const WRITERS = 16
const LONGEST_HOLD_MS = 400

const app = await startApp()
const { clinic, branch, api } = await app.practice()
// Four connections each: every writer has one of its own and none waits for another's.
const pools = Array.from({ length: WRITERS / 4 }, (_, n) =>
  testTransactions(app.database.appUrl, `writers ${n}`, secretBox([MASTER_KEY])),
)
atEnd(() => Promise.all(pools.map(pool => pool.close())))

const caller = { kind: 'system', id: 'test', tokenId: null, holds: () => true } as const
const context = { clinic: factsOf(clinic), caller, requestId: 'req_test' }

interface Change {
  id: string
  at: string
}

/** Opens files and changes some of its own, holding transactions open for a while so that later ones commit first. */
async function writer(n: number, until: number, committed: Change[]): Promise<void> {
  const own: string[] = []
  const pool = pools[n % pools.length]
  const change = async (tx: Tx): Promise<string[]> => {
    const old = own[Math.floor(Math.random() * own.length)]
    if (old && Math.random() < 0.5)
      return [(await changeRecord(tx, 'patient', await tx.lock('patient', old), { details: tx.now })).id]
    const input = { branchId: branch.id, firstName: 'Sara', lastName: `Invented ${n}` }
    return [(await openPatientFile(tx, input)).id, (await openPatientFile(tx, input)).id]
  }
  while (performance.now() < until) {
    let done: Change[] = []
    const failing = Math.random() < 0.1
    const hold = () => (Math.random() < 0.3 ? wait(Math.random() * LONGEST_HOLD_MS) : undefined)
    await pool
      ?.write(context, async tx => {
        await hold()
        const ids = await change(tx)
        await hold()
        if (failing) throw new Error('given up')
        done = ids.map(id => ({ id, at: tx.now }))
        return { value: undefined }
      })
      .then(() => {
        committed.push(...done)
        own.push(...done.map(({ id }) => id))
      })
      .catch((error: Error) => assert.equal(error.message, 'given up'))
  }
}

/** One poll: every page after the last instant seen. */
async function poll(updatedAfter: string): Promise<Change[]> {
  const seen: Change[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const limit = 1 + Math.floor(Math.random() * 40)
    const { status, body, text } = await api.list(listPatients, { updatedAfter, limit, cursor })
    assert.equal(status, 200, text)
    seen.push(...body.data.map(({ id, updatedAt }) => ({ id, at: updatedAt })))
    cursor = body.nextCursor
  }
  return seen
}

test(`${WRITERS} writers that commit out of order and one reader for ${SECONDS} s: every change is seen, none twice`, async t => {
  const committed: Change[] = []
  const seen: Change[] = []
  const until = performance.now() + SECONDS * 1000
  let writing = true
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n, until, committed))).finally(() => {
    writing = false
  })
  let polls = 0
  for (let last = '2000-01-01T00:00:00Z', again = true; again; polls++) {
    again = writing
    const found = await poll(last)
    seen.push(...found)
    last = found.at(-1)?.at ?? last
  }
  await writers
  t.diagnostic(`${committed.length} changes, ${polls} polls`)

  assert.ok(committed.length > SECONDS * WRITERS, 'The writers hardly wrote.')
  assert.ok(outOfOrder(committed) > committed.length / 20, 'Hardly any transaction was overtaken.')
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1)),
  )
  assert.equal(new Set(seen.map(({ id, at }) => `${id} ${at}`)).size, seen.length, 'A change was seen twice.')
  const latest = new Map(seen.map(({ id, at }) => [id, at]))
  assert.deepEqual(
    committed.filter(({ id, at }) => (latest.get(id) ?? '') < at),
    [],
    'Changes were lost.',
  )
  const rows = await app.sql<Change>('select id, updated_at as at from patient where company_id = $1', [
    clinic.company_id,
  ])
  for (const { id, at } of rows) assert.ok(latest.get(id) === at || at <= clinic.created_at || !latest.has(id), id)
})

/** How many changes committed after one that was begun later. */
function outOfOrder(changes: readonly Change[]): number {
  let newest = ''
  return changes.filter(({ at }) => {
    const overtaken = at < newest
    if (!overtaken) newest = at
    return overtaken
  }).length
}

test('a transaction that is held open in one clinic holds back no other clinic’s changes', async () => {
  const [here, there] = [await app.practice(), await app.practice()]
  const opened = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = app.write(here.clinic, async () => {
    opened.resolve()
    await held.promise
  })
  await opened.promise
  const since = { updatedAfter: '2000-01-01T00:00:00Z' }
  const named = async ({ branch }: typeof here) =>
    (await app.write(there.clinic, tx => openPatientFile(tx, { branchId: branch.id, firstName: 'A', lastName: 'B' })))
      .id
  const id = await named(there)
  const found = (await there.api.all(listPatients, since)).map(patient => patient.id)
  assert.ok(found.includes(id), 'The other clinic’s change is held back.')
  const other = await here.api.post('/patients', { branchId: here.branch.id, firstName: 'A', lastName: 'B' })
  assert.equal(other.status, 201)
  const held_back = (await here.api.all(listPatients, since)).map(patient => patient.id)
  assert.ok(!held_back.includes(String(other.body.data.id)), 'A change that can be overtaken was shown.')
  held.resolve()
  await holding
  assert.ok((await here.api.all(listPatients, since)).some(patient => patient.id === other.body.data.id))
})

test('what a write announces is never later than the instant it takes', async () => {
  const announced = `(select max(objid::bigint) from ${LOCKS} where locktype = 'advisory' and pid = pg_backend_pid())`
  const announce = sql<{
    now: number
    announced: number
  }>(`with write as materialized (select ${beginWriteColumns('$2')})
    select extract(epoch from now) * 1000 as now, ${announced} as announced from write`)([clinic.company_id, null])
  const [pool] = pools
  for (let n = 0; n < 200; n++) {
    await pool?.platform(async tx => {
      const [row] = await tx.sql(announce)
      assert.ok(row && row.announced <= row.now % 2 ** 31, JSON.stringify(row))
    })
  }
})
