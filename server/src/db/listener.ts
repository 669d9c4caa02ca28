import pg from 'pg'

/** A lost connection is made again after so long, and tried for again at this interval while the database is away. */
const [RETRY_MS, LATER_MS] = [250, 1_000]

/** Hears notifications on a connection of its own and reconnects for ever; `onState` learns when it hears and when it is deaf. */
export class Listener {
  readonly #url: string
  readonly #handlers: Record<string, (payload: string) => void>
  readonly #onState: (hearing: boolean) => void
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(
    url: string,
    handlers: Record<string, (payload: string) => void>,
    onState: (hearing: boolean) => void = () => undefined,
  ) {
    this.#url = url
    this.#handlers = handlers
    this.#onState = onState
  }

  /** Resolves once the first connection listens. */
  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'clinic listener', keepAlive: true })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload = '' }) => this.#handlers[channel]?.(payload))
    this.#client = client
    await client.connect()
    await client.query(
      Object.keys(this.#handlers)
        .map(channel => `listen ${pg.escapeIdentifier(channel)}`)
        .join(';'),
    )
    this.#onState(true)
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#onState(false)
    this.#startIn(RETRY_MS)
  }

  #startIn(ms: number): void {
    this.#client = undefined
    clearTimeout(this.#retry)
    if (!this.#closed) this.#retry = setTimeout(() => this.start().catch(() => this.#startIn(LATER_MS)), ms)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    await this.#client?.end()
  }
}
