import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Exchange {
  /** The answers that came, in their order. */
  answers: RawAnswer[]
  /** Whether the server closed the connection. */
  closed: boolean
  milliseconds: number
}

export interface RawOptions {
  /** Waits this long between one chunk and the next. */
  pauseMs?: number
  /** Resolves when this many answers are there; otherwise when the server closes, or patience ends. */
  answers?: number
  patienceMs?: number
  /** Answers to HEAD have no body, whatever their content-length says. */
  head?: boolean
}

/** Sends bytes as they are on a connection of their own, and reads what comes back: for what no HTTP client would send. */
export function exchange(url: string, chunks: (string | Buffer)[], options: RawOptions = {}): Promise<Exchange> {
  const { pauseMs = 0, answers: wanted = Number.POSITIVE_INFINITY, patienceMs = 30_000, head = false } = options
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname)
    let received = Buffer.alloc(0)
    let timer: NodeJS.Timeout | undefined
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      clearTimeout(patience)
      socket.destroy()
      resolve({ answers: answersIn(received, head), closed, milliseconds: performance.now() - started })
    }
    const patience = setTimeout(() => finish(false), patienceMs)
    const send = (index: number) => {
      const chunk = chunks[index]
      if (chunk === undefined || !socket.writable) return
      socket.write(chunk)
      if (pauseMs > 0) timer = setTimeout(() => send(index + 1), pauseMs)
      else send(index + 1)
    }
    socket.on('connect', () => send(0))
    socket.on('data', data => {
      received = Buffer.concat([received, Buffer.from(data)])
      if (answersIn(received, head).length >= wanted) finish(false)
    })
    // A server that closes while we still send may reset the connection; what it said before has been read.
    socket.on('error', () => undefined)
    socket.on('close', () => finish(true))
  })
}

/** The complete answers at the start of the bytes. */
function answersIn(bytes: Buffer, head: boolean): RawAnswer[] {
  const found: RawAnswer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end < 0) return found
    const [first = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = head ? 0 : Number(headers['content-length'] ?? 0)
    if (bytes.length < end + 4 + length) return found
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${first} `)?.[1])
    if (status !== 100) found.push({ status, headers, body: bytes.toString('utf8', end + 4, end + 4 + length) })
    at = end + 4 + length
  }
}
