import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptied, OF_ALL, words } from '../src/domain/privacy/fate.ts'
import { FATES, KEPT } from '../src/domain/privacy/fates.ts'
import { ask } from './support/database/ask.ts'
import { testDatabase } from './support/database/database.ts'

/**
 * Where rows live once there is more than one database: `clinic` with their clinic, `control` in one place for all clinics,
 * `database` in each one for itself. The first word of a table's comment says so.
 */
type Placement = 'clinic' | 'control' | 'database'
const PLACEMENTS: readonly string[] = ['clinic', 'control', 'database'] satisfies Placement[]

const DIRECTORY = 'control needs to know which clinics there are: a directory of them takes the place of the clinic row'
const MANIFEST =
  'what a clinic installed and agreed to names what was published: published rows are copied to each database'
const ACCOUNT = 'who a clinic’s people are: the name and the address come from control, the rest stays with the clinic'
const CONNECTION = 'whether a connection is active rests on the account, its membership and what the clinic allows'
const VERSION =
  'what a remembered token stands for has changed: control tells the clinic’s database to raise its version'
const HELD = 'what stands still everywhere: control tells the clinic’s database to hold its installations'

/** All that crosses between clinic and control, foreign keys and functions, and why. Nothing else does. */
const CROSSING: Readonly<Record<string, string>> = {
  installation_plugin_id_fkey: MANIFEST,
  installation_plugin_version_id_fkey: MANIFEST,
  installation_pending_version_id_fkey: MANIFEST,
  installation_declined_version_id_fkey: MANIFEST,
  install_request_plugin_id_fkey: MANIFEST,
  consent_receipt_plugin_version_id_fkey: MANIFEST,
  membership_company_id_fkey: DIRECTORY,
  invitation_company_id_fkey: DIRECTORY,
  staff_session_company_id_fkey: DIRECTORY,
  oauth_authorization_request_company_id_fkey: DIRECTORY,
  oauth_grant_company_id_fkey: DIRECTORY,
  ended_connection_company_id_fkey: DIRECTORY,
  membership_ref_practitioner: 'who a person is on the clinic’s list of staff',
  invitation_ref_practitioner: 'who the person will be on the clinic’s list of staff',
  outgoing_mail_user_id_fkey: ACCOUNT,
  mail_readers: ACCOUNT,
  plugin_of: MANIFEST,
  raise_login_event: 'what happened with a login is told in the clinics that the person works in',
  clinics_of_user: DIRECTORY,
  claim_staff_mail: DIRECTORY,
  invitation_of: DIRECTORY,
  accept_invitation: 'a person becomes a member, and the clinic’s audit says so',
  assistant_allowed: CONNECTION,
  may_connect_assistant: CONNECTION,
  active_connections: CONNECTION,
  active_oauth_tokens: CONNECTION,
  confirm_registration: 'a login is made, and the platform’s audit says so',
  acts_as_publisher: 'what a publisher is shown of a clinic that has a plugin of it is recorded there',
  claim_setup_code: 'a publisher’s server takes a key of an installation, and the clinic’s audit says so',
  installation_of_publisher: DIRECTORY,
  installations_of_publisher: 'a publisher knows where its plugins are installed, and how they stand there',
  redeem_device_login: 'a program gets a key of a publisher, and the audit of its sandbox says so',
  plugins_of_platform: 'reviewers know in how many clinics a plugin stands',
  mail_publisher: 'a publisher is written to by way of its sandbox',
  create_publisher: 'a publisher gets a sandbox clinic of its own, whose audit says so',
  accept_publisher_membership: 'a person becomes a member of a publisher, and the audit of its sandbox says so',
  grants_of_own_plugin: 'a publisher knows how many installations were granted what, and of which clinics not',
  installations_behind: MANIFEST,
  publisher_of_session: DIRECTORY,
  publisher_of_key: DIRECTORY,
  record_access: 'what a member of staff is shown is recorded with their clinic, and in no other one',
  record_assistant_access: CONNECTION,
  record_login: 'what a person does with their login is recorded with the clinics that they work in',
  record_refused_tokens: CONNECTION,
  branches_of_member:
    'which branches a member sees rests on the membership and the practitioner that it is linked with',
  put_back_sandbox_rows: 'who a person is on the list of staff, once that person is not on it any more',
  stop_plugin: HELD,
  start_plugin: HELD,
  start_plugin_again: HELD,
  hold_as_control_does: HELD,
  lives_here: DIRECTORY,
  cell_of: DIRECTORY,
  announce_route: DIRECTORY,
  tell_cell: DIRECTORY,
  take_news: 'what control wrote of a clinic is written down where the clinic lives',
  hold_from_the_first: HELD,
  announce_grant_change: VERSION,
  announce_person_change: VERSION,
  announce_client_change: VERSION,
}

