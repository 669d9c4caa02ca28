import { createHash } from 'node:crypto'
import { createServer, request as send } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { atEnd } from '../at-end.ts'

/** Addresses by cell, and that of where control is by that name. */
export type Servers = Readonly<Record<string, string>>

interface Options {
  socketPath: string
  /** Where it listens, each as `host:port`. */
  bind: string
  assistantBind: string
  apis: Servers
  assistants: Servers
}

/**
 * Does what HAProxy does by the product's configuration, on machines that have none: its map, which the runtime API changes,
 * says by the bearer token or the clinic where a request goes.
 */
export async function standInHaproxy(options: Options): Promise<void> {
  const { socketPath, bind, assistantBind, apis, assistants } = options
  const versions = new Map<string, Map<string, string>>()
  let map = new Map<string, string>()

  /** One command of the runtime API, and what HAProxy says to it. */
  function obey(command: string): string {
    const [verb, , at = '', ...rest] = command.split(/\s+/)
    if (verb === 'prepare') {
      versions.set('@1', new Map())
      return 'New version created: 1\n'
    }
    if (verb === 'commit') map = versions.get(at) ?? map
    else if (verb === 'del') map.delete(rest[0] ?? '')
    else if (verb === 'add' && at.startsWith('@')) {
      const lines = command
        .slice(command.indexOf('<<\n') + 3)
        .trim()
        .split('\n')
      for (const [key = '', cell = ''] of lines.map(line => line.split(' '))) versions.get(at)?.set(key, cell)
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

  const cellOf: CellOf = (token, clinic) => map.get(token) ?? map.get(clinic) ?? 'control'
  await listen(bind, apis, cellOf)
  await listen(assistantBind, assistants, cellOf)
}

/** By the SHA-256 of its bearer token and the clinic that it names. */
type CellOf = (token: string, clinic: string) => string

async function listen(bind: string, servers: Servers, cellOf: CellOf): Promise<void> {
  const proxy = createServer((request, response) => {
    const { headers, method, url = '' } = request
    const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const hash = token && createHash('sha256').update(token).digest('hex')
    const { pathname, searchParams } = new URL(url, 'http://proxy')
    const called = pathname.startsWith('/callbacks/') ? pathname.split('/')[4] : undefined
    const clinic = called ?? headers['clinic-id'] ?? searchParams.get('clinicId')
    const to = new URL(url, servers[cellOf(hash ?? '', String(clinic))])
    const onward = send(to, { method, headers }, answer => {
      const misdirected = answer.statusCode === 421
      response.writeHead(misdirected ? 503 : (answer.statusCode ?? 502), answer.headers)
      answer.pipe(response)
    })
    onward.once('error', () => response.writeHead(503).end())
    request.pipe(onward)
  })
  const { hostname, port } = new URL(`http://${bind}`)
  await new Promise<void>(resolve => proxy.listen(Number(port), hostname, resolve))
  atEnd(() => {
    proxy.closeAllConnections()
    return proxy.close()
  })
}
