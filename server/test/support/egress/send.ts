import type { Socket } from 'node:net'
import { createEgress, type EgressRequest } from '../../../src/egress/agent.ts'
import type { Outcome } from '../../../src/egress/outcome.ts'
import { type RawServer, startRawServer } from '../servers/raw-server.ts'

const LOCAL = { allowHttp: true, allowPrivate: true }
export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

export function post(url: string, more: Partial<EgressRequest> = {}): EgressRequest {
  const rawHeaders = ['content-type', 'application/json']
  return { url, method: 'POST', rawHeaders, body: '{"a":1}', policy: LOCAL, deadlineMs: 30_000, ...more }
}

type Sent = { outcome: Outcome; receiver: RawServer }

/** One send to a receiver that behaves so; both are gone afterwards. `settled` may hold that up. */
export async function sendTo(
  behave: (socket: Socket) => void,
  more: Partial<EgressRequest> = {},
  settled: Promise<void> = Promise.resolve(),
): Promise<Sent> {
  const receiver = await startRawServer(behave)
  const egress = createEgress({ allowPrivate: true })
  try {
    const outcome = await egress.send(post(receiver.url, more))
    await settled
    return { outcome, receiver }
  } finally {
    await egress.close()
    await receiver.close()
  }
}

/** As `sendTo`, and returns only if the sender has closed its connection by itself. */
export function sendUntilClosed(behave: (socket: Socket) => void, more: Partial<EgressRequest> = {}): Promise<Sent> {
  const closed = Promise.withResolvers<void>()
  const watched = (socket: Socket) => {
    socket.on('end', closed.resolve).on('close', closed.resolve)
    behave(socket)
  }
  return sendTo(watched, more, closed.promise)
}
