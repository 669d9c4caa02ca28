import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'

/**
 * Everything that the bot knows, in one file. Each step is written before the next begins, so that whatever ends the
 * process, even between two steps, it goes on from what stands here.
 */
const SCHEMA = `
  pragma busy_timeout = 5000;
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists mark (name text primary key, value text not null) strict;
  create table if not exists visit (
    id text primary key, patient_id text not null, branch_id text not null, doctor_id text not null,
    status text not null, starts_at text not null, updated_at text not null) strict;
  create index if not exists visit_of_patient on visit (patient_id, starts_at);
  create table if not exists recall (
    id text primary key, patient_id text not null, branch_id text not null, doctor_id text not null,
    link text not null unique, state text not null default 'DUE', why text, message text, sending_since text) strict;
  create table if not exists choice (
    id text primary key, recall_id text not null references recall, starts_at text not null, ends_at text not null,
    state text not null default 'OFFERED') strict;
  create unique index if not exists choice_once on choice (recall_id, starts_at) where state <> 'TAKEN';`

export type Row = Readonly<Record<string, SQLOutputValue>>
type Values = Record<string, SQLInputValue>

export interface Database {
  all(sql: string, values?: Values): Row[]
  /** Answers how many rows it changed. */
  run(sql: string, values?: Values): number
  /** All of it or nothing. */
  together<Value>(work: () => Value): Value
  close(): void
}

export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file)
  database.exec(SCHEMA)
  return {
    all: (sql, values = {}) => database.prepare(sql).all(values),
    run: (sql, values = {}) => Number(database.prepare(sql).run(values).changes),
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

/** A column that holds a text in every row. */
export function textIn(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`${column} is no text`)
  return value
}
