import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { haproxyConfig } from '@clinic/server/cells/router/haproxy-config.ts'
import { type RouteRow, routesOf } from '@clinic/server/cells/router/routes.ts'
import { withClient } from '@clinic/server/db/with-client.ts'
import { processTree } from './cpu.ts'
import { eventuallyReady } from './places.ts'

/** Of clinics elsewhere, so that the proxy looks its routes up among as many as it would have. */
const OTHER_ROUTES = 100_000
const MANY = 1_000_000
const MIB = 1_048_576

interface Before {
  port: number
  /** The API of each; its assistant is two further on. */
  cells: Readonly<Record<string, number>>
}

/** An HAProxy as `cell proxy` configures it, with the map that `cell route` would keep; ready when this returns. */
export async function startProxy(folder: string, controlUrl: string, before: Before): Promise<ChildProcess> {
  const { text, values } = routesOf([null])
  const { rows } = await withClient(controlUrl, client => client.query<RouteRow>(text, [...values]))
  const proxy = await run(folder, before, [...rows.map(({ key, cell }) => `${key} ${cell}`), ...others(OTHER_ROUTES)])
  await eventuallyReady(before.port)
  return proxy
}

const others = (count: number) => Array.from({ length: count }, (_, n) => `${n.toString(16).padStart(64, '0')} control`)

async function run(folder: string, { port, cells }: Before, routes: readonly string[]): Promise<ChildProcess> {
  const [path, mapPath] = [join(folder, 'haproxy.cfg'), join(folder, 'cells.map')]
  await writeFile(mapPath, routes.map(one => `${one}\n`).join(''))
  const config = haproxyConfig({
    ...{ bind: `127.0.0.1:${port}`, assistantBind: `127.0.0.1:${port + 2}` },
    ...{ socketPath: join(folder, 'haproxy.sock'), mapPath },
    places: Object.entries(cells).map(([name, at]) => ({
      ...{ name, apis: [`127.0.0.1:${at}`] },
      assistants: [`127.0.0.1:${at + 2}`],
    })),
  })
  await writeFile(path, config)
  return spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'ignore'] })
}

/** What a line of its map takes of a proxy's memory. */
export async function bytesOfRoute(port: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-bench-'))
  try {
    const [few, many] = [await memoryWith(folder, port, 1), await memoryWith(folder, port, MANY)]
    return ((many - few) * MIB) / MANY
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function memoryWith(folder: string, port: number, routes: number): Promise<number> {
  const proxy = await run(folder, { port, cells: { control: port } }, others(routes))
  // The API that it would lead to is not there, so it answers as soon as it has read its map.
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)));
  const [found] = await processTree(proxy.pid ?? 0)
  const ended = once(proxy, 'exit')
  proxy.kill('SIGKILL')
  await ended
  return found?.memoryMiB ?? Number.NaN
}
