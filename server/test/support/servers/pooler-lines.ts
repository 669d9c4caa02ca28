import type { Duplex } from 'node:stream'
import pg from 'pg'
import { type Frame, framesOf } from './postgres-frames.ts'

/** A connection to the server, which belongs to one client for one transaction. */
export interface Line {
  socket: Duplex
  /** What it has prepared, by the pooler's own names. */
  prepared: Set<string>
  /** What is still to be answered: prepared by the pooler or by the client, the end of a group, or what the client calls itself. */
  due: ({ name: string; own: boolean } | 'end' | 'named')[]
  /** What the server was told that its client calls itself. */
  name: string
  client: Hearer | undefined
}

/** The client of a line. */
interface Hearer {
  hear(line: Line, frame: Frame): void
  /** The server has ended the line. */
  end(): void
}

/** The lines of one login in one database. They are taken in turn, so that few transactions follow another of their own. */
export class PoolerLines {
  readonly #url: string
  readonly #most: number
  readonly #all = new Set<Line>()
  readonly #waiting: ((line: Line) => void)[] = []
  #free: Line[] = []
  #opening = 0

  constructor(url: string, most: number) {
    this.#url = url
    this.#most = most
  }

  async take(client: Hearer): Promise<Line> {
    const canOpen = this.#all.size + this.#opening < this.#most
    const line = canOpen ? await this.#open() : (this.#free.shift() ?? (await this.#next()))
    line.client = client
    return line
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

  #next(): Promise<Line> {
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  /** Logs in as any client, and takes the connection over. */
  async #open(): Promise<Line> {
    this.#opening++
    const client = new pg.Client({ connectionString: this.#url })
    client.on('error', () => undefined)
    await client.connect().finally(() => this.#opening--)
    const { stream: socket } = client.connection
    const line: Line = { socket, prepared: new Set(), due: [], name: '', client: undefined }
    this.#all.add(line)
    socket.removeAllListeners('data')
    socket.on(
      'data',
      framesOf(frame => line.client?.hear(line, frame), false),
    )
    socket.once('close', () => this.#lose(line))
    return line
  }

  #lose(line: Line): void {
    this.#all.delete(line)
    this.#free = this.#free.filter(one => one !== line)
    line.client?.end()
    const next = this.#waiting.shift()
    if (next) this.#open().then(next, () => undefined)
  }
}
