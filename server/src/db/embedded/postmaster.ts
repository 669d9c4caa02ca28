import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseRefusal } from '../refusal.ts'
import { postgresCommand } from './command.ts'
import { isAlive, isServerOf, launchedBy } from './process.ts'
import { settingArguments } from './settings.ts'
import type { Site } from './site.ts'
import { watchOver } from './watch.ts'

/** A running server as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number
  port: number
  /** `starting`, `ready` or `stopping`. */
  status: string
}

const PID_FILE = 'postmaster.pid'
const POLL_MS = 10
/** Long enough for the recovery after a crash. */
const START_TIMEOUT_MS = 600_000
const STOP_TIMEOUT_MS = 30_000
const QUIT_TIMEOUT_MS = 5_000

/**
 * The server that runs on the cluster now. PostgreSQL itself overlooks a pid file whose process is gone, but not one
 * whose number something else has by now: that file is removed.
 */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const found = await readPidFile(cluster)
  if (!found || isServerOf(cluster, found.pid)) return found
  if (isAlive(found.pid) && (await readPidFile(cluster))?.pid === found.pid) await rm(join(cluster, PID_FILE))
  return undefined
}

/** Starts a server on a free loopback port, or on the given one, that ends with us; undefined when it did not come up. */
export async function launch(
  site: Site,
  settings: Readonly<Record<string, string>>,
  port?: number,
): Promise<Postmaster | undefined> {
  const chosen = port ?? (await freePort())
  const args = [
    '-D',
    site.cluster,
    '-p',
    String(chosen),
    ...settingArguments({ ...settings, ...launchedBy(process.pid) }),
  ]
  const { file, args: words, options } = postgresCommand(site, args)
  const output = await openOutput(site)
  // A group of its own: the Ctrl-C of a terminal must reach us first and the database last.
  const child = spawn(file, words, { ...options, detached: true, stdio: ['ignore', output.fd, output.fd, 'pipe'] })
  await output.close()
  watchOver(child)
  return until(START_TIMEOUT_MS, async () => {
    const found = await readPidFile(site.cluster)
    if (found?.pid === child.pid && found?.status === 'ready') return found
    return child.pid === undefined || child.exitCode !== null || child.signalCode !== null ? null : undefined
  })
}

/** Ends the server, with ever less patience; what it has committed survives each way. */
export async function shutDown(cluster: string, { pid }: Postmaster): Promise<void> {
  if (await signalled(cluster, pid, 'SIGINT', STOP_TIMEOUT_MS)) return
  if (await signalled(cluster, pid, 'SIGQUIT', QUIT_TIMEOUT_MS)) return
  if (await signalled(cluster, pid, 'SIGKILL', QUIT_TIMEOUT_MS)) return
  throw new DatabaseRefusal(`PostgreSQL process ${pid} does not end.`)
}

/** What the server said last: the reason that it gave for not starting. */
export async function lastWords(site: Site): Promise<string> {
  const texts = [await readText(outputFile(site)), await readText(await newestLog(site))]
  const lines = texts.flatMap(text => text.split('\n')).filter(line => /FATAL|PANIC|ERROR|cannot|could not/.test(line))
  return lines.slice(-2).join(' / ')
}

async function signalled(cluster: string, pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  if (isServerOf(cluster, pid)) process.kill(pid, signal)
  const gone = await until(withinMs, async () => !isServerOf(cluster, pid) || undefined)
  return gone === true
}

/** Polls until the question has an answer; null and the end of the time give undefined. */
async function until<T>(withinMs: number, ask: () => Promise<T | null | undefined>): Promise<T | undefined> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer ?? undefined
    await delay(POLL_MS)
  }
  return undefined
}

/** Lines 1, 4 and 8 of the file (PostgreSQL's `pidfile.h`). */
async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const lines = (await readText(join(cluster, PID_FILE))).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() }
}

/** The server's account must be able to read what lies in its folder. */
async function openOutput(site: Site): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants
  const handle = await open(outputFile(site), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  if (site.account) await handle.chown(site.account.uid, site.account.gid)
  return handle
}

const outputFile = (site: Site): string => join(site.cluster, 'start.log')

async function newestLog(site: Site): Promise<string> {
  const folder = join(site.cluster, 'log')
  const names = await readdir(folder).catch((): string[] => [])
  const dated = await Promise.all(names.map(async name => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  const newest = dated.toSorted((a, b) => b.at - a.at)[0]
  return join(folder, newest?.name ?? 'none')
}

const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
