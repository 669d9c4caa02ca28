import type pg from 'pg'
import { isPooled } from './session.ts'

/**
 * A pooler keeps what is prepared by its text, for all clients and longer than one of their connections: where a migration
 * made that out of date, only another text is prepared anew. Past a pooler every text stays as it is.
 */

/** When the texts of a pooler's address were last made other. */
const since = new Map<string, number>()
/** The address of each connection that leads to a pooler. */
const addresses = new WeakMap<object, string>()

/** Remembers where a client has connected to. */
export function rememberPooler({ connection }: pg.ClientBase & { connection?: object }, url: string): void {
  if (connection && isPooled(url)) addresses.set(connection, url)
}

/** The text by which to prepare a statement on a connection of pg. */
export function textToPrepare(connection: object, text: string): string {
  const renewed = since.get(addresses.get(connection) ?? '')
  return renewed === undefined ? text : `${text}\n-- since ${renewed}`
}

/** What is prepared from now on by way of this connection's pooler is prepared anew. */
export function renewTexts(connection: object): void {
  const url = addresses.get(connection)
  if (url !== undefined) since.set(url, Math.max((since.get(url) ?? 0) + 1, Date.now()))
}
