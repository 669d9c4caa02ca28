import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'

/** Orders as the clinic tells them, who may look at them, and what labs have added. No name of a patient is kept. */
const SCHEMA = `
  pragma busy_timeout = 5000;
  pragma journal_mode = wal;
  create table if not exists mark (name text primary key, value text not null) strict;
  create table if not exists lab (id text primary key, name text not null, disabled integer not null) strict;
  create table if not exists lab_order (
    id text primary key, lab_id text not null, status text not null, updated_at text not null, record text not null) strict;
  create index if not exists order_of_lab on lab_order (lab_id, status, id);
  create table if not exists invitation (secret text primary key, lab_id text not null, expires_at text not null) strict;
  create table if not exists session (secret text primary key, lab_id text not null, expires_at text not null) strict;
  create table if not exists added_file (
    order_id text not null, digest text not null, file_id text not null, primary key (order_id, digest)) strict;`

export type Row = Readonly<Record<string, SQLOutputValue>>
type Values = Record<string, SQLInputValue>

export interface Database {
  all(sql: string, values?: Values): Row[]
  run(sql: string, values?: Values): void
  close(): void
}

export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file)
  database.exec(SCHEMA)
  return {
    all: (sql, values = {}) => database.prepare(sql).all(values),
    run: (sql, values = {}) => void database.prepare(sql).run(values),
    close: () => database.close(),
  }
}

export function textIn(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`${column} is no text`)
  return value
}