const { ownerUrl } = await testDatabase()
const inPublic = `'public'::regnamespace`

const tables = await ask<{ name: string; placement: string | null }>(
  ownerUrl,
  `select relname as name, split_part(obj_description(oid, 'pg_class'), ':', 1) as placement
   from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = ${inPublic} order by 1`,
)
const placementOf = new Map(tables.map(({ name, placement }) => [name, placement]))
const isClinics = ({ table }: { table: string }) => placementOf.get(table) === 'clinic'

const crosses = (placements: Iterable<string | null | undefined>): boolean => {
  const all = new Set(placements)
  return all.has('clinic') && all.has('control')
}

const columns = (
  await ask<{ table: string; column: string }>(
    ownerUrl,
    `select r.relname as table, a.attname as column from pg_class r join pg_attribute a on a.attrelid = r.oid
     where r.relkind in ('r', 'p') and not r.relispartition and r.relnamespace = ${inPublic}
       and a.attnum > 0 and not a.attisdropped`,
  )
).filter(isClinics)

test('every table says where its rows live', () => {
  assert.ok(tables.length > 100)
  for (const { name, placement } of tables)
    assert.ok(PLACEMENTS.includes(placement ?? ''), `${name}: comment on table ${name} is 'clinic: …'`)
})

const KEYS = `
  select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
    a.attnum is not null and (a.attnum = i.indkey[0] or not i.indisprimary) as "hasClinic",
    coalesce(pg_get_constraintdef(k.oid) like '%company_id WITH =%', true) as "isEqual"
  from pg_index i join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and a.attnum = any (i.indkey)
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'x'
  where (i.indisunique or i.indisexclusion) and not c.relispartition and c.relnamespace = ${inPublic} order by 2`

test('the clinic is in every key of a clinic’s table: first in the primary one, and in unique and exclusion constraints', async () => {
  const keys = await ask<{ table: string; name: string; hasClinic: boolean; isEqual: boolean }>(ownerUrl, KEYS)
  const without = keys.filter(isClinics).filter(({ hasClinic, isEqual }) => !(hasClinic && isEqual))
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  )
})

test('every table has a primary key, by which its rows are replicated, in every partition', async () => {
  const other = await ask<{ table: string }>(
    ownerUrl,
    `select coalesce((select inhparent from pg_inherits where inhrelid = c.oid), c.oid)::regclass::text as table from pg_class c
     where relkind in ('r', 'p') and relnamespace = ${inPublic}
       and (relreplident <> 'd' or not exists (select from pg_index where indrelid = c.oid and indisprimary))`,
  )
  assert.deepEqual(other, [])
})

const REFERENCES = `
  select k.conname as name, k.conrelid::regclass::text as table, k.confrelid::regclass::text as target,
    exists (select from unnest(k.conkey, k.confkey) as pair (own, theirs)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = own and a.attname = 'company_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = theirs and b.attname = 'company_id') as "namesClinic"
  from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.connamespace = ${inPublic}`
const references = await ask<{ name: string; table: string; target: string; namesClinic: boolean }>(
  ownerUrl,
  REFERENCES,
)

test('a reference between tables of clinics names the clinic, so that it never leads to another one', () => {
  const within = references.filter(one => isClinics(one) && isClinics({ table: one.target }))
  assert.ok(within.length > 100)
  assert.deepEqual(
    within.filter(({ namesClinic }) => !namesClinic),
    [],
  )
})

