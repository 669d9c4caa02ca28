import assert from 'node:assert/strict'
import type { EventType } from '@clinic/contract/event-types.ts'
import { createPatient } from '@clinic/contract/patients.ts'
import { createWebhookEndpoint, getWebhookEndpoint, listWebhookDeliveries } from '@clinic/contract/webhook-endpoints.ts'
import type { TestApp } from '../app/harness.ts'
import { type Behaviour, startReceiver } from './receiver.ts'

/** Makes plugins with endpoints in clinics of a test app. */
export function subscribers(app: TestApp) {
  /** A sandbox clinic with a plugin whose endpoint behaves so. */
  async function subscribed(behave?: Behaviour, events: [EventType, ...EventType[]] = ['patient.created']) {
    const receiver = await startReceiver(behave)
    return { receiver, ...(await subscribedAt(receiver.url, events)) }
  }

  async function subscribedAt(url: string, events: [EventType, ...EventType[]] = ['patient.created']) {
    const clinic = await app.clinic({ sandbox: true })
    const branch = await app.branch(clinic)
    const { token } = await app.installation(clinic, { mode: 'TEST' })
    const api = app.api(token)
    const created = await api.call(createWebhookEndpoint, { url, events })
    assert.equal(created.status, 201, created.text)
    const { id, signingSecret } = created.body.data
    return {
      clinic,
      api,
      id,
      secret: signingSecret,
      /** Causes one patient.created. */
      async addPatient() {
        const answer = await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })
        assert.equal(answer.status, 201, answer.text)
        return answer.body.data
      },
      deliveries: async () => (await api.list(listWebhookDeliveries, { id })).body.data,
      endpoint: async () => (await api.call(getWebhookEndpoint, { id })).body.data,
    }
  }

  const queued = async (endpointId: string) =>
    (await app.sql('select from webhook_delivery where endpoint_id = $1', [endpointId])).length

  /** Waits until nothing of the endpoint is queued; with pauses, because some tests measure what goes on meanwhile. */
  async function settled(endpointId: string): Promise<void> {
    while ((await queued(endpointId)) > 0) await new Promise(resolve => setTimeout(resolve, 10))
  }

  return { subscribed, subscribedAt, settled }
}
