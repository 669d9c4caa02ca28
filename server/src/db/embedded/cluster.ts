import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseRefusal } from '../refusal.ts'
import { giveAway } from './account.ts'
import { initdbCommand } from './command.ts'
import { isAlive } from './process.ts'
import type { Site } from './site.ts'

const PASSWORD_FILE = 'superuser-password'
const SCRATCH = '.postgres-new-'
const BUILTIN_LOCALES = 17

/** Makes the cluster if there is none; refuses one that these binaries cannot serve. Returns the superuser's password. */
export async function ensureCluster(site: Site, log: (line: string) => void): Promise<string> {
  if (!(await isPresent(site))) await createCluster(site, log)
  if (site.account) await giveAway(site.cluster, site.account)
  return superuserPassword(site.cluster)
}

export async function superuserPassword(cluster: string): Promise<string> {
  return (await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim()
}

async function isPresent(site: Site): Promise<boolean> {
  const entries = await readdir(site.cluster).catch((): string[] => [])
  if (entries.length === 0) return false
  const version = await readFile(join(site.cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  const major = version.trim()
  if (major === '') throw new DatabaseRefusal(`${site.cluster} is in use for something else than a PostgreSQL cluster.`)
  if (major !== String(site.binaries.major)) throw otherVersion(site, major)
  if (!entries.includes(PASSWORD_FILE))
    throw new DatabaseRefusal(`${site.cluster} was not made by this program: ${PASSWORD_FILE} is missing.`)
  return true
}

function otherVersion(site: Site, major: string): DatabaseRefusal {
  return new DatabaseRefusal(
    `DATA_DIR/postgres holds a PostgreSQL ${major} cluster; this program brings ${site.binaries.major}. ` +
      `Dump it with the pg_dumpall of PostgreSQL ${major} or point DATA_DIR elsewhere.`,
  )
}

/** A cluster appears whole or not at all: it is made beside its place and renamed into it. */
async function createCluster(site: Site, log: (line: string) => void): Promise<void> {
  const parent = dirname(site.cluster)
  await removeAbandoned(parent)
  log(`creating a PostgreSQL ${site.binaries.major} cluster in ${site.cluster}`)
  const scratch = await mkdtemp(join(parent, `${SCRATCH}${process.pid}-`))
  try {
    await initialise(site, scratch)
    await rename(join(scratch, 'cluster'), site.cluster)
    await persistNames(parent)
  } catch (error) {
    if (!isOccupied(error)) throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function initialise(site: Site, scratch: string): Promise<void> {
  const passwordFile = join(scratch, PASSWORD_FILE)
  await writeFile(passwordFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  if (site.account) await giveAway(scratch, site.account)
  const cluster = join(scratch, 'cluster')
  const { file, args, options } = initdbCommand(site, [
    ...['-D', cluster, '--username', 'postgres', '--pwfile', passwordFile],
    ...['--encoding', 'UTF8', ...localeArguments(site)],
    ...['--auth-host', 'scram-sha-256', '--auth-local', 'scram-sha-256'],
  ])
  await promisify(execFile)(file, args, options).catch(({ stderr }: { stderr: string }) => {
    throw new DatabaseRefusal(`initdb failed: ${stderr.trim().replaceAll('\n', ' / ')}`)
  })
  await rename(passwordFile, join(cluster, PASSWORD_FILE))
}

/** The locale that is the same on every machine; servers before 17 have it from the machine. */
const localeArguments = ({ binaries }: Site): string[] =>
  binaries.major >= BUILTIN_LOCALES
    ? ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8']
    : ['--locale', 'C.UTF-8']

/** What a start that was killed left behind. */
async function removeAbandoned(parent: string): Promise<void> {
  const entries = await readdir(parent)
  const abandoned = entries.filter(
    name => name.startsWith(SCRATCH) && !isAlive(Number.parseInt(name.slice(SCRATCH.length), 10)),
  )
  for (const name of abandoned) await rm(join(parent, name), { recursive: true, force: true })
}

async function persistNames(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** Another start was faster; its cluster serves as well as ours. */
const isOccupied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
