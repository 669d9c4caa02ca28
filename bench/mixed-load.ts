import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { SeededClinic } from './seed.ts'

interface Options {
  port: number
  perSecond: number
  clinic: SeededClinic
}

/** One of so many is a write. */
const WRITES = 5

type Ask = (n: number) => Promise<string | undefined>

/** Steady load until it is stopped, as plugins make it: reads and, one in five, creates, each due whether or not those before it were answered. */
export function mixedLoad({ port, perSecond, clinic }: Options) {
  const agent = new Agent({ connections: 200 })
  const [failed, latencies]: [string[], number[]] = [[], []]
  const { ask, acknowledged } = asker(agent, `http://127.0.0.1:${port}/api/v1`, clinic)
  const under = new Set<Promise<void>>()
  let [sent, stopped] = [0, false]

  async function one(n: number): Promise<void> {
    const began = performance.now()
    const failure = await ask(n).catch(error => (error instanceof Error ? error.message : String(error)))
    if (failure !== undefined) failed.push(failure)
    latencies.push(performance.now() - began)
  }

  async function send(): Promise<void> {
    const began = performance.now()
    while (!stopped) {
      const due = Math.floor(((performance.now() - began) * perSecond) / 1_000)
      for (; sent < due; sent++) {
        const asked = one(sent).finally(() => under.delete(asked))
        under.add(asked)
      }
      await delay(1)
    }
  }
  const sending = send()

  return {
    /** How long those took that were answered since this was asked last. */
    took() {
      const sorted = latencies.splice(0).toSorted((a, b) => a - b)
      const at = (part: number) => `${(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN).toFixed(1)} ms`
      return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`
    },
    async stop() {
      stopped = true
      await sending
      await Promise.all(under)
      await agent.close()
      return { sent, failed, acknowledged }
    },
  }
}

/** Asks once; answers what failed. */
function asker(dispatcher: Agent, origin: string, { token, branchId, patientIds }: SeededClinic) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const acknowledged: string[] = []
  const read: Ask = async n => {
    const { statusCode, body } = await request(`${origin}/patients/${patientIds[n % patientIds.length]}`, {
      headers,
      dispatcher,
    })
    await body.dump()
    return statusCode === 200 ? undefined : `read: ${statusCode}`
  }
  const write: Ask = async () => {
    const { statusCode, body } = await request(`${origin}/patients`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ branchId, firstName: 'Bench', lastName: 'Patient' }),
      dispatcher,
    })
    const text = await body.text()
    if (statusCode !== 201) return `write: ${statusCode} ${text.slice(0, 200)}`
    acknowledged.push(JSON.parse(text).data.id)
    return undefined
  }
  return { acknowledged, ask: (n: number) => (n % WRITES === 0 ? write(n) : read(n)) }
}
