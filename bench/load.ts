import { connect, type Socket } from 'node:net'

/** One request as bytes; made anew for each, so that keys and ids differ. */
export type NextRequest = () => string

export interface LoadResult {
  requests: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers with another status than wanted. */
  wrong: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** The length of the whole answer at the start of the buffer, or 0 while it is incomplete. */
function answerLength(buffer: Buffer): number {
  const head = buffer.indexOf(HEAD_END)
  if (head < 0) return 0
  const match = /content-length: (\d+)/i.exec(buffer.toString('latin1', 0, head))
  if (!match) throw new Error('An answer came without content-length.')
  const length = head + 4 + Number(match[1])
  return buffer.length >= length ? length : 0
}

/** Closed-loop load: each connection sends the next request when the last was answered. Small, so that it costs little. */
export async function load(options: {
  port: number
  connections: number
  seconds: number
  wanted: string
  next: NextRequest
}): Promise<LoadResult> {
  const latencies: number[] = []
  let wrong = 0
  const started = performance.now()
  const ends = started + options.seconds * 1000

  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true })
      let sentAt = 0
      let rest: Buffer = Buffer.alloc(0)
      const send = () => {
        sentAt = performance.now()
        if (sentAt >= ends) {
          socket.end()
          resolve()
        } else socket.write(options.next())
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
        const length = answerLength(rest)
        if (length === 0) return
        if (rest.toString('latin1', 9, 12) !== options.wanted) wrong++
        rest = rest.subarray(length)
        latencies.push(performance.now() - sentAt)
        send()
      })
    })

  await Promise.all(Array.from({ length: options.connections }, one))
  const seconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    requests: sorted.length,
    seconds,
    perSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    wrong,
  }
}
