import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { atEnd } from '../at-end.ts'
import { listen } from './listen.ts'
import { type Frame, frameOf, framesOf, SSL_REQUEST } from './postgres-frames.ts'

/** A connection to the server, which belongs to one client for one transaction. */
interface Line {
  socket: Duplex
  /** What it has prepared, by the pooler's own names. */
  prepared: Set<string>
  /** What is still to be answered: prepared by the pooler or by the client, or the end of a group. */
  due: ({ name: string; own: boolean } | 'end')[]
  client: PooledClient | undefined
}

const LINES = 2
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/**
 * A pooler in transaction mode, as pgbouncer is: each transaction gets the next of two connections to the server, of which
 * nothing is reset in between, prepared statements follow their client, and what a session says when it begins is refused.
 */
export async function startTransactionPooler(serverUrl: string, password: string): Promise<string> {
  const pools = new Map<string, Promise<Pool>>()
  const poolOf = (user: string, database: string) => {
    const key = `${user} ${database}`
    const pool =
      pools.get(key) ?? openPool(Object.assign(new URL(serverUrl), { username: user, password, pathname: database }))
    pools.set(key, pool)
    return pool
  }
  const server: Server = createServer({ noDelay: true }, socket => new PooledClient(socket, poolOf))
  const port = await listen(server)
  atEnd(async () => {
    server.close()
    for (const pool of await Promise.all(pools.values())) pool.end()
  })
  return `postgres://127.0.0.1:${port}`
}

/** The connections of one login. */
class Pool {
  readonly #free: Line[]
  readonly #all: readonly Line[]
  readonly #waiting: ((line: Line) => void)[] = []

  constructor(lines: readonly Line[]) {
    this.#all = lines
    this.#free = [...lines]
  }

  take(): Promise<Line> {
    const line = this.#free.shift()
    return line ? Promise.resolve(line) : new Promise(resolve => this.#waiting.push(resolve))
  }

  give(line: Line): void {
    line.client = undefined
    const next = this.#waiting.shift()
    if (next) next(line)
    else this.#free.push(line)
  }

  end(): void {
    for (const { socket } of this.#all) socket.destroy()
  }
}

async function openPool(url: URL): Promise<Pool> {
  return new Pool(await Promise.all(Array.from({ length: LINES }, () => openLine(url.href))))
}

/** Logs in as any client, and takes the connection over. */
async function openLine(connectionString: string): Promise<Line> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  const { stream: socket } = client.connection
  const line: Line = { socket, prepared: new Set(), due: [], client: undefined }
  socket.removeAllListeners('data')
  socket.on(
    'data',
    framesOf(frame => line.client?.hear(line, frame), false),
  )
  return line
}

let names = 0

class PooledClient {
  readonly #socket: Duplex
  readonly #poolOf: (user: string, database: string) => Promise<Pool>
  readonly #statements = new Map<string, { name: string; parse: Frame }>()
  #pool: Pool | undefined
  #line: Line | undefined
  /** Whether a group has begun that has not come to its end. */
  #open = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(socket: Socket, poolOf: (user: string, database: string) => Promise<Pool>) {
    this.#socket = socket
    this.#poolOf = poolOf
    socket.on('error', () => undefined)
    socket.on(
      'data',
      framesOf(frame => this.#inTurn(frame), true),
    )
  }

  #inTurn(frame: Frame): void {
    this.#turn = this.#turn.then(() => this.#say(frame)).catch(() => this.#socket.destroy())
  }

  async #say(frame: Frame): Promise<void> {
    if (frame.kind === 'X') return void this.#socket.end()
    if (!this.#pool) return this.#begin(frame.bytes)
    const line = this.#line ?? (await this.#pool.take())
    this.#line = line
    line.client = this
    this.#open = frame.kind !== 'S' && frame.kind !== 'Q'
    if (!this.#open) line.due.push('end')
    line.socket.write(this.#named(line, frame))
  }

  async #begin(startup: Buffer): Promise<void> {
    if (startup.readInt32BE(4) === SSL_REQUEST) return void this.#socket.write('N')
    const said = startup.subarray(8).toString().split('\0')
    const told = (name: string) => said[said.indexOf(name) + 1] ?? ''
    if (said.includes('options')) {
      this.#socket.end(frameOf('E', 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'))
      return
    }
    this.#pool = await this.#poolOf(told('user'), told('database'))
    this.#socket.write(Buffer.concat([AUTHENTICATED, READY]))
  }

  /** The message under the pooler's own name of its statement, behind what prepares that where this connection has not. */
  #named(line: Line, frame: Frame): Buffer {
    const { kind, bytes } = frame
    const place = kind === 'P' ? 5 : kind === 'B' ? bytes.indexOf(0, 5) + 1 : 6
    const isAboutStatement = kind === 'P' || kind === 'B' || ((kind === 'D' || kind === 'C') && bytes[5] === 0x53)
    const given = isAboutStatement ? bytes.toString('utf8', place, bytes.indexOf(0, place)) : ''
    if (given === '') {
      if (kind === 'P') line.due.push({ name: '', own: false })
      return bytes
    }
    if (kind === 'P') {
      const name = `pooled_${++names}`
      const parse = renamed(frame, place, given, name)
      this.#statements.set(given, { name, parse: { kind, bytes: parse } })
      return this.#parsed(line, name, parse, false)
    }
    const known = this.#statements.get(given)
    if (!known) return bytes
    const message = renamed(frame, place, given, known.name)
    if (kind === 'C') this.#statements.delete(given)
    if (kind === 'C' || line.prepared.has(known.name)) return message
    return Buffer.concat([this.#parsed(line, known.name, known.parse.bytes, true), message])
  }

  #parsed(line: Line, name: string, parse: Buffer, own: boolean): Buffer {
    line.prepared.add(name)
    line.due.push({ name, own })
    return parse
  }

  /** Passes on what the server says, but that what the pooler asked for itself was done. */
  hear(line: Line, { kind, bytes }: Frame): void {
    const [first] = line.due
    if (kind === '1') line.due.shift()
    if (!(kind === '1' && typeof first === 'object' && first.own)) this.#socket.write(bytes)
    if (kind !== 'Z') return
    // What is left of the group was not done, for something before it has failed.
    for (let one = line.due.shift(); one !== undefined && one !== 'end'; one = line.due.shift())
      line.prepared.delete(one.name)
    if (line.due.length > 0 || this.#open || bytes[5] !== 0x49) return
    this.#line = undefined
    this.#pool?.give(line)
  }
}

function renamed({ kind, bytes }: Frame, place: number, from: string, to: string): Buffer {
  const rest = bytes.subarray(place + Buffer.byteLength(from))
  return frameOf(kind, Buffer.concat([bytes.subarray(5, place), Buffer.from(to), rest]))
}
