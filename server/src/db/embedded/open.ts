import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseRefusal } from '../refusal.ts'
import { enter, hold, isPassing } from './keeper.ts'
import { lastWords, launch, type Postmaster, runningPostmaster, shutDown } from './postmaster.ts'
import { isAlive, launcherOf } from './process.ts'
import type { Site } from './site.ts'

export interface Opening {
  site: Site
  password: string
  settings: Readonly<Record<string, string>>
  log: (line: string) => void
}

/** A server that answers, and the session that holds the data folder for this process. */
export interface Opened {
  port: number
  client: Client
}

const ATTEMPTS = 10
const ATTEMPT_PAUSE_MS = 50
const POLL_MS = 10
/** Long enough for the recovery after a crash, which must not be cut short. */
const ENTER_TIMEOUT_MS = 600_000

/** Starts a server that ends with us, after the one that an earlier run left on the cluster. */
export async function openServer(opening: Opening, port?: number): Promise<Opened> {
  const { site, settings } = opening
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const left = await runningPostmaster(site.cluster)
    if (left) await endLeft(opening, left)
    const server = await launch(site, settings, port)
    const opened = server && (await enterOrEnd(opening, server))
    if (opened) return opened
    await delay(attempt * ATTEMPT_PAUSE_MS)
  }
  throw new DatabaseRefusal(`PostgreSQL does not start in ${site.cluster}: ${await lastWords(site)}`)
}

/** Nothing watches a server that was left, so it is not taken over. One whose process lives is that process's own. */
async function endLeft(opening: Opening, server: Postmaster): Promise<void> {
  const { site, log } = opening
  const launcher = launcherOf(server.pid)
  if (launcher !== process.pid && isAlive(launcher))
    throw new DatabaseRefusal(`DATA_DIR is in use by process ${launcher}.`)
  const client = await enterInTime(opening, server)
  if (!client) return
  if (client instanceof Client) await hold(client).catch(refusalAlone)
  if (client instanceof Client) await client.end()
  log(`stopping PostgreSQL process ${server.pid}, which an earlier run left running`)
  await shutDown(site.cluster, server)
}

/** A server that its watch is just ending cuts us off, too. */
function refusalAlone(error: unknown): void {
  if (error instanceof DatabaseRefusal) throw error
}

async function enterOrEnd(opening: Opening, server: Postmaster): Promise<Opened | undefined> {
  const { cluster } = opening.site
  const client = await enterInTime(opening, server)
  if (client instanceof Error) {
    await shutDown(cluster, server)
    throw new DatabaseRefusal(`PostgreSQL in ${cluster} does not let us in: ${client.message}`)
  }
  if (!client) return undefined
  await hold(client)
  return { port: server.port, client }
}

/** Waits while the server is starting, recovering or stopping; undefined when it is gone. */
async function enterInTime({ site, password }: Opening, server: Postmaster): Promise<Client | Error | undefined> {
  const end = performance.now() + ENTER_TIMEOUT_MS
  for (;;) {
    const client = await enter(server.port, password)
    if (!(client instanceof Error)) return client
    if ((await runningPostmaster(site.cluster))?.pid !== server.pid) return undefined
    if (!isPassing(client) || performance.now() > end) return client
    await delay(POLL_MS)
  }
}
