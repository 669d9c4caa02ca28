import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { type Mark, markOrNone } from '../../src/db/migration-marks.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database/database.ts'
import { lint } from './lint.ts'

const { ownerUrl } = await testDatabase()
const owner = new pg.Client(ownerUrl)
await owner.connect()
atEnd(() => owner.end())
const BASE = `drop schema public cascade; create schema public;
  create table retention (delivery_days int); create table branch (id int);
  create table kept (id int primary key, name text, note text, since timestamptz default now());
  create table other (id int primary key); create function kept_note() returns text language sql return 'x';
  grant select on kept to clinic_app`
await owner.query(BASE)

const EXPAND = markOrNone('-- expand')
const CONTRACT = markOrNone('-- contract since 0471: what nothing reads')

/** The rules that a migration breaks after what earlier ones have done; nothing of it stays. */
async function broken(sql: string, mark: Mark = EXPAND, earlier = ''): Promise<string[]> {
  if (earlier) await owner.query(earlier)
  await owner.query('begin')
  try {
    return (await lint(owner, sql, mark)).map(({ rule }) => rule)
  } finally {
    await owner.query('rollback; set lock_timeout = 0')
    if (earlier) await owner.query(BASE)
  }
}

const NOT_NULL =
  'alter table kept add constraint kept_name check (name is not null) not valid; alter table kept validate constraint kept_name'

/** What breaks the rule, and what does the same without. */
const CASES: Readonly<Record<string, readonly { bad: string; good: string; mark?: Mark; earlier?: string }[]>> = {
  index: [
    {
      bad: 'create index kept_by_name on kept (name)',
      good: 'create table new (n int); create index new_n on new (n)',
    },
    {
      bad: 'alter table kept add constraint kept_once unique (name)',
      good: 'alter table kept add constraint kept_once unique using index kept_name',
      mark: CONTRACT,
      earlier: 'create unique index kept_name on kept (name)',
    },
  ],
  constraint: [
    {
      bad: "alter table kept add constraint kept_named check (name <> '')",
      good: "alter table kept add constraint kept_named check (name <> '') not valid",
      mark: CONTRACT,
    },
    {
      bad: 'alter table kept add other int, add constraint kept_other foreign key (other) references other',
      good: 'alter table kept add other int, add constraint kept_other foreign key (other) references other not valid',
    },
    {
      bad: "alter table kept add constraint kept_x check (name <> '') not valid; alter table kept validate constraint kept_x",
      good: 'alter table kept validate constraint kept_y',
      mark: CONTRACT,
      earlier: "alter table kept add constraint kept_y check (name <> 'y') not valid",
    },
  ],
  required: [
    {
      bad: 'alter table kept alter name set not null',
      good: 'alter table kept alter note drop default',
      mark: CONTRACT,
    },
    {
      bad: 'alter table kept alter note set not null',
      good: 'alter table kept alter name set not null',
      mark: CONTRACT,
      earlier: NOT_NULL,
    },
  ],
  rewrite: [
    {
      bad: 'alter table kept add seen uuid default gen_random_uuid()',
      good: "alter table kept add seen text not null default 'x'",
    },
    {
      bad: 'alter table kept add low text generated always as (lower(name)) stored',
      good: 'alter table kept add low text',
    },
    {
      bad: 'alter table kept alter name type int using name::int',
      good: 'alter table kept alter name type varchar',
      mark: CONTRACT,
    },
  ],
  rows: [
    { bad: "update kept set note = 'x'", good: 'update retention set delivery_days = delivery_days' },
    { bad: 'delete from kept', good: 'select' },
    { bad: 'create table copy as select * from kept', good: 'create table copy as select * from branch' },
    { bad: `do $$ begin execute 'update kept set note = name'; end $$`, good: 'do $$ begin perform 1; end $$' },
  ],
  renamed: [
    { bad: 'alter table kept rename to held', good: 'create view held as select * from kept' },
    { bad: 'alter table kept rename note to remark', good: 'alter table kept add remark text' },
  ],
  taken: [
    { bad: 'drop table kept', good: 'create table more (n int); drop table more' },
    { bad: 'alter table kept drop note', good: 'alter table kept alter note drop not null' },
    {
      bad: 'drop function kept_note',
      good: `create or replace function kept_note() returns text language sql return 'y'`,
    },
    { bad: 'alter table kept add must int not null', good: 'alter table kept add may int not null default 1' },
    {
      bad: "alter table kept add check (name <> '') not valid",
      good: "alter table kept add more text, add constraint kept_more check (more <> '') not valid",
    },
    { bad: 'revoke select on kept from clinic_app', good: 'grant update (note) on kept to clinic_app' },
    { bad: 'alter table kept alter name type varchar(9)', good: 'comment on column kept.name is null' },
  ],
  several: [
    { bad: 'alter table kept add a int; alter table other add a int', good: 'alter table kept add a int, add b int' },
    { bad: 'lock kept, other', good: 'create table child (id int references kept, of int references other)' },
  ],
  frame: [
    { bad: "set lock_timeout = '10s'", good: "set local work_mem = '64MB'" },
    { bad: 'commit; begin', good: 'savepoint here; release here' },
  ],
}

for (const [rule, cases] of Object.entries(CASES))
  test(`the rule ${rule} finds what breaks it, and lets pass what does the same without`, async () => {
    for (const { bad, good, mark = EXPAND, earlier } of cases) {
      assert.ok((await broken(bad, mark, earlier)).includes(rule), bad)
      assert.deepEqual(await broken(good, mark, earlier), [], good)
    }
  })

test('a contract may take away, and every finding says what to do', async () => {
  assert.deepEqual(await broken('alter table kept drop note', CONTRACT), [])
  await owner.query('begin')
  const said = await lint(owner, 'create index kept_by_name on kept (name)', EXPAND)
  await owner.query('rollback')
  assert.deepEqual(
    said.map(({ text }) => text.replace(/:.*/, '')),
    ['index kept_by_name is built while all who write wait'],
  )
})