interface Routine {
  name: string
  /** Without strings and comments. */
  words: ReadonlySet<string>
  /** Tables whose rows are its arguments or its result. */
  rows: string[]
  /** Tables that it is a trigger of. */
  triggers: string[]
}

/** Also of a body in standard SQL, as PostgreSQL understood it. */
const ROUTINES = `
  select p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body,
    array(select typrelid::regclass::text from pg_type
      where oid = any (p.proargtypes::oid[] || p.prorettype) and typrelid <> 0) as rows,
    array(select distinct tgrelid::regclass::text from pg_trigger where tgfoid = p.oid and not tgisinternal) as triggers
  from pg_proc p where p.pronamespace = ${inPublic}
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`

function wordsOf(body: string): ReadonlySet<string> {
  const code = body.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, '')
  return new Set(code.match(/(?<![.\w])\w+/g))
}

const routines = (await ask<Routine & { body: string }>(ownerUrl, ROUTINES)).map(({ body, ...rest }) => ({
  ...rest,
  words: wordsOf(body),
}))

/** Of the tables that it names, and those of the functions that it calls, as far as those do not cross themselves. */
function reachOf({ name, words, rows }: Routine): Set<string | null | undefined> {
  const called = routines.filter(other => other.name !== name && words.has(other.name) && !isCrossing(other))
  const named = [...words, ...rows].filter(word => placementOf.has(word)).map(table => placementOf.get(table))
  return new Set([...named, ...called.flatMap(other => [...reachOf(other)])])
}

/** A trigger that touches no table itself crosses nothing, whatever tables it is on. */
function isCrossing(routine: Routine): boolean {
  const reach = reachOf(routine)
  if (crosses(reach)) return true
  return reach.size > 0 && routine.triggers.some(table => crosses([...reach, placementOf.get(table)]))
}

test('nothing crosses between clinic and control but what is listed with its reason', () => {
  const keys = references.filter(({ table, target }) => placementOf.get(table) !== placementOf.get(target))
  const found = [...keys, ...routines.filter(isCrossing)].map(({ name }) => name)
  assert.deepEqual([...new Set(found)].toSorted(), Object.keys(CROSSING).toSorted())
})

/** The columns of which is said what becomes of them. */
const declared = (table: string): string[] => {
  const fate = FATES[table]
  return fate ? [...OF_ALL, ...words(fate.keep), ...words(fate.year), ...emptied(fate).map(([column]) => column)] : []
}

test('every column of a clinic’s table says whether it stays when a patient’s file is made anonymous', () => {
  const undeclared = columns.filter(
    ({ table, column }) => !KEPT.includes(table) && declared(table).filter(one => one === column).length !== 1,
  )
  assert.deepEqual(
    undeclared.map(({ table, column }) => `${table}.${column}`),
    [],
    'Say so in server/src/domain/privacy: of a column in *-fates.ts, of a table that names no patient in kept-tables.ts.',
  )
  const there = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]))
  const named = Object.keys(FATES).flatMap(table => declared(table).map(column => [table, column] as const))
  const gone = named.filter(([table, column]) => !OF_ALL.includes(column) && !there.has(`${table}.${column}`))
  assert.deepEqual([...gone, ...KEPT.filter(table => !there.has(table))], [], 'What is no more is not declared.')
})

/** Tables that name patients and are not theirs: who did what, and the restriction itself. */
const ABOUT_ACCESS = ['audit_of_patient', 'export_job', 'patient_seen', 'restricted_patient']

test('every table that names a patient hides a restricted one, or lets its rows be read alone', async () => {
  const policies = await ask<{ table: string }>(
    ownerUrl,
    `select polrelid::regclass::text as table from pg_policy where polname = 'unrestricted' and not polpermissive`,
  )
  const guarded = new Set(policies.map(({ table }) => table))
  const open = columns.filter(
    ({ table, column }) => column === 'patient_id' && !guarded.has(table) && !ABOUT_ACCESS.includes(table),
  )
  assert.deepEqual(
    open.map(({ table }) => table),
    [],
    'In its migration: SELECT hide_restricted(table), or freeze_restricted(table) where it has no text.',
  )
})
