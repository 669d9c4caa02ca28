import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../at-end.ts'
import { endProcess } from '../child-process.ts'

export const ROOT = join(import.meta.dirname, '../../../..')
const MAIN = join(ROOT, 'server/src/main.ts')

/** The product as `npm start` runs it, with a data folder and ports of its own. Everything ends with the tests. */
export interface Product {
  port: number
  /** Of the assistant's resource server. */
  assistantPort: number
  dataDir: string
  process: ChildProcess
  /** From the start of the process until it printed `ready`. */
  startedInMs: number
  /** What it has printed so far. */
  printed(): string
  /** Resolves when it has printed that; rejects when it ends before. */
  says(pattern: RegExp): Promise<void>
  /** Starts it again on its folder and port, after it has ended. */
  startAgain(): Promise<Product>
  /** Asks it to end and answers with what code it did. */
  stop(): Promise<number | null>
  /** Ends all of its processes together and the database server's as well, as a power failure would. */
  kill(): Promise<void>
}

export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-product-'))
  // Every product of a run loads the same code: the second finds compiled what the first has.
  const { NODE_COMPILE_CACHE } = process.env
  if (NODE_COMPILE_CACHE) await symlink(NODE_COMPILE_CACHE, join(dataDir, 'compile-cache'))
  const [port, assistantPort] = [await freePort(), await freePort()]
  const running: ChildProcess[] = []
  atEnd(async () => {
    for (const child of running) await endProcess(child)
    await rm(dataDir, { recursive: true, force: true })
  })

  async function start(): Promise<Product> {
    const began = performance.now()
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        PORT: String(port),
        ASSISTANT_PORT: String(assistantPort),
        HOST: '127.0.0.1',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    running.push(child)
    const { printed, says } = hear(child)
    await says(/^ready/m)
    const startedInMs = performance.now() - began
    const stop = () => endProcess(child)
    const kill = () => killAll(child, dataDir)
    return { port, assistantPort, dataDir, process: child, startedInMs, printed, says, startAgain: start, stop, kill }
  }
  return start()
}

/**
 * A port that no program has at the moment. It lies below those that systems give to outgoing connections: a product that
 * listens some seconds later would find one of those taken now and then.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    const free = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!free) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Hears what a process prints. */
function hear(child: ChildProcess): Pick<Product, 'printed' | 'says'> {
  let printed = ''
  const hears = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      printed += chunk
      for (const one of hears) one()
    })
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => pattern.test(printed) && resolve()
      hears.add(look)
      look()
      child.once('exit', () => reject(new Error(`The product ended before it said ${pattern}:\n${printed}`)))
    })
  return { printed: () => printed, says }
}

async function killAll(child: ChildProcess, dataDir: string): Promise<void> {
  const [postmaster] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const ended = once(child, 'exit')
  // Both lead a group of their own.
  for (const leader of [child.pid, Number(postmaster)]) process.kill(-Number(leader), 'SIGKILL')
  await ended
}
