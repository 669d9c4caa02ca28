import { type Command, InvalidArgumentError } from 'commander'
import { isCellName } from '../cells/cell-name.ts'
import { type CellPlaces, haproxyConfig } from '../cells/router/haproxy-config.ts'
import { haproxyMap } from '../cells/router/haproxy-map.ts'
import { keepRoutes } from '../cells/router/keep-routes.ts'
import { routesOf } from '../cells/router/routes.ts'
import { runtimeApi } from '../cells/router/runtime-api.ts'
import { CONTROL } from '../kernel/misdirected.ts'
import { UsageError } from './arguments.ts'
import { inSession } from './session.ts'

interface Place {
  name: string
  at: string
}

/** Where something of a cell is: `north=10.0.0.5:3000`. Collects several. */
function places(text: string, earlier: Place[] = []): Place[] {
  const [, name = '', at = ''] = /^(\w+)=([\w.:[\]-]+)$/.exec(text) ?? []
  if (name !== CONTROL && !isCellName(name)) throw new InvalidArgumentError('must be such as north=10.0.0.5:3000')
  return [...earlier, { name, at }]
}

interface Configuring {
  api?: Place[]
  assistant?: Place[]
  host?: Place[]
  bind: string
  assistantBind: string
  socket: string
  map: string
}

/** What of all cells was given for each. */
function byCell({ api = [], assistant = [], host = [] }: Configuring): CellPlaces[] {
  const named = (given: readonly Place[], name: string) => given.filter(one => one.name === name).map(({ at }) => at)
  const names = [...new Set([...api, ...assistant, ...host].map(({ name }) => name))]
  for (const name of [CONTROL, ...names])
    if (named(api, name).length === 0 || named(assistant, name).length === 0)
      throw new UsageError(`give --api and --assistant of ${name}`)
  return names.map(name => ({
    ...{ name, apis: named(api, name), assistants: named(assistant, name), host: named(host, name)[0] },
  }))
}

const [SOCKET, MAP] = ['/run/haproxy/cells.sock', '/var/lib/haproxy/cells.map']

/** One address for all cells, by an HAProxy before them. */
export function addRouteCommands(program: Command, cell: Command): void {
  cell
    .command('proxy')
    .description('print the configuration of an HAProxy before all cells')
    .option(
      '--api <cell=host:port>',
      `where a cell’s API is, one of them ${CONTROL}; repeat it for each process`,
      places,
    )
    .option('--assistant <cell=host:port>', 'where a cell’s assistant server is; repeat it for each process', places)
    .option('--host <cell=host>', 'the host of a cell’s BASE_URL, by which links lead to it', places)
    .option('--bind <address>', 'where the proxy listens for the API', ':8080')
    .option('--assistant-bind <address>', 'where it listens for assistants', ':8081')
    .option('--socket <path>', 'of its runtime API', SOCKET)
    .option('--map <path>', 'of its map', MAP)
    .action((given: Configuring) => {
      const { bind, assistantBind, socket: socketPath, map: mapPath } = given
      process.stdout.write(haproxyConfig({ bind, assistantBind, socketPath, mapPath, places: byCell(given) }))
    })

  cell
    .command('route')
    .description('keep the map of that HAProxy current, until stopped; where control is')
    .option('--socket <path>', 'of its runtime API', SOCKET)
    .option('--map <path>', 'of its map', MAP)
    .action(({ socket, map }: { socket: string; map: string }) => {
      const stopped = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
      return inSession(program, ({ platform, url, note }) =>
        keepRoutes({
          read: companyIds => platform(tx => tx.sql(routesOf([companyIds]))),
          map: haproxyMap(runtimeApi(socket), map),
          listenUrl: url,
          log: note,
          signal: stopped.signal,
        }),
      )
    })
}
