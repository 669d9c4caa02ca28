import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { setSessions } from '../../../src/db/roles.ts'
import { scramVerifier } from '../../../src/db/scram.ts'
import { type Control, GROUPS } from '../../../src/settings/database-urls.ts'
import { atEnd } from '../at-end.ts'
import { wayTo } from './driver.ts'
import { TEST_PASSWORD } from './password.ts'
import { databaseUrl } from './template.ts'

/** A database of its own for one test file: migrated, empty. */
export interface TestDatabase {
  ownerUrl: string
  /** Logged in as a member of `clinic_app`: what requests run as. */
  appUrl: string
  /** Logged in as a member of `clinic_dispatcher`. */
  dispatcherUrl: string
  /** Logged in as a member of `clinic_reader`. */
  readerUrl: string
  /** Logged in as a member of `clinic_keeper`. */
  keeperUrl: string
  /** Logged in as a member of `clinic_sealer`. */
  sealerUrl: string
  /** Logged in as a member of `clinic_retention`. */
  retentionUrl: string
  /** Where control is, for a cell. */
  control?: Control
  /** Also ends connections that stay open. Runs by itself at the end. */
  drop(): Promise<void>
}

/** Made once for all logins of all files: it takes longer than to make a role. */
const VERIFIER = scramVerifier(TEST_PASSWORD)
const LEAVE_TIMEOUT_MS = 10_000

/** Clones the template that the test runner prepared, or that of another server. */
export async function testDatabase(templateUrl = templateFromRunner()): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = new URL(templateUrl).pathname.slice(1)
  const groups = Object.values(GROUPS)
  await onServer(templateUrl, async client => {
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    for (const group of groups)
      await client.query(`create role ${name}_${group} login inherit password '${VERIFIER}' in role ${group}`)
    if (wayTo(templateUrl).POOL_URL !== '') for (const group of groups) await setSessions(client, `${name}_${group}`)
  })
  const ownerUrl = databaseUrl(templateUrl, name)
  const login = (role: keyof typeof GROUPS): string => {
    const url = new URL(ownerUrl)
    url.username = `${name}_${GROUPS[role]}`
    url.password = TEST_PASSWORD
    return url.href
  }
  const leave = () =>
    onServer(templateUrl, async client => {
      await untilLeft(client, name)
      await client.query(`drop database if exists ${name} with (force)`)
      for (const group of groups) await client.query(`drop role if exists ${name}_${group}`)
    })
  let dropping: Promise<void> | undefined
  const drop = () => {
    dropping ??= leave()
    return dropping
  }
  atEnd(drop)
  return {
    ownerUrl,
    appUrl: login('app'),
    dispatcherUrl: login('dispatcher'),
    readerUrl: login('reader'),
    keeperUrl: login('keeper'),
    sealerUrl: login('sealer'),
    retentionUrl: login('retention'),
    drop,
  }
}

function templateFromRunner(): string {
  const { TEST_DATABASE_URL } = process.env
  if (!TEST_DATABASE_URL) throw new Error('Tests need a database: run them with npm test -- <file>.')
  return TEST_DATABASE_URL
}

/**
 * A client that has said goodbye is still there for a moment; ended by force in that moment, it would report an error to
 * a test that did nothing wrong.
 */
async function untilLeft(client: Client, name: string): Promise<void> {
  const end = performance.now() + LEAVE_TIMEOUT_MS
  const present = `select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`
  while ((await client.query(present)).rowCount && performance.now() < end);
}

/** Runs something on one connection: to make one costs more than most of what is asked on it. */
async function onServer(url: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(url, 'postgres') })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
