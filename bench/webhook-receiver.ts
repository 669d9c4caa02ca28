import { createServer, type Socket } from 'node:net'

/**
 * A receiver that costs little, in a process of its own: counts what it gets and remembers when each event arrived. A
 * path that begins with /hang is never answered.
 */
export interface ReceiverReport {
  received: number
  /** Event id and wall-clock milliseconds with fraction, in the order of arrival. */
  arrivals: [string, number][]
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
const HEAD_END = Buffer.from('\r\n\r\n')
let arrivals: [string, number][] = []
let received = 0
/** How many the bench waits for. */
let awaited = Number.POSITIVE_INFINITY

const now = () => performance.timeOrigin + performance.now()

function accept(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const end = rest.indexOf(HEAD_END)
      if (end < 0) return
      const head = rest.toString('latin1', 0, end)
      const length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (rest.length < length) return
      rest = rest.subarray(length)
      received++
      if (head.startsWith('POST /hang')) continue
      arrivals.push([/service-event-id: (\S+)/i.exec(head)?.[1] ?? '', now()])
      socket.write(OK)
      tellArrival()
    }
  })
}

/** Answers the bench that waits, once: to be asked again and again would be work beside what is measured. */
function tellArrival(): void {
  if (received < awaited) return
  awaited = Number.POSITIVE_INFINITY
  process.send?.(received)
}

const server = createServer(accept)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
})
process.on('message', (question: 'report' | { until: number }) => {
  if (question !== 'report') {
    awaited = question.until
    return tellArrival()
  }
  const report: ReceiverReport = { received, arrivals }
  process.send?.(report)
  received = 0
  arrivals = []
})
process.on('disconnect', () => process.exit(0))
