import { commentLines, ours } from './relations.ts'

/** Queries that return `{ object, text }` for what is not a relation. */

export const EXTENSIONS = `
  select extname::text as object, format('create extension %I;', extname) as text from pg_extension where extname <> 'plpgsql'`

/** The default is an empty list for every role; what a schema lets others do is said in full. */
export const SCHEMAS = `
  select nspname::text as object, case nspname when 'public' then '' else format(E'create schema %I;\\n', nspname) end
    || coalesce((select string_agg(format('grant %s on schema %I to %s;', lower(privilege_type), nspname,
         case grantee when 0 then 'public' else grantee::regrole::text end), E'\\n'
         order by grantee::regrole::text collate "C", privilege_type collate "C")
       from aclexplode(nspacl) where grantee <> nspowner and not (grantee > 0 and grantee::regrole::text ~ '^pg_')), '') as text
  from pg_namespace n where ${ours('n.oid', 'n.oid')}`

export const TYPES = `
  select t.oid::regtype::text as object, case t.typtype
    when 'e' then format('create type %s as enum (%s);', t.oid::regtype,
      (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    when 'd' then format('create domain %s as %s', t.oid::regtype, format_type(t.typbasetype, t.typtypmod))
      || case when t.typnotnull then ' not null' else '' end || coalesce(' default ' || t.typdefault, '')
      || coalesce((select string_agg(' ' || pg_get_constraintdef(oid), '' order by conname collate "C")
           from pg_constraint where contypid = t.oid and contype = 'c'), '') || ';'
    when 'r' then format('create type %s as range (subtype = %s);', t.oid::regtype,
      (select rngsubtype::regtype from pg_range where rngtypid = t.oid))
    else format('create type %s as (%s);', t.oid::regtype,
      (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
         from pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped)) end as text
  from pg_type t
 where ${ours('t.oid', 't.typnamespace')} and (t.typtype in ('e', 'd', 'r')
    or t.typtype = 'c' and (select relkind from pg_class where oid = t.typrelid) = 'c')`

/** Everyone may call a new function unless that was revoked. */
export const FUNCTIONS = `
  select p.oid::regprocedure::text as object, ${commentLines("obj_description(p.oid, 'pg_proc')")} || pg_get_functiondef(p.oid) || ';'
    || case when p.proacl is not null and not exists (select from aclexplode(p.proacl) where grantee = 0)
         then format(E'\\nrevoke execute on function %s from public;', p.oid::regprocedure) else '' end
    || coalesce((select string_agg(format(E'\\ngrant execute on function %s to %s;', p.oid::regprocedure, grantee::regrole), ''
         order by grantee::regrole::text collate "C")
       from aclexplode(p.proacl) where grantee not in (0, p.proowner)), '') as text
  from pg_proc p where ${ours('p.oid', 'p.pronamespace')} and p.prokind in ('f', 'p')`

export const DEFAULT_GRANTS = `
  select d.oid::text as object, format('alter default privileges%s grant %s on %s to %s;',
      case when d.defaclnamespace = 0 then '' else ' in schema ' || d.defaclnamespace::regnamespace end,
      lower(privilege_type),
      case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types' else 'schemas' end,
      case grantee when 0 then 'public' else grantee::regrole::text end) as text
  from pg_default_acl d, aclexplode(d.defaclacl) where grantee <> d.defaclrole`
