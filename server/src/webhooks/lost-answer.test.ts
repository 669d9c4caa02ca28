import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { driver } from '../../test/support/database/driver.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { subscribers } from '../../test/support/webhooks/subscribers.ts'
import type { SharedConnections } from '../db/driver.ts'

const app = await startApp()
const { subscribed, settled } = subscribers(app)

/** Connections on which the first claim is committed, and its answer lost with the connection. */
function losingOne(connections: SharedConnections): SharedConnections {
  let isLost = false
  return {
    count: statement => connections.count(statement),
    close: () => connections.close(),
    async run(...statements) {
      const rows = await connections.run(...statements)
      const claimed = rows.some(
        row => typeof row === 'object' && row !== null && 'fencing_token' in row && row.fencing_token !== null,
      )
      if (!claimed || isLost) return rows
      isLost = true
      throw new Error('The connection ended before the answer.')
    },
  }
}

test('what was claimed by a claim whose answer was lost is delivered, while the worker goes on', async () => {
  const losing = {
    ...driver,
    connections: (...of: Parameters<typeof driver.connections>) => losingOne(driver.connections(...of)),
  }
  await startDispatcher(app, { driver: losing, leaseMs: 3_000, attemptMs: 1_000 })
  const { receiver, id, addPatient } = await subscribed()
  await addPatient()
  await receiver.got(1)
  await addPatient()
  await receiver.got(2)
  await settled(id)
  assert.equal(new Set(receiver.received.map(({ event }) => event.id)).size, 2)
})
