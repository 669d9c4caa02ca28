import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claim } from './claim.ts'
import { createClaimDemand } from './claim-demand.ts'
import { createSlots } from './slots.ts'

function claimOf(endpoint_id: string, { failures = 0, saturated = false } = {}): Claim {
  const event = { event_id: 'evt_1', event_type: 'patient.created', event_at: '2026-11-23T08:00:00.000Z', data: '{}' }
  const texts = { previous_attributes: null, traceparent: null }
  const place = { endpoint_number: 1, clinic_rank: 1, saturated, lag: 0 }
  const attempt = { fencing_token: 1, origin: 'EVENT', attempts: 0, concurrency_limit: 8, failures }
  return { id: 'whd_1', company_id: 'cli_1', endpoint_id, ...texts, ...event, ...place, ...attempt }
}

const claimsOf = (count: number, wishes?: Parameters<typeof claimOf>[1]) =>
  Array.from({ length: count }, () => claimOf('e1', wishes))

test('claims whatever there is capacity for while little is in flight, and nothing without any', () => {
  const slots = createSlots(10)
  const demand = createClaimDemand(slots)
  demand.claimed(claimsOf(9))
  assert.equal(demand.capacity()?.limit, 1)
  demand.claimed(claimsOf(1))
  assert.equal(demand.capacity(), undefined)
})

test('puts a claim off while much is in flight, until there is capacity for a whole one', () => {
  const slots = createSlots(2000)
  const demand = createClaimDemand(slots)
  const claims = claimsOf(1001)
  demand.claimed(claims)
  assert.equal(demand.capacity(), undefined)
  assert.deepEqual(
    claims.slice(0, 2).map(claim => demand.ended(claim)),
    [true, true],
  )
  assert.equal(demand.capacity()?.limit, 1000)
})

test('asks for another claim when half of what is in flight has ended at endpoints that have more ready', () => {
  const demand = createClaimDemand(createSlots(100))
  const [idle, saturated] = [claimsOf(2), claimsOf(4, { saturated: true })]
  demand.capacity()
  demand.claimed(idle)
  assert.deepEqual(
    idle.map(claim => demand.ended(claim)),
    [false, false],
  )
  demand.claimed(saturated)
  assert.deepEqual(
    saturated.map(claim => demand.ended(claim)),
    [false, true, true, true],
  )
})

test('counts attempts at endpoints that have failed three times against the part of suspects', () => {
  const slots = createSlots(100)
  const demand = createClaimDemand(slots)
  demand.claimed([...claimsOf(5, { failures: 3 }), ...claimsOf(5, { failures: 2 })])
  assert.equal(demand.capacity()?.suspects, 25)
})
