import { connect, type Socket } from 'node:net'
import type { LoadResult, NextRequest } from './load.ts'

/**
 * Open-loop load: requests are due at even distances, whether or not earlier ones were answered, and each is timed from
 * when it was due; so waiting in line counts. A connection carries one request at a time; there are as many as it takes.
 */
export async function steadyLoad(options: {
  port: number
  perSecond: number
  seconds: number
  wanted: string
  next: NextRequest
}): Promise<LoadResult> {
  const { port, perSecond, seconds, wanted, next } = options
  const idle: Socket[] = []
  const all: Socket[] = []
  const latencies: number[] = []
  let wrong = 0

  const send = (due: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = idle.pop() ?? connect({ port, host: '127.0.0.1', noDelay: true })
      if (!all.includes(socket)) all.push(socket)
      socket.once('error', reject)
      socket.once('data', chunk => {
        latencies.push(performance.now() - due)
        if (chunk.toString('latin1', 9, 12) !== wanted) wrong++
        socket.off('error', reject)
        idle.push(socket)
        resolve()
      })
      socket.write(next())
    })

  const started = performance.now()
  const total = perSecond * seconds
  const sent: Promise<void>[] = []
  while (sent.length < total) {
    const isDue = Math.min(total, Math.floor(((performance.now() - started) * perSecond) / 1_000) + 1)
    while (sent.length < isDue) sent.push(send(started + (sent.length * 1_000) / perSecond))
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  await Promise.all(sent)
  const took = (performance.now() - started) / 1_000
  for (const socket of all) socket.destroy()
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { requests: total, seconds: took, perSecond: total / took, p50Ms: at(0.5), p99Ms: at(0.99), wrong }
}
