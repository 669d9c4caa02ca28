import { type Statement, sql } from './statement.ts'

/** How sessions of the product are set, by the names of PostgreSQL. */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * Every session; logins have the same by themselves, for sessions that cannot say it when they begin. A plan that is made
 * while a table is empty is kept until its table is next analysed, so an index is used where there is one, and no plan is
 * compiled.
 */
export const SESSION: SessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO,YMD',
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '30000',
  enable_seqscan: 'off',
  jit: 'off',
}

/**
 * What a reader reads is found by an index, whatever the values are. PostgreSQL would now and then think it worth its while
 * to plan each time anew for them, which costs as much as the reading. A search for two letters may be found faster without.
 */
export const READER_SESSION: SessionSettings = {
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'on',
}

/** A report is planned for what it asks: whether a day or a year of the clinic is read makes another plan the best. */
export const REPORT_SESSION: SessionSettings = {
  default_transaction_read_only: 'on',
  statement_timeout: '60000',
  plan_cache_mode: 'force_custom_plan',
  enable_seqscan: 'on',
}

const POOLED = 'pgbouncer'

/** The same login, and where none is named the same database, at another server. */
export function urlAt(serverUrl: string, url: string): URL {
  const [other, own] = [new URL(serverUrl), new URL(url)]
  other.username = own.username
  other.password = own.password
  if (other.pathname.length <= 1) other.pathname = own.pathname
  return other
}

/** The same login by way of a pooler that gives a connection to each transaction; without one, as it is. */
export function pooledUrl(url: string, poolUrl: string): string {
  if (poolUrl === '' || url === '') return url
  const pooled = urlAt(poolUrl, url)
  pooled.searchParams.set(POOLED, 'true')
  return pooled.href
}

/** Whether the next transaction may be on another connection to the server: nothing that is set lasts longer than one. */
export const isPooled = (url: string): boolean => URL.parse(url)?.searchParams.get(POOLED) === 'true'

/** What a session is told when it begins; a pooler would refuse it. */
export const sessionOptions = (url: string, settings: SessionSettings): string | undefined =>
  isPooled(url)
    ? undefined
    : Object.entries({ ...SESSION, ...settings })
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' ')

/** What each transaction begins with instead, where there is something to set. */
export function transactionSettings(url: string, settings: SessionSettings): Statement | undefined {
  const entries = Object.entries(settings)
  if (!isPooled(url) || entries.length === 0) return undefined
  // How a transaction is by default is too late for one that has begun.
  const all = entries.map(([name, value]) => `set_config('${name.replace(/^default_/, '')}', '${value}', true)`)
  return sql(`select ${all.join(', ')}`)([])
}
