import pg from 'pg'
import { asDatabaseError, DatabaseUnreachable } from '../database-errors.ts'

/** One connection for ever: made when first needed, and made again by whoever needs it after it was lost. */
export class Lane {
  readonly #options: pg.ClientConfig
  #client: pg.Client | undefined
  #connecting: Promise<pg.Client> | undefined
  #closed = false

  constructor(options: pg.ClientConfig) {
    this.#options = options
  }

  /** The connection, at once if it stands. One attempt at a time. */
  connection(): pg.Client | Promise<pg.Client> {
    return this.#client ?? this.#connect()
  }

  #connect(): Promise<pg.Client> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  async #open(): Promise<pg.Client> {
    if (this.#closed) throw new DatabaseUnreachable('The connections are closed.')
    const client = new pg.Client(this.#options)
    const forget = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect().catch(error => Promise.reject(asDatabaseError(error)))
    this.#client = client
    return client
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#connecting?.catch(() => undefined)
    await this.#client?.end()
  }
}
