import pg from 'pg'
import { asDatabaseError, DatabaseUnreachable } from '../database-errors.ts'
import { clientOptions } from '../pool.ts'
import { rememberPooler } from '../pooled-texts.ts'
import type { SessionSettings } from '../session.ts'

/**
 * A pipelining connection that lasts: made when first needed, and made again by the next caller after it was lost. What was
 * under way when it was lost fails; nothing is sent twice.
 */
export class LastingConnection {
  readonly #url: string
  readonly #options: pg.ClientConfig
  #client: pg.Client | undefined
  #connecting: Promise<pg.Client> | undefined
  #closed = false

  constructor(url: string, name: string, settings: SessionSettings) {
    this.#url = url
    this.#options = { ...clientOptions(url, name, settings), pipeline: true }
  }

  /** The client, without waiting if it is connected. One attempt at a time. */
  client(): pg.Client | Promise<pg.Client> {
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
    rememberPooler(client, this.#url)
    this.#client = client
    return client
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#connecting?.catch(() => undefined)
    await this.#client?.end()
  }
}
