import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseRefusal } from '../refusal.ts'
import { enter, hold } from './keeper.ts'
import { lastWords, launch, type Postmaster, runningPostmaster, shutDown } from './postmaster.ts'
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
const ENTER_TIMEOUT_MS = 60_000
const POLL_MS = 10

/** Adopts the server that runs on the cluster, else starts one; an adopted one that does not let us in is replaced. */
export async function openServer(opening: Opening, port?: number): Promise<Opened> {
  const { site, settings, log } = opening
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const left = await runningPostmaster(site)
    const server = left ?? (await launch(site, settings, port))
    const opened = server && (await enterOrStop(opening, server))
    if (opened) {
      if (left) log(`adopted PostgreSQL process ${left.pid}, which an earlier run left running`)
      return opened
    }
    await delay(attempt * ATTEMPT_PAUSE_MS)
  }
  throw new DatabaseRefusal(`PostgreSQL does not start in ${site.cluster}: ${await lastWords(site)}`)
}

async function enterOrStop(opening: Opening, server: Postmaster): Promise<Opened | undefined> {
  const opened = await enterInTime(opening, server)
  if (opened) return opened
  const { site, log } = opening
  const still = await runningPostmaster(site)
  if (still?.pid !== server.pid) return undefined
  log(`PostgreSQL process ${server.pid} does not let us in; stopping it`)
  await shutDown(site, server)
  return undefined
}

/** Waits while the server is starting, recovering or stopping. */
async function enterInTime({ site, password }: Opening, { pid, port }: Postmaster): Promise<Opened | undefined> {
  const end = performance.now() + ENTER_TIMEOUT_MS
  while (performance.now() < end) {
    const client = await enter(port, password)
    if (client === 'never') return undefined
    if (client !== 'later') {
      await hold(client)
      return { port, client }
    }
    await delay(POLL_MS)
    if ((await runningPostmaster(site))?.pid !== pid) return undefined
  }
  return undefined
}
