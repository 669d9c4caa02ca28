import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { ensureLoginRole } from '../../../src/db/roles.ts'
import { GROUPS } from '../../../src/settings/database-urls.ts'
import { atEnd } from '../at-end.ts'
import { ask } from './ask.ts'
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
  /** Also ends connections that stay open. Runs by itself at the end. */
  drop(): Promise<void>
}

const PASSWORD = 'test'
const LEAVE_TIMEOUT_MS = 10_000

/** Clones the template that the test runner prepared. */
export async function testDatabase(): Promise<TestDatabase> {
  const templateUrl = templateFromRunner()
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = new URL(templateUrl).pathname.slice(1)
  await onServer(templateUrl, [`create database ${name} template ${template} strategy file_copy`])
  const ownerUrl = databaseUrl(templateUrl, name)
  const login = (name: keyof typeof GROUPS) => ensureLoginRole(ownerUrl, { group: GROUPS[name], password: PASSWORD })
  const leave = async (): Promise<void> => {
    await untilLeft(templateUrl, name)
    await onServer(templateUrl, [
      `drop database if exists ${name} with (force)`,
      ...Object.values(GROUPS).map(group => `drop role if exists ${name}_${group}`),
    ])
  }
  let dropping: Promise<void> | undefined
  const drop = () => {
    dropping ??= leave()
    return dropping
  }
  atEnd(drop)
  return {
    ownerUrl,
    appUrl: await login('app'),
    dispatcherUrl: await login('dispatcher'),
    readerUrl: await login('reader'),
    keeperUrl: await login('keeper'),
    sealerUrl: await login('sealer'),
    retentionUrl: await login('retention'),
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
async function untilLeft(url: string, name: string): Promise<void> {
  const server = databaseUrl(url, 'postgres')
  const end = performance.now() + LEAVE_TIMEOUT_MS
  const present = `select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`
  while ((await ask(server, present)).length > 0 && performance.now() < end);
}

async function onServer(url: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(url, 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
