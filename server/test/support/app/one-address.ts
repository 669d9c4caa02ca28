import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { haproxyConfig } from '../../../src/cells/router/haproxy-config.ts'
import { haproxyMap } from '../../../src/cells/router/haproxy-map.ts'
import { keepRoutes } from '../../../src/cells/router/keep-routes.ts'
import { type RouteRow, routesOf } from '../../../src/cells/router/routes.ts'
import { runtimeApi } from '../../../src/cells/router/runtime-api.ts'
import { atEnd } from '../at-end.ts'
import { eventually } from '../eventually.ts'
import type { startCells } from './cells.ts'
import { freePort } from './product.ts'
import { type Servers, type StandIn, standInHaproxy } from './stand-in-haproxy.ts'

/** What stands before all cells. */
export interface OneAddress {
  /** Its address for APIs. */
  url: string
  /** The same for assistants; it leads anywhere only with `assistants`. */
  assistantUrl: string
  mapPath: string
  /** As after a crash of the proxy. */
  restart(): Promise<void>
}

/** The hosts by which links lead to the cells. */
const HOSTS = new Map(['north', 'south'].map(name => [`${name}.example`, name]))

interface Wishes {
  /** Where the assistant of each cell is. */
  assistants?: Servers
  /** Where it listens for APIs and for assistants, for those who have to know before. */
  binds?: readonly [api: string, assistant: string]
}

/** Two addresses that no program has at the moment. */
export const freeBinds = async () => [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`] as const

/** A proxy before the cells, the real one where HAPROXY names its program, and what keeps its map current. */
export async function oneAddress(
  { control, north, south }: Awaited<ReturnType<typeof startCells>>,
  { assistants = {}, binds }: Wishes = {},
): Promise<OneAddress> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-router-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const files = { socketPath: join(folder, 'haproxy.sock'), mapPath: join(folder, 'cells.map') }
  const apis = { control: control.url, north: north.app.url, south: south.app.url }
  const [bind, assistantBind] = binds ?? (await freeBinds())
  const { restart } = await startProxy({ ...files, apis, assistants, bind, assistantBind, hosts: HOSTS })
  const stop = new AbortController()
  const keeping = keepRoutes({
    read: async companyIds => {
      const { text, values } = routesOf([companyIds])
      return control.sql<RouteRow>(text, [...values])
    },
    map: haproxyMap(runtimeApi(files.socketPath), files.mapPath),
    listenUrl: control.database.ownerUrl,
    log: () => undefined,
    signal: stop.signal,
  })
  atEnd(async () => {
    stop.abort()
    await keeping
  })
  return { url: `http://${bind}`, assistantUrl: `http://${assistantBind}`, mapPath: files.mapPath, restart }
}

interface Proxy {
  socketPath: string
  mapPath: string
  bind: string
  assistantBind: string
  apis: Servers
  assistants: Servers
  hosts: ReadonlyMap<string, string>
}

async function startProxy({ apis, assistants, hosts, ...where }: Proxy): Promise<StandIn> {
  const { HAPROXY: program } = process.env
  if (!program) return standInHaproxy({ ...where, apis, assistants, hosts })
  const at = (url?: string) => (url === undefined ? [] : [new URL(url).host])
  const places = Object.entries(apis).map(([name, url]) => ({
    ...{ name, apis: at(url), assistants: at(assistants[name]) },
    host: [...hosts].find(([, cell]) => cell === name)?.[0],
  }))
  const config = `${where.mapPath}.cfg`
  await writeFile(config, haproxyConfig({ ...where, places }))
  await writeFile(where.mapPath, '')
  const start = () => spawn(program, ['-db', '-f', config], { stdio: 'inherit' })
  let child = start()
  atEnd(() => child.kill())
  const answers = () =>
    fetch(`http://${where.bind}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(answers, true)
  async function restart(): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = start()
    await eventually(answers, true)
  }
  return { restart }
}
