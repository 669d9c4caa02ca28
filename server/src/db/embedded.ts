import { access, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureCluster, superuserPassword } from './embedded/cluster.ts'
import { findSite } from './embedded/find-site.ts'
import { ensureDatabase } from './embedded/keeper.ts'
import { type Opened, type Opening, openServer } from './embedded/open.ts'
import { runningPostmaster, shutDown } from './embedded/postmaster.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: (line: string) => void
  /** Server settings on top of the durable defaults. */
  settings?: Record<string, string>
  /** The npm package that brings the server; the product's own unless told. */
  binaries?: string
}

export interface EmbeddedDatabase {
  /** Superuser URL of database `clinic` on loopback. It stays the same when a server that died is started again. */
  url: string
  /** Stops the server and waits until it has ended. */
  stop(): Promise<void>
}

const DATABASE = 'clinic'
const REOPEN_PAUSE_MS = 1_000
const STARTING_PAUSE_MS = 50

const urlOf = (password: string, port: number): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`

/**
 * Starts the embedded PostgreSQL under `<dataDir>/postgres`. It ends with this process, however that does.
 * One process holds a data folder: for a second one this throws a `DatabaseRefusal` that names the first.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, settings = {} } = options
  const site = await findSite(options)
  const password = await ensureCluster(site, log)
  const opening = { site, password, settings, log }
  const opened = await openServer(opening)
  await ensureDatabase(opened.client, DATABASE)
  return { url: urlOf(password, opened.port), stop: guard(opening, opened) }
}

/** Whether a data folder holds a database already. */
export const hasCluster = (dataDir: string): Promise<boolean> =>
  access(join(dataDir, 'postgres', 'PG_VERSION')).then(
    () => true,
    () => false,
  )

/**
 * For a command beside the platform: the server that runs on the data folder, which `stop` then leaves running, else one
 * of its own.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const cluster = await realpath(join(options.dataDir, 'postgres')).catch(() => undefined)
  let running = cluster && (await runningPostmaster(cluster))
  while (cluster && running && running.status !== 'ready') {
    await delay(STARTING_PAUSE_MS)
    running = await runningPostmaster(cluster)
  }
  if (!cluster || !running) return startEmbedded(options)
  return { url: urlOf(await superuserPassword(cluster), running.port), stop: async () => {} }
}

/** Starts the server again when it dies, until the returned function stops it for good. */
function guard(opening: Opening, first: Opened): () => Promise<void> {
  const { log, site } = opening
  let stopping = false
  let reopening = Promise.resolve()
  const watch = ({ client }: Opened): void => {
    client.once('end', () => {
      if (!stopping) reopening = reopen()
    })
  }
  const reopen = async (): Promise<void> => {
    log('PostgreSQL ended unexpectedly; starting it again')
    while (!stopping) {
      const again = await openServer(opening, first.port).catch((error: Error) => log(error.message))
      if (again) {
        log('PostgreSQL is up again')
        return watch(again)
      }
      await delay(REOPEN_PAUSE_MS)
    }
  }
  watch(first)
  return async () => {
    stopping = true
    await reopening
    const running = await runningPostmaster(site.cluster)
    if (running) await shutDown(site.cluster, running)
  }
}
