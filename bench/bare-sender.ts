import { signatureHeaders, webhookUserAgent } from '@clinic/server/domain/webhooks/attempt-headers.ts'
import { newSigningSecret } from '@clinic/server/domain/webhooks/signing-secret.ts'
import { newId } from '@clinic/server/kernel/values/ids.ts'
import { signaturesOf, signingKey } from '@clinic/server/webhooks/sign.ts'
import { Agent, request } from 'undici'
import { ENDPOINTS, type World } from './webhook-world.ts'

/** Requests under way at the same time: more bring no more. */
const LANES = 32

interface Post {
  /** Names and values in turn. */
  headers: string[]
  body: string
}

/** What the product sends, made beforehand: each of another event, signed for one of the endpoints. */
function posts(count: number): Post[] {
  const keys = Array.from({ length: ENDPOINTS }, () => signingKey(newSigningSecret()))
  return Array.from({ length: count }, (_, n) => {
    const eventId = newId('evt')
    const body = JSON.stringify({
      id: eventId,
      type: 'patient.created',
      apiVersion: '2026-07',
      createdAt: new Date().toISOString(),
      companyId: 'cli_01k9exam00000000000000000a',
      data: {
        id: 'pat_01k9exam00000000000000000a',
        object: 'patient',
        branchId: 'bra_01k9exam00000000000000000a',
        doctorId: null,
      },
    })
    const signed = signatureHeaders(
      { eventId, deliveryId: newId('whd'), attempt: 1 },
      signaturesOf({
        eventId,
        timestampSeconds: Math.floor(Date.now() / 1000),
        rawBody: body,
        keys: keys.slice(n % ENDPOINTS, (n % ENDPOINTS) + 1),
      }),
    )
    return { body, headers: ['content-type', 'application/json', 'user-agent', webhookUserAgent, ...signed] }
  })
}

/**
 * Posts what plugins would be sent in as few words as undici has: no queue, no record, no deadline. Answers requests a
 * second, and the sender's processor time for each, in microseconds.
 */
export async function sendBare(world: World, count: number): Promise<{ perSecond: number; micros: number }> {
  const dispatcher = new Agent({ allowH2: false })
  const url = `http://127.0.0.1:${world.receiverPort}/ok`
  const waiting = posts(count)
  const lane = async () => {
    for (let post = waiting.pop(); post; post = waiting.pop()) {
      const { body } = await request(url, { method: 'POST', ...post, dispatcher })
      await body.dump()
    }
  }
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Promise.all(Array.from({ length: LANES }, lane))
  const perSecond = count / ((performance.now() - start) / 1000)
  const { user, system } = process.cpuUsage(cpu)
  await dispatcher.close()
  await world.report()
  return { perSecond, micros: Math.round((user + system) / count) }
}
