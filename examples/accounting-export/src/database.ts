import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'

/**
 * A document of the clinic has entries, and an entry has lines that add up to nothing: a debit is above zero, a credit
 * below. Entries are added and never changed, as books are; a change of a document is one entry more.
 */
const SCHEMA = `
  pragma busy_timeout = 5000;
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  create table if not exists mark (name text primary key, value text not null) strict;
  create table if not exists document (
    id text primary key, day text not null, currency text not null, updated_at text not null) strict;
  create table if not exists entry (
    id integer primary key, document_id text not null references document, entered_at text not null) strict;
  create table if not exists line (
    entry_id integer not null references entry, account text not null, invoice_id text not null, amount integer not null,
    primary key (entry_id, account, invoice_id)) strict, without rowid;
  create index if not exists entry_of_document on entry (document_id);
  create trigger if not exists line_is_not_changed before update on line begin select raise(abort, 'entries are never changed'); end;
  create trigger if not exists line_is_not_deleted before delete on line begin select raise(abort, 'entries are never deleted'); end;`

export type Row = Readonly<Record<string, SQLOutputValue>>
type Values = Record<string, SQLInputValue>

export interface Database {
  all(sql: string, values?: Values): Row[]
  run(sql: string, values?: Values): void
  /** All of it or nothing. */
  together<Value>(work: () => Value): Value
  close(): void
}

export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file)
  database.exec(SCHEMA)
  return {
    all: (sql, values = {}) => database.prepare(sql).all(values),
    run: (sql, values = {}) => void database.prepare(sql).run(values),
    together(work) {
      database.exec('begin immediate')
      try {
        const value = work()
        database.exec('commit')
        return value
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => database.close(),
  }
}

export function textIn(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`${column} is no text`)
  return value
}

/** SQLite adds integers up exactly; one that JavaScript cannot hold is an error of node:sqlite. */
export function integerIn(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError(`${column} is no integer`)
  return value
}
