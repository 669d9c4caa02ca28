import { fork } from 'node:child_process'
import { once } from 'node:events'
import { signatureHeaders } from '@clinic/server/domain/webhooks/attempt-headers.ts'
import { newSigningSecret } from '@clinic/server/domain/webhooks/signing-secret.ts'
import { createEgress, type EgressRequest } from '@clinic/server/egress/agent.ts'
import { signaturesOf, signingKey } from '@clinic/server/webhooks/sign.ts'
import { Agent, type Dispatcher } from 'undici'

const IN_FLIGHT = 64
const REQUESTS = 20_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

type Send = () => Promise<void>

const event = { id: 'evt_01', type: 'invoice.paid', data: { id: 'inv_01', object: 'invoice', note: 'x'.repeat(700) } }
const rawBody = JSON.stringify(event)
const keys = [signingKey(newSigningSecret())]
const signed = () =>
  signatureHeaders(
    { eventId: 'evt_01', deliveryId: 'dlv_01', attempt: 1 },
    signaturesOf({ eventId: 'evt_01', timestampSeconds: Math.floor(Date.now() / 1000), rawBody, keys }),
  )

/** What guarding every request costs: bare undici, our `send`, and `send` with signing, to one receiver on loopback. */
export async function run(): Promise<void> {
  const receiver = fork(new URL('./echo.ts', import.meta.url))
  const [port] = await once(receiver, 'message')
  const url = `http://127.0.0.1:${port}/hook`
  const egress = createEgress({ allowPrivate: true })
  const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 })
  const rawHeaders = signed()
  const request: EgressRequest = {
    url,
    method: 'POST',
    rawHeaders,
    body: rawBody,
    policy: { allowHttp: true, allowPrivate: true },
  }
  const guarded = async (more: Pick<EgressRequest, 'rawHeaders'>) => {
    const outcome = await egress.send({ ...request, ...more })
    if (!outcome.ok) throw new Error(`A send failed: ${outcome.errorClass}`)
  }
  for (let round = 1; round <= ROUNDS; round++) {
    await measure(`round ${round}: bare undici dispatch`, () => bare(agent, url, rawHeaders))
    await measure(`round ${round}: send`, () => guarded({ rawHeaders }))
    await measure(`round ${round}: send and sign`, () => guarded({ rawHeaders: signed() }))
  }
  await Promise.all([egress.close(), agent.close()])
  receiver.disconnect()
}

async function measure(name: string, send: Send): Promise<void> {
  let left = REQUESTS
  const worker = async () => {
    while (left-- > 0) await send()
  }
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const micros = (user + system) / REQUESTS
  console.log(`${name}: ${Math.round(REQUESTS / seconds)}/s, ${micros.toFixed(1)} µs of processor each`)
}

function bare(agent: Agent, url: string, headers: string[]): Promise<void> {
  const { origin, pathname: path } = new URL(url)
  return new Promise((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: () => {},
      onResponseData: () => {},
      onResponseEnd: () => resolve(),
      onResponseError: (_controller, error) => reject(error),
    }
    agent.dispatch({ origin, path, method: 'POST', headers, body: rawBody }, handler)
  })
}
