import { Client } from 'pg'
import { DatabaseRefusal } from './refusal.ts'
import { scramVerifier } from './scram.ts'
import { SESSION } from './session.ts'

export interface LoginRole {
  /** The NOLOGIN role, made by the migrations, that holds the privileges. */
  group: string
  /** ASCII. */
  password: string
}

interface Attributes {
  privileged: boolean
  member: boolean
}

const LOCK_KEY = '7164770915236002'
const NAME_BYTES = 63

/** The database's address with that login, whether it was made or not. */
export const loginUrl = (url: string, { group, password }: LoginRole): string =>
  withLogin(url, `${new Client({ connectionString: url }).database}_${group}`, password)

/**
 * Makes or updates the login role `<database>_<group>`, which has what its group has and nothing more. Returns the URL
 * of the database with that login. Safe when several processes start at the same time with the same password; the owner needs
 * CREATEROLE and, from PostgreSQL 16, to have made the group (or its ADMIN option).
 */
export async function ensureLoginRole(ownerUrl: string, { group, password }: LoginRole): Promise<string> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'clinic-roles' })
  await client.connect()
  try {
    const name = `${client.database}_${group}`
    if (Buffer.byteLength(name) > NAME_BYTES)
      throw new DatabaseRefusal(`The database's name is too long: role ${name} would exceed ${NAME_BYTES} bytes.`)
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`)
    await putRole(client, name, { group, password })
    await client.query('commit')
    return withLogin(ownerUrl, name, password)
  } finally {
    await client.end()
  }
}

async function putRole(client: Client, name: string, { group, password }: LoginRole): Promise<void> {
  const role = client.escapeIdentifier(name)
  const login = `login inherit password ${client.escapeLiteral(scramVerifier(password))}`
  const found = await readAttributes(client, name, group)
  if (found?.privileged) throw new DatabaseRefusal(`Role ${name} has privileges of its own; drop it and start again.`)
  // ALTER may not even name the attributes that only a superuser gives, so they are set once and checked above.
  if (found) await client.query(`alter role ${role} ${login}`)
  else await client.query(`create role ${role} nosuperuser nocreatedb nocreaterole nobypassrls noreplication ${login}`)
  await setSessions(client, name)
  if (!found?.member) await client.query(`grant ${client.escapeIdentifier(group)} to ${role}`)
}

/** For sessions of a login behind a pooler, which cannot say it when they begin. */
export async function setSessions(client: Client, name: string): Promise<void> {
  const role = client.escapeIdentifier(name)
  for (const [setting, value] of Object.entries(SESSION))
    await client.query(`alter role ${role} set ${setting} = ${client.escapeLiteral(value)}`)
}

async function readAttributes(client: Client, name: string, group: string): Promise<Attributes | undefined> {
  const { rows } = await client.query<Attributes>(
    `select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication as privileged,
       exists (select from pg_auth_members m join pg_roles g on g.oid = m.roleid
         where m.member = r.oid and g.rolname = $2) as member
     from pg_roles r where rolname = $1`,
    [name, group],
  )
  return rows[0]
}

function withLogin(ownerUrl: string, name: string, password: string): string {
  const url = new URL(ownerUrl)
  url.username = name
  url.password = password
  return url.href
}
