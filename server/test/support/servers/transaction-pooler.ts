import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { listen } from './listen.ts'
import type { Behind, Pooler } from './pooler.ts'
import { type Line, PoolerLines } from './pooler-lines.ts'
import { type Frame, frameOf, framesOf, SSL_REQUEST } from './postgres-frames.ts'

const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/**
 * A pooler in transaction mode, as pgbouncer is: each transaction gets the next of a login's connections to the server, of
 * which nothing is reset in between, prepared statements follow their client, and what a session says when it begins is
 * refused. A login's connections end with its last client, so that its database can be dropped.
 */
export async function startTransactionPooler(password: string, { ownerUrl, lines }: Behind): Promise<Pooler> {
  const pools = new Map<string, { lines: PoolerLines; clients: number }>()
  const enter: Enter = (user, database) => {
    const key = `${user} ${database}`
    const { href } = Object.assign(new URL(ownerUrl), { username: user, password, pathname: database })
    const pool = pools.get(key) ?? { lines: new PoolerLines(href, lines), clients: 0 }
    pools.set(key, pool)
    pool.clients++
    const leave = () => {
      pool.clients--
      if (pool.clients > 0) return
      pools.delete(key)
      pool.lines.end()
    }
    return { lines: pool.lines, leave }
  }
  const server: Server = createServer({ noDelay: true }, socket => new PooledClient(socket, enter))
  const port = await listen(server)
  const stop = async () => {
    server.close()
    for (const pool of pools.values()) pool.lines.end()
  }
  return { url: `postgres://127.0.0.1:${port}`, stop }
}

/** A client has come, and will leave. */
type Enter = (user: string, database: string) => { lines: PoolerLines; leave: () => void }

let names = 0

class PooledClient {
  readonly #socket: Duplex
  readonly #enter: Enter
  readonly #statements = new Map<string, { name: string; parse: Frame }>()
  #lines: PoolerLines | undefined
  #name = ''
  #line: Line | undefined
  /** Whether a group has begun that has not come to its end. */
  #open = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(socket: Socket, enter: Enter) {
    this.#socket = socket
    this.#enter = enter
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
    if (!this.#lines) return this.#begin(frame.bytes)
    const line = this.#line ?? (await this.#lines.take(this))
    if (this.#socket.destroyed) return void this.#lines.give(line)
    if (line !== this.#line) this.#introduce(line)
    this.#line = line
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
    const { lines, leave } = this.#enter(told('user'), told('database'))
    this.#lines = lines
    this.#name = told('application_name')
    this.#socket.once('close', () => {
      // What it was in the middle of is rolled back.
      this.#line?.socket.destroy()
      leave()
    })
    this.#socket.write(Buffer.concat([AUTHENTICATED, READY]))
  }

  /** Tells the server what this client calls itself: that alone of a session follows it. */
  #introduce(line: Line): void {
    if (line.name === this.#name) return
    line.name = this.#name
    line.due.push('named')
    line.socket.write(frameOf('Q', `set application_name = '${this.#name.replaceAll("'", "''")}'\0`))
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

  /** In the pooler's words, as pgbouncer does now and then. */
  end(): void {
    this.#line = undefined
    this.#socket.end(frameOf('E', 'SFATAL\0C08P01\0Mserver conn crashed?\0\0'))
  }

  /** Passes on what the server says, but that what the pooler asked for itself was done. */
  hear(line: Line, { kind, bytes }: Frame): void {
    const [first] = line.due
    // Said once more when the line has ended.
    if (kind === 'E' && bytes.includes('SFATAL\0')) return
    if (first === 'named') {
      if (kind === 'Z') line.due.shift()
      return
    }
    if (kind === '1') line.due.shift()
    if (!(kind === '1' && typeof first === 'object' && first.own)) this.#socket.write(bytes)
    if (kind !== 'Z') return
    // What is left of the group was not done, for something before it has failed.
    for (let one = line.due.shift(); typeof one === 'object'; one = line.due.shift()) line.prepared.delete(one.name)
    if (line.due.length > 0 || this.#open || bytes[5] !== 0x49) return
    this.#line = undefined
    this.#lines?.give(line)
  }
}

function renamed({ kind, bytes }: Frame, place: number, from: string, to: string): Buffer {
  const rest = bytes.subarray(place + Buffer.byteLength(from))
  return frameOf(kind, Buffer.concat([bytes.subarray(5, place), Buffer.from(to), rest]))
}
