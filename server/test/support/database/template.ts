import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../../../src/db/migrate.ts'
import { readMigrations } from '../../../src/db/migrations.ts'

const LOCK_KEY = '7164770915236003'

/**
 * Makes the migrated database that tests clone, unless this server has it: its name carries a digest of the migrations,
 * so that several checkouts may share a server. Returns its owner URL.
 */
export async function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `clinic_template_${await digestOfMigrations()}`
  const client = new Client({ connectionString: databaseUrl(serverUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await createTemplate(client, serverUrl, name)
  } finally {
    await client.end()
  }
  return databaseUrl(serverUrl, name)
}

/** The same server and login, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** It gets its name when it is complete, so that no test clones half of one. */
async function createTemplate(client: Client, serverUrl: string, name: string): Promise<void> {
  const draft = `${name}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await client.query(`create database ${draft}`)
  await migrate(databaseUrl(serverUrl, draft))
  await client.query(`alter database ${draft} rename to ${name}`)
}

async function digestOfMigrations(): Promise<string> {
  const migrations = await readMigrations()
  const text = migrations.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
