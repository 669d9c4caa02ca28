import { sql } from '@clinic/server/db/statement.ts'
import { ALL_DELIVERIES } from '@clinic/server/domain/webhooks/delivery.ts'
import { claimDeliveries } from '@clinic/server/webhooks/claim-deliveries.ts'
import { PLANNER_SETTINGS } from '@clinic/server/webhooks/dispatcher.ts'
import { promoteRetries } from '@clinic/server/webhooks/promoter.ts'
import { at } from './measure.ts'
import { ENDPOINTS, NONE, range, type World } from './webhook-world.ts'

const CLAIM = { leaseId: 'bench', after: '', endpoints: 500, limit: 500, suspects: 450, excluded: [], inFlight: {} }

/** What a claim costs while so many deliveries wait for a later attempt, and an endpoint's list of a million. */
export async function backlog(world: World): Promise<void> {
  const connections = world.driver.connections(world.dispatcherUrl, 'bench claims', 1, PLANNER_SETTINGS)
  for (const future of [0, 1_000_000]) {
    await world.reset(NONE)
    await world.owner.query(
      `insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin, state, priority,
         attempts, due_at, created_at)
       select 'whd_' || n, 'cli_' || n % 200 / 4, 'whe_' || n % 200, 'evt_' || n, 'patient.created', now(), 'EVENT',
         'WAITING', 1, 1, now() + n * interval '1 second', now()
       from generate_series(1, $1::int) n`,
      [future],
    )
    await world.owner.query(`insert into webhook_worker values ('bench', 'infinity') on conflict do nothing`)
    await world.owner.query('vacuum analyze webhook_delivery')
    const times: number[] = []
    for (let round = 0; round < 40; round++) {
      await world.emit(range(ENDPOINTS))
      const start = performance.now()
      await connections.run(promoteRetries([1000]))
      await connections.run(claimDeliveries(CLAIM))
      times.push(performance.now() - start)
      await world.owner.query('delete from webhook_delivery where claimed_by is not null')
    }
    const sorted = Float64Array.from(times).sort()
    console.log(`claim of ${ENDPOINTS} with ${future} future rows: p50 ${at(sorted, 0.5).toFixed(1)} ms`)
  }
  await listMillion(world)
  await connections.close()
}

const firstPage = sql(`select t.* from ${ALL_DELIVERIES} t where t.company_id = $1 and t.endpoint_id = $2
  order by t.created_at desc, t.id desc limit 26`)

async function listMillion(world: World): Promise<void> {
  for (const count of [1000, 1_000_000]) {
    await world.reset(NONE)
    await world.owner.query(
      `insert into webhook_delivery_done (id, company_id, endpoint_id, event_id, event_type, event_at, origin, status,
         attempts, created_at, finished_at)
       select 'whd_' || n, 'cli_0', 'whe_0', 'evt_' || n, 'patient.created', now(), 'EVENT', 'SUCCEEDED', 1,
         now() - n * interval '1 second', now()
       from generate_series(1, $1::int) n`,
      [count],
    )
    await world.owner.query('vacuum analyze webhook_delivery_done')
    const { text, values } = firstPage(['cli_0', 'whe_0'])
    const times: number[] = []
    for (let round = 0; round < 100; round++) {
      const start = performance.now()
      await world.owner.query(text, [...values])
      times.push(performance.now() - start)
    }
    const sorted = Float64Array.from(times).sort()
    console.log(`first page of an endpoint with ${count} deliveries: p50 ${at(sorted, 0.5).toFixed(2)} ms`)
  }
}
