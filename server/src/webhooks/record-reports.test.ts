import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { driver } from '../../test/support/database/driver.ts'
import type { Claim, Report } from './claim.ts'
import { recordedOf, recordReports } from './record-reports.ts'

const DISABLED_AFTER = 4

const app = await startApp()
const connections = driver.connections(app.database.dispatcherUrl, 'test', 1)
atEnd(() => connections.close())
const clinic = await app.clinic({ sandbox: true })
const { installation } = await app.installation(clinic, { mode: 'TEST' })

/** One report of a batch. */
interface One {
  endpoint: 0 | 1 | 2
  ending: 'SUCCEEDED' | 'EXHAUSTED'
  origin: 'EVENT' | 'TEST'
  /** Another worker has claimed it since. */
  lost: boolean
}

const one: fc.Arbitrary<One> = fc.record({
  endpoint: fc.constantFrom(0, 1, 2),
  ending: fc.constantFrom('SUCCEEDED', 'EXHAUSTED'),
  origin: fc.constantFrom('EVENT', 'EVENT', 'EVENT', 'TEST'),
  lost: fc.constantFrom(false, false, false, true),
})

interface Endpoint {
  consecutive_failures: number
  active: boolean
  /** Whether anything was ever written to it. */
  touched: boolean
}

/** What becomes of the endpoints when each report is counted by itself; a batch disables by what it leaves. */
function expected(batches: readonly (readonly One[])[]): Endpoint[] {
  const endpoints = [0, 1, 2].map((): Endpoint => ({ consecutive_failures: 0, active: true, touched: false }))
  for (const batch of batches) {
    const before = endpoints.map(endpoint => endpoint.consecutive_failures)
    for (const { endpoint: n, ending, origin, lost } of batch) {
      const endpoint = endpoints[n]
      if (!endpoint || origin === 'TEST' || lost) continue
      endpoint.consecutive_failures = ending === 'SUCCEEDED' ? 0 : endpoint.consecutive_failures + 1
    }
    for (const [n, endpoint] of endpoints.entries()) {
      endpoint.active &&= endpoint.consecutive_failures < DISABLED_AFTER
      endpoint.touched ||= endpoint.consecutive_failures > 0 || before[n] !== 0
    }
  }
  return endpoints
}

let runs = 0

/** Endpoints without failures, and claimed deliveries for these batches. */
async function claimed(batches: readonly (readonly One[])[]): Promise<Report[][]> {
  const run = ++runs
  await app.sql(
    `insert into webhook_endpoint (company_id, id, installation_id, url, events, mode, created_at, updated_at)
     select $1, 'whe_' || $3 || '_' || n, $2, 'https://example.com', '{patient.created}', 'TEST', '2026-01-01', '2026-01-01'
     from generate_series(0, 2) n`,
    [clinic.company_id, installation.id, run],
  )
  return Promise.all(
    batches.map((batch, b) =>
      Promise.all(
        batch.map(async ({ endpoint, ending, origin, lost }, n): Promise<Report> => {
          const [claim] = await app.sql<Claim>(
            `insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin,
               fencing_token, claimed_by, due_at, created_at)
             values ($1, $2, $3, 'evt_1', 'patient.created', now(), $4, $5, 'w1', now(), now())
             returning *, 8 as concurrency_limit`,
            [`whd_${run}_${b}_${n}`, clinic.company_id, `whe_${run}_${endpoint}`, origin, lost ? 2 : 1],
          )
          assert.ok(claim)
          const [status, errorClass] = ending === 'SUCCEEDED' ? ([200, null] as const) : ([500, 'http_status'] as const)
          return {
            claim: { ...claim, fencing_token: 1 },
            ending,
            mode: 'TEST' as const,
            outcome: { status, errorClass, durationMs: 1 },
            waitMs: null,
          }
        }),
      ),
    ),
  )
}

const endpointsOf = (run: number) =>
  app.sql<Endpoint>(
    `select consecutive_failures, active, updated_at <> created_at as touched from webhook_endpoint
     where id like 'whe_' || $1 || '\\_%' order by id`,
    [run],
  )

test('a batch counts exhausted deliveries in a row as if each had been recorded alone, whatever its order', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.array(one, { minLength: 1, maxLength: 12 }), { maxLength: 5 }), async batches => {
      const recorded: boolean[] = []
      for (const reports of await claimed(batches)) {
        const [answer] = await connections.run(recordReports(reports, DISABLED_AFTER))
        assert.ok(answer)
        recorded.push(...recordedOf(reports, answer).map(({ counted }) => counted))
      }
      assert.deepEqual(
        recorded,
        batches.flat().map(({ lost }) => !lost),
      )
      assert.deepEqual(await endpointsOf(runs), expected(batches))
    }),
    { numRuns: 60 },
  ))

/** Reports so many failures in a row, then a batch of its own; answers the endpoint's count before and after it. */
async function countAround(failures: number, batch: readonly One[]): Promise<(number | undefined)[]> {
  const [before = [], after = []] = await claimed([Array.from({ length: failures }, () => EXHAUSTED), batch])
  const counts: (number | undefined)[] = []
  for (const reports of [before, after]) {
    await connections.run(recordReports(reports, DISABLED_AFTER))
    counts.push((await endpointsOf(runs))[0]?.consecutive_failures)
  }
  return counts
}

const EXHAUSTED: One = { endpoint: 0, ending: 'EXHAUSTED', origin: 'EVENT', lost: false }
const SUCCEEDED: One = { ...EXHAUSTED, ending: 'SUCCEEDED' }

test('a batch in which nothing was exhausted resets the count by a success that counts, and by no other', async () => {
  assert.deepEqual(await countAround(2, [SUCCEEDED]), [2, 0])
  assert.deepEqual(await countAround(2, [{ ...SUCCEEDED, endpoint: 1 }]), [2, 2])
  assert.deepEqual(await countAround(2, [{ ...SUCCEEDED, origin: 'TEST' }]), [2, 2])
  assert.deepEqual(await countAround(2, [{ ...SUCCEEDED, lost: true }]), [2, 2])
})

test('a batch that is recorded again, because its answer was lost, counts, disables and tells the clinic once', async () => {
  const [reports = []] = await claimed([Array.from({ length: DISABLED_AFTER }, () => EXHAUSTED)])
  const statement = recordReports(reports, DISABLED_AFTER)
  const first = await connections.run(statement)
  const second = await connections.run(statement)
  const last = reports.at(-1)?.claim.id ?? ''
  assert.deepEqual(first, [{ changed: DISABLED_AFTER, ids: null, disabling: [last] }])
  assert.deepEqual(second, [{ changed: 0, ids: [], disabling: null }])
  assert.deepEqual((await endpointsOf(runs))[0], { consecutive_failures: DISABLED_AFTER, active: false, touched: true })
  for (const [table, prefix] of Object.entries({ clinic_notice: 'ntc_', outgoing_mail: 'oml_' }))
    assert.deepEqual(
      await app.sql(`select data from ${table} where id = $1`, [last.replace('whd_', prefix)]),
      [{ data: { webhookEndpointId: `whe_${runs}_0`, consecutiveFailures: DISABLED_AFTER } }],
      table,
    )
})
