import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseRefusal } from '../refusal.ts'
import { isAlive } from './process.ts'

const NAME = 'clinic-platform'
const LOCK_KEY = '7164770915236018'
/** A server that lets us wait longer hangs; on a busy machine even a sound one takes its time. */
const CONNECT_TIMEOUT_MS = 30_000
const RELEASE_TIMEOUT_MS = 2_000

/** Connects as the superuser; returns the reason when that fails. */
export async function enter(port: number, password: string): Promise<Client | Error> {
  const client = new Client({
    ...{ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' },
    application_name: `${NAME} ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    // 53300: no connection is left, so another program is at work on this server.
    if (codeOf(error) === '53300') throw new DatabaseRefusal('DATA_DIR is in use: its database has no connection left.')
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * Holds the data folder for this process: a lock of the session, so that the server itself lets go of it when we die,
 * however that happens.
 */
export async function hold(client: Client): Promise<void> {
  const end = performance.now() + RELEASE_TIMEOUT_MS
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY}) as held`)
    if (rows[0]?.held) return
    const holder = await holderOf(client)
    if (isAlive(holder) || performance.now() > end) {
      await client.end()
      throw new DatabaseRefusal(`DATA_DIR is in use by process ${holder}.`)
    }
    await delay(10)
  }
}

/** Makes the product's database on the first start. */
export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
}

async function holderOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
      where pid in (select pid from pg_locks where locktype = 'advisory' and granted
        and (classid::bigint << 32 | objid::bigint) = ${LOCK_KEY})`,
  )
  return Number(rows[0]?.name.replace(NAME, '') ?? 0)
}

/** 57P01 and 57P03 are PostgreSQL's codes for a server that is stopping or not up yet. */
export const isPassing = (error: Error): boolean =>
  ['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET'].some(code => code === codeOf(error))

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
