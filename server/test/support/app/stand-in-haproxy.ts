import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, request as send } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { atEnd } from '../at-end.ts'

/** Addresses by cell, and that of where control is by that name. */
export type Servers = Readonly<Record<string, string>>

interface Options {
  socketPath: string
  /** The file from which it starts. */
  mapPath: string
  /** Where it listens, each as `host:port`. */
  bind: string
  assistantBind: string
  apis: Servers
  assistants: Servers
  /** Of cells by the host of their links. */
  hosts: ReadonlyMap<string, string>
}

export interface StandIn {
  /** As after a crash: it has what the file has. */
  restart(): Promise<void>
}

/**
 * Does what HAProxy does by the product's configuration, on machines that have none: its map, which the runtime API changes,
 * says by the bearer token, the clinic or the end of a link where a request goes.
 */
export async function standInHaproxy(options: Options): Promise<StandIn> {
  const { socketPath, mapPath, bind, assistantBind, apis, assistants, hosts } = options
  const versions = new Map<string, Map<string, string>>()
  let [map, pid] = [new Map<string, string>(), 1]

  async function restart(): Promise<void> {
    map = new Map(routesIn(await readFile(mapPath, 'utf8')))
    pid += 1
  }

  /** One command of the runtime API, and what HAProxy says to it. */
  function obey(command: string): string {
    const [verb, , at = '', ...rest] = command.split(/\s+/)
    if (verb === 'show') return `Name: HAProxy\nPid: ${pid}\n\n`
    if (verb === 'prepare') {
      versions.set('@1', new Map())
      return 'New version created: 1\n'
    }
    if (verb === 'commit') map = versions.get(at) ?? map
    else if (verb === 'del') map.delete(rest[0] ?? '')
    else if (verb === 'add' && at.startsWith('@')) {
      for (const [key, cell] of routesIn(command.slice(command.indexOf('<<\n') + 3))) versions.get(at)?.set(key, cell)
    } else if (verb === 'add') map.set(rest[0] ?? '', rest[1] ?? '')
    else return `Unknown command: ${verb}\n`
    return '\n'
  }
  const runtime = createSocket({ allowHalfOpen: true }, socket => {
    let given = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      given += part
    })
    socket.once('end', () => {
      const commands = given.includes('<<') ? [given] : given.split(';').filter(one => one.trim() !== '')
      socket.end(commands.map(command => obey(command.trim())).join(''))
    })
  })
  await new Promise<void>(resolve => runtime.listen(socketPath, resolve))
  atEnd(() => runtime.close())

  const cellOf = (key?: string) => (key === undefined ? undefined : map.get(key))
  await listen(bind, forwarder(apis, cellOf, hosts))
  await listen(assistantBind, forwarder(assistants, cellOf))
  return { restart }
}

async function listen(bind: string, listener: RequestListener): Promise<void> {
  const { hostname, port } = new URL(`http://${bind}`)
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(Number(port), hostname, resolve))
  atEnd(() => {
    server.closeAllConnections()
    return server.close()
  })
}

const sha256 = (text?: string) => text && createHash('sha256').update(text).digest('hex')

/** What a request says of where it goes: a token, a clinic, the end of a link, a host. */
function named({ headers, url = '' }: IncomingMessage) {
  const { pathname, searchParams } = new URL(url, 'http://proxy')
  const [, first, second, third, fourth] = pathname.split('/')
  const called = first === 'callbacks' ? fourth : undefined
  const [host = ''] = (headers.host ?? '').split(':')
  return {
    token: sha256(/^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]),
    clinic: called ?? [headers['clinic-id']].flat()[0] ?? searchParams.get('clinicId') ?? undefined,
    link: sha256(first === 'p' ? third : first === 'pay' || first === 'clinic-logos' ? second : undefined),
    host,
  }
}

/** Sends each request on to where its token, its clinic or its link leads, else to its host. */
function forwarder(
  servers: Servers,
  cellOf: (key?: string) => string | undefined,
  hosts: ReadonlyMap<string, string> = new Map(),
): RequestListener {
  return (request, response) => {
    const { headers, method, url = '' } = request
    const { token, clinic, link, host } = named(request)
    const byHost = clinic === undefined ? hosts.get(host) : undefined
    const cell = cellOf(token) ?? cellOf(clinic) ?? cellOf(link) ?? byHost ?? 'control'
    const onward = send(new URL(url, servers[cell]), { method, headers }, answer => {
      const misdirected = answer.statusCode === 421
      response.writeHead(misdirected ? 503 : (answer.statusCode ?? 502), answer.headers)
      answer.pipe(response)
    })
    onward.once('error', () => response.writeHead(503).end())
    request.pipe(onward)
  }
}

/** A key and its cell a line. */
const routesIn = (text: string): [string, string][] =>
  Array.from(text.matchAll(/^(\S+) (\S+)$/gm), ([, key = '', cell = '']) => [key, cell])
