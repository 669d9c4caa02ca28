import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

export const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'server/src/main.ts')

/** The product as `npm start` runs it, with a data folder and ports of its own. Everything ends with the tests. */
export interface Product {
  port: number
  dataDir: string
  process: ChildProcess
}

export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-product-'))
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: String(port), HOST: '127.0.0.1', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(async () => {
    await end(child)
    await rm(dataDir, { recursive: true, force: true })
  })
  await untilReady(child)
  return { port, dataDir, process: child }
}

/** A port that nobody has at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('A listening server has an address.')
  return address.port
}

async function untilReady(child: ChildProcess): Promise<void> {
  let printed = ''
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += chunk
    if (/^ready/m.test(printed)) break
  }
  if (!/^ready/m.test(printed)) throw new Error(`The product did not start:\n${printed}`)
  child.stdout?.resume()
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
